import { count, eq, sql } from 'drizzle-orm';
import { getProducts } from '#api/domain/catalogue.ts';
import { isNameTaken } from '#db/queries/unique-names.ts';
import { nextPosition } from '#db/queries/positions.ts';
import { checkoutAttempts, invoices, products, sections, subscriptions, waitingListEntries } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { type AppError, conflictError, duplicateValueError } from '#api/http/errors.ts';
import { enqueueDocumentsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { EDITOR_VIEWER } from '#api/endpoints/access.ts';
import type { ProductRequest, ProductJson } from '#api/features/products/products.contract.ts';
import { getProduct } from '#api/features/products/products.service.ts';

type ProductDeps = Pick<Deps, 'db' | 'clock'>;
type PublishDeps = ProductDeps & Pick<Deps, 'publisher'>;

const nameTakenError = () =>
  duplicateValueError('name', 'A product with this name already exists. Choose another name.');

/**
 * The id of a new product. Pages and waiting lists name the products of the catalogue by id, so a product of such a name
 * gets that id, and all others start after them.
 */
const newProductId = (name: string) => {
  const catalogue = getProducts();
  const lastId = Math.max(0, ...catalogue.map(({ id }) => id));
  const known = catalogue.find((product) => product.name.toLowerCase() === name.toLowerCase());
  const next = sql`max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'products'), 0), ${lastId}) + 1`;
  return known
    ? sql`CASE WHEN EXISTS (SELECT 1 FROM ${products} WHERE id = ${known.id}) THEN ${next} ELSE ${known.id} END`
    : next;
};

/** Adds a product at the end. @throws validation_failed; conflict for a name that another has, in any case. */
export async function createProduct(deps: ProductDeps, actorId: number, input: ProductRequest): Promise<ProductJson> {
  const { name, description, document_readers: documentReaders = 'users' } = input;
  if (await isNameTaken(deps.db, products, name, null)) throw nameTakenError();
  const now = deps.clock.now();
  const subject = sql`'product:' || last_insert_rowid()`;
  const [inserted] = await write(deps.db, [
    sql`
      INSERT INTO ${products} (id, name, description, document_readers, position, created_at, updated_at)
      SELECT ${newProductId(name)}, ${name}, ${description || null}, ${documentReaders}, ${nextPosition(products)}, ${now}, ${now} WHERE ${nameIsFree(name, null)}`,
    rollbackIfNoRows,
    insertAuditStatement(deps.db, {
      at: now,
      action: 'product.created',
      actorId,
      subject,
      after: { name, document_readers: documentReaders },
    }),
  ]).catch(onGuardRollback(nameTakenError));
  return getProduct(deps, EDITOR_VIEWER, Number(inserted?.lastInsertRowid));
}

/** @throws validation_failed, not_found; conflict for a name that another has, in any case. */
export async function updateProduct(
  deps: PublishDeps,
  actorId: number,
  id: number,
  input: ProductRequest,
): Promise<ProductJson> {
  const { name, description } = input;
  const before = await getProduct(deps, EDITOR_VIEWER, id);
  const documentReaders = input.document_readers ?? before.document_readers;
  if (await isNameTaken(deps.db, products, name, id)) throw nameTakenError();
  const now = deps.clock.now();
  const explainRollback = async () => {
    await getProduct(deps, EDITOR_VIEWER, id);
    return nameTakenError();
  };
  const publish = { reason: `Documentation: ${name}`, userId: actorId, now };
  await write(deps.db, [
    // Before the change: afterwards it may be private.
    enqueueDocumentsPublishStatement(publish, documentReaders === 'everyone'),
    insertAuditStatement(deps.db, {
      at: now,
      action: 'product.changed',
      actorId,
      subject: `product:${id}`,
      before: selectProductValues(id),
      after: { name, description: description || null, document_readers: documentReaders },
    }),
    deps.db.orm
      .update(products)
      .set({ name, description: description || null, documentReaders, updatedAt: now })
      .where(sql`${products.id} = ${id} AND ${nameIsFree(name, id)}`),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(explainRollback));
  deps.publisher.wake();
  return getProduct(deps, EDITOR_VIEWER, id);
}

/** Deletes a product without sections, waiting-list entries and purchases. @throws not_found; conflict with what it still has. */
export async function deleteProduct(deps: ProductDeps, actorId: number, id: number): Promise<void> {
  await getProduct(deps, EDITOR_VIEWER, id);
  const isEmpty = sql`
    NOT EXISTS (SELECT 1 FROM ${sections} WHERE ${sections.productId} = ${products.id})
    AND NOT EXISTS (SELECT 1 FROM ${waitingListEntries} WHERE ${waitingListEntries.productId} = ${products.id})
    AND NOT ${wasBought}`;
  const now = deps.clock.now();
  await write(deps.db, [
    insertAuditStatement(deps.db, {
      at: now,
      action: 'product.deleted',
      actorId,
      subject: `product:${id}`,
      before: selectProductValues(id),
    }),
    deps.db.orm.delete(products).where(sql`${products.id} = ${id} AND ${isEmpty}`),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(() => inUseError(deps, id)));
}

const selectProductValues = (id: number) =>
  selectRowValues(products, eq(products.id, id), {
    name: products.name,
    description: products.description,
    document_readers: products.documentReaders,
  });

/** Someone has bought the product, or begun to: payments refer to it for good. */
const wasBought = sql`(
  EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.productId} = ${products.id})
  OR EXISTS (SELECT 1 FROM ${invoices} WHERE ${invoices.productId} = ${products.id})
  OR EXISTS (SELECT 1 FROM ${checkoutAttempts} WHERE ${checkoutAttempts.productId} = ${products.id}))`;

/** Explains why a product was not deleted; it may be deleted by now. */
async function inUseError({ db }: ProductDeps, id: number): Promise<AppError> {
  const product = await getProduct({ db }, EDITOR_VIEWER, id);
  const [bought] = await db.orm
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.id} = ${id} AND ${wasBought}`);
  if (bought) return conflictError(`${product.name} has been sold. Payments refer to it, so it can’t be deleted.`);
  const [waiting] = await db.orm
    .select({ count: count() })
    .from(waitingListEntries)
    .where(eq(waitingListEntries.productId, id));
  const documents = product.document_count > 0 ? ` with ${formatCount(product.document_count, 'document')}` : '';
  const usages = [
    product.section_count > 0 && `${formatCount(product.section_count, 'section')}${documents}`,
    waiting && waiting.count > 0 && formatCount(waiting.count, 'waiting list entry', 'waiting list entries'),
  ].filter((label) => typeof label === 'string');
  return conflictError(`${product.name} still has ${usages.join(' and ')}. Move or delete them first.`);
}

/** Holds at the moment of the write; SQLite folds only A to Z. */
const nameIsFree = (name: string, id: number | null) =>
  sql`NOT EXISTS (SELECT 1 FROM ${products} AS other WHERE lower(other.name) = lower(${name}) AND other.id IS NOT ${id})`;
