import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { lastPosition, reorder } from '#db/queries/positions.ts';
import { documents, products, sections } from '#db/schema/index.ts';
import { ifUndone, isMissingReference, isUndone, orUndo, write } from '#db/write.ts';
import { toIso } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { type AppError, conflict, invalid, notFound } from '../../http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { ADMIN, isReadable, type Reader } from '#api/features/documents/visibility/visibility.service.ts';
import { saveOrder } from '../ordering/ordering.service.ts';
import { getProduct } from '../products/products.service.ts';
import { type SectionInput, type SectionJson, sectionInput } from './sections.contract.ts';

type SectionDeps = Pick<Deps, 'db' | 'clock'>;

const noSection = () => notFound('Section not found');

/** All sections, or those of a product, in the order of the products and their own. */
export async function listSections(
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  filter: { productId?: number } = {},
): Promise<SectionJson[]> {
  if (filter.productId !== undefined) await getProduct({ db }, reader, filter.productId);
  return selectSections(db, reader, filter.productId === undefined ? undefined : ofProduct(filter.productId));
}

/** @throws not_found. */
export async function getSection({ db }: Pick<Deps, 'db'>, reader: Reader, id: number): Promise<SectionJson> {
  const [section] = await selectSections(db, reader, eq(sections.id, id));
  if (!section) throw noSection();
  return section;
}

/** Adds a section at the end of its product. @throws validation_failed, for a product that is not there too. */
export async function createSection(deps: SectionDeps, actorId: number, input: SectionInput): Promise<SectionJson> {
  const { name, product_id: productId } = parseInput(sectionInput, input);
  const now = deps.clock.now();
  const subject = sql`'section:' || last_insert_rowid()`;
  const [made] = await orSayWhy(
    write(deps.db, [
      deps.db.query.insert(sections).values({
        name,
        productId,
        position: lastPosition(sections, ofProduct(productId)),
        createdAt: now,
        updatedAt: now,
      }),
      recordAudit(deps.db, { at: now, action: 'section.created', actorId, subject, detail: { name } }),
    ]),
  );
  return getSection(deps, ADMIN, Number(made?.lastInsertRowid));
}

/** Changes a section; one that goes to another product goes to its end. @throws validation_failed, not_found. */
export async function updateSection(
  deps: SectionDeps,
  actorId: number,
  id: number,
  input: SectionInput,
): Promise<SectionJson> {
  const { name, product_id: productId } = parseInput(sectionInput, input);
  const now = deps.clock.now();
  const position = sql`iif(${ofProduct(productId)}, ${sections.position}, ${lastPosition(sections, ofProduct(productId))})`;
  await orSayWhy(
    write(deps.db, [
      deps.db.query.update(sections).set({ name, productId, position, updatedAt: now }).where(eq(sections.id, id)),
      orUndo,
      recordAudit(deps.db, { at: now, action: 'section.changed', actorId, subject: `section:${id}`, detail: { name } }),
    ]),
  );
  return getSection(deps, ADMIN, id);
}

/** Deletes a section that holds nothing. @throws not_found; conflict, which says how many documents it holds. */
export async function deleteSection(deps: SectionDeps, actorId: number, id: number): Promise<void> {
  const { name } = await getSection(deps, ADMIN, id);
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM ${documents} WHERE ${documents.sectionId} = ${sections.id})`;
  const now = deps.clock.now();
  await write(deps.db, [
    deps.db.query.delete(sections).where(sql`${sections.id} = ${id} AND ${isEmpty}`),
    orUndo,
    recordAudit(deps.db, { at: now, action: 'section.deleted', actorId, subject: `section:${id}`, detail: { name } }),
  ]).catch(ifUndone(() => stillHolds(deps, id)));
}

/** Why a section was not deleted; it may be gone by now, too. */
async function stillHolds(deps: SectionDeps, id: number): Promise<AppError> {
  const { name, document_count: count } = await getSection(deps, ADMIN, id);
  const [held, them] = count === 1 ? ['1 document', 'it'] : [`${count} documents`, 'them'];
  return conflict(`${name} still holds ${held}. Move or delete ${them} first.`);
}

/** Puts the sections of a product, or those of none, into an order. @throws conflict when they are not these any more. */
export async function orderSections(
  deps: SectionDeps,
  actorId: number,
  { product_id: productId, ids }: { product_id: number | null; ids: number[] },
): Promise<void> {
  const subject = productId === null ? 'sections' : `product:${productId}`;
  const entry = { action: 'sections.ordered', actorId, subject, detail: { ids } } as const;
  await saveOrder(deps, reorder(sections, ids, ofProduct(productId)), entry, 'these sections');
}

const ofProduct = (productId: number | null) => sql`${sections.productId} IS ${productId}`;

async function selectSections(db: Database, reader: Reader, where: SQL | undefined): Promise<SectionJson[]> {
  const documentCount = sql<number>`(SELECT count(*) FROM ${documents}
    WHERE ${documents.sectionId} = ${sections.id} AND ${isReadable(reader)})`;
  const rows = await db.query
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

async function orSayWhy<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isMissingReference(error)) throw invalid('product_id', 'This product does not exist.');
    throw isUndone(error) ? noSection() : error;
  }
}
