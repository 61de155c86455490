import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { nextPosition } from '#db/queries/positions.ts';
import { documents, products, sections } from '#db/schema/index.ts';
import { onGuardRollback, isForeignKeyViolation, isGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { type AppError, conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { EDITOR_VIEWER, type Viewer } from '#api/endpoints/access.ts';
import { mayReadDocument } from '#db/queries/visibility.ts';
import { enqueueDocumentsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { saveOrder } from '#api/features/ordering/ordering.service.ts';
import { getProduct } from '#api/features/products/products.service.ts';
import type { SectionRequest, SectionJson } from './sections.contract.ts';

type SectionDeps = Pick<Deps, 'db' | 'clock' | 'publisher'>;

const sectionNotFoundError = () => notFoundError('Section not found');

/** All sections, or those of a product, in the order of the products and their own. */
export async function listSections(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  filter: { productId?: number } = {},
): Promise<SectionJson[]> {
  if (filter.productId !== undefined) await getProduct({ db }, viewer, filter.productId);
  return selectSections(db, viewer, filter.productId === undefined ? undefined : isInProduct(filter.productId));
}

/** @throws not_found. */
export async function getSection({ db }: Pick<Deps, 'db'>, viewer: Viewer, id: number): Promise<SectionJson> {
  const [section] = await selectSections(db, viewer, eq(sections.id, id));
  if (!section) throw sectionNotFoundError();
  return section;
}

/** Adds a section at the end of its product. @throws validation_failed, for a product that is not there too. */
export async function createSection(deps: SectionDeps, actorId: number, input: SectionRequest): Promise<SectionJson> {
  const { name, product_id: productId } = input;
  const now = deps.clock.now();
  const subject = sql`'section:' || last_insert_rowid()`;
  const [inserted] = await mapWriteErrors(
    write(deps.db, [
      deps.db.orm.insert(sections).values({
        name,
        productId,
        position: nextPosition(sections, isInProduct(productId)),
        createdAt: now,
        updatedAt: now,
      }),
      insertAuditStatement(deps.db, {
        at: now,
        action: 'section.created',
        actorId,
        subject,
        after: { name, product_id: productId },
      }),
    ]),
  );
  return getSection(deps, EDITOR_VIEWER, Number(inserted?.lastInsertRowid));
}

/** Changes a section; moved to another product, it becomes the last there. @throws validation_failed, not_found. */
export async function updateSection(
  deps: SectionDeps,
  actorId: number,
  id: number,
  input: SectionRequest,
): Promise<SectionJson> {
  const { name, product_id: productId } = input;
  const now = deps.clock.now();
  const position = sql`iif(${isInProduct(productId)}, ${sections.position}, ${nextPosition(sections, isInProduct(productId))})`;
  await mapWriteErrors(
    write(deps.db, [
      insertAuditStatement(deps.db, {
        at: now,
        action: 'section.changed',
        actorId,
        subject: `section:${id}`,
        before: selectSectionValues(id),
        after: { name, product_id: productId },
      }),
      deps.db.orm.update(sections).set({ name, productId, position, updatedAt: now }).where(eq(sections.id, id)),
      rollbackIfNoRows,
      enqueueDocumentsPublishStatement({ reason: `Documentation: the section ${name}`, userId: actorId, now }),
    ]),
  );
  deps.publisher.wake();
  return getSection(deps, EDITOR_VIEWER, id);
}

/** Deletes a section without documents. @throws not_found; conflict with the number of its documents. */
export async function deleteSection(deps: SectionDeps, actorId: number, id: number): Promise<void> {
  await getSection(deps, EDITOR_VIEWER, id);
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM ${documents} WHERE ${documents.sectionId} = ${sections.id})`;
  const now = deps.clock.now();
  await write(deps.db, [
    insertAuditStatement(deps.db, {
      at: now,
      action: 'section.deleted',
      actorId,
      subject: `section:${id}`,
      before: selectSectionValues(id),
    }),
    deps.db.orm.delete(sections).where(sql`${sections.id} = ${id} AND ${isEmpty}`),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(() => inUseError(deps, id)));
}

/** Explains why a section was not deleted; it may be deleted by now. */
async function inUseError(deps: SectionDeps, id: number): Promise<AppError> {
  const { name, document_count: count } = await getSection(deps, EDITOR_VIEWER, id);
  const them = pluralize(count, 'it', 'them');
  return conflictError(`${name} still has ${formatCount(count, 'document')}. Move or delete ${them} first.`);
}

/** Puts the sections of a product, or those of none, into an order. @throws conflict when they are not these any more. */
export async function reorderSections(
  deps: SectionDeps,
  actorId: number,
  { product_id: productId, ids }: { product_id: number | null; ids: number[] },
): Promise<void> {
  const subject = productId === null ? 'sections' : `product:${productId}`;
  const entry = { action: 'sections.ordered', actorId, subject } as const;
  const publish = { reason: 'Documentation: the order of sections', userId: actorId, now: deps.clock.now() };
  await saveOrder(deps, { table: sections, ids, scope: isInProduct(productId) }, entry, 'these sections', [
    enqueueDocumentsPublishStatement(publish),
  ]);
  deps.publisher.wake();
}

const selectSectionValues = (id: number) =>
  selectRowValues(sections, eq(sections.id, id), { name: sections.name, product_id: sections.productId });

const isInProduct = (productId: number | null) => sql`${sections.productId} IS ${productId}`;

async function selectSections(db: Database, viewer: Viewer, where: SQL | undefined): Promise<SectionJson[]> {
  const documentCount = sql<number>`(SELECT count(*) FROM ${documents}
    WHERE ${documents.sectionId} = ${sections.id} AND ${mayReadDocument(viewer)})`;
  const rows = await db.orm
    .select({ section: sections, productName: products.name, documentCount })
    .from(sections)
    .leftJoin(products, eq(products.id, sections.productId))
    .where(where)
    .orderBy(
      sql`${products.id} IS NULL`,
      asc(products.position),
      asc(products.id),
      asc(sections.position),
      asc(sections.id),
    );
  return rows.map(({ section, productName, documentCount: count }) => ({
    id: section.id,
    name: section.name,
    product_id: section.productId,
    product_name: productName,
    position: section.position,
    document_count: count,
    created_at: toIso(section.createdAt),
    updated_at: toIso(section.updatedAt),
  }));
}

async function mapWriteErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isForeignKeyViolation(error))
      throw invalidFieldError('product_id', 'This product no longer exists. Choose another.');
    throw isGuardRollback(error) ? sectionNotFoundError() : error;
  }
}
