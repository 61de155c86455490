import { count, eq, sql } from 'drizzle-orm';
import { hasName } from '#db/queries/unique-names.ts';
import { lastPosition } from '#db/queries/positions.ts';
import { products, sections, waitingListEntries } from '#db/schema/index.ts';
import { ifUndone, orUndo, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { type AppError, conflict, taken } from '#api/http/errors.ts';
import { parseInput } from '#api/http/validation.ts';
import { recordAudit } from '#api/features/audit/audit.service.ts';
import { ADMIN } from '#api/features/documents/visibility/visibility.service.ts';
import { type ProductInput, type ProductJson, productInput } from '#api/features/products/products.contract.ts';
import { getProduct } from '#api/features/products/products.service.ts';

type ProductDeps = Pick<Deps, 'db' | 'clock'>;

const nameTaken = () => taken('name', 'There is a product of this name already.');

/** Adds a product at the end. @throws validation_failed; conflict for a name that another has, in any case. */
export async function createProduct(deps: ProductDeps, actorId: number, input: ProductInput): Promise<ProductJson> {
  const { name, description } = parseInput(productInput, input);
  if (await hasName(deps.db, products, name, null)) throw nameTaken();
  const now = deps.clock.now();
  const subject = sql`'product:' || last_insert_rowid()`;
  const [made] = await write(deps.db, [
    sql`
      INSERT INTO ${products} (name, description, position, created_at, updated_at)
      SELECT ${name}, ${description || null}, ${lastPosition(products)}, ${now}, ${now} WHERE ${isFree(name, null)}`,
    orUndo,
    recordAudit(deps.db, { at: now, action: 'product.created', actorId, subject, detail: { name } }),
  ]).catch(ifUndone(nameTaken));
  return getProduct(deps, ADMIN, Number(made?.lastInsertRowid));
}

/** @throws validation_failed, not_found; conflict for a name that another has, in any case. */
export async function updateProduct(
  deps: ProductDeps,
  actorId: number,
  id: number,
  input: ProductInput,
): Promise<ProductJson> {
  const { name, description } = parseInput(productInput, input);
  await getProduct(deps, ADMIN, id);
  if (await hasName(deps.db, products, name, id)) throw nameTaken();
  const now = deps.clock.now();
  const whyNot = async () => {
    await getProduct(deps, ADMIN, id);
    return nameTaken();
  };
  await write(deps.db, [
    deps.db.query
      .update(products)
      .set({ name, description: description || null, updatedAt: now })
      .where(sql`${products.id} = ${id} AND ${isFree(name, id)}`),
    orUndo,
    recordAudit(deps.db, { at: now, action: 'product.changed', actorId, subject: `product:${id}`, detail: { name } }),
  ]).catch(ifUndone(whyNot));
  return getProduct(deps, ADMIN, id);
}

/** Deletes a product that holds nothing. @throws not_found; conflict, which says what it holds. */
export async function deleteProduct(deps: ProductDeps, actorId: number, id: number): Promise<void> {
  const { name } = await getProduct(deps, ADMIN, id);
  const isEmpty = sql`
    NOT EXISTS (SELECT 1 FROM ${sections} WHERE ${sections.productId} = ${products.id})
    AND NOT EXISTS (SELECT 1 FROM ${waitingListEntries} WHERE ${waitingListEntries.productId} = ${products.id})`;
  const now = deps.clock.now();
  await write(deps.db, [
    deps.db.query.delete(products).where(sql`${products.id} = ${id} AND ${isEmpty}`),
    orUndo,
    recordAudit(deps.db, { at: now, action: 'product.deleted', actorId, subject: `product:${id}`, detail: { name } }),
  ]).catch(ifUndone(() => stillHolds(deps, id)));
}

/** Why a product was not deleted; it may be gone by now, too. */
async function stillHolds({ db }: ProductDeps, id: number): Promise<AppError> {
  const product = await getProduct({ db }, ADMIN, id);
  const [waiting] = await db.query
    .select({ count: count() })
    .from(waitingListEntries)
    .where(eq(waitingListEntries.productId, id));
  const documents = product.document_count > 0 ? ` with ${counted(product.document_count, 'document')}` : '';
  const held = [
    product.section_count > 0 && `${counted(product.section_count, 'section')}${documents}`,
    waiting && waiting.count > 0 && counted(waiting.count, 'waiting-list entry', 'waiting-list entries'),
  ].filter((words) => typeof words === 'string');
  return conflict(`${product.name} still holds ${held.join(' and ')}. Move or delete them first.`);
}

const counted = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** Holds at the moment of the write; SQLite folds only A to Z. */
const isFree = (name: string, id: number | null) =>
  sql`NOT EXISTS (SELECT 1 FROM ${products} AS other WHERE lower(other.name) = lower(${name}) AND other.id IS NOT ${id})`;
