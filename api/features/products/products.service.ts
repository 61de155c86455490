import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { reorder } from '#db/ordering.ts';
import { products } from '#db/schema/index.ts';
import { isUndone, orUndo, write } from '#db/write.ts';
import { toIso } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { isReadable, type Reader } from '../documents/documents.service.ts';
import type { ProductJson } from './products.contract.ts';

/** All products in their order. */
export const listProducts = ({ db }: Pick<Deps, 'db'>, reader: Reader): Promise<ProductJson[]> =>
  selectProducts(db, reader, undefined);

/** @throws not_found. */
export async function getProduct({ db }: Pick<Deps, 'db'>, reader: Reader, id: number): Promise<ProductJson> {
  const [product] = await selectProducts(db, reader, eq(products.id, id));
  if (!product) throw notFound('Product not found');
  return product;
}

/** Puts all products into an order. @throws conflict when there are others by now. */
export async function orderProducts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actorId: number,
  ids: number[],
): Promise<void> {
  try {
    await write(db, [
      reorder(products, ids),
      orUndo,
      recordAudit(db, {
        at: clock.now(),
        action: 'products.ordered',
        actorId,
        subject: 'products',
        detail: { ids },
      }),
    ]);
  } catch (error) {
    if (!isUndone(error)) throw error;
    throw conflict('Somebody else changed the products in the meantime. Load the page again to see them.');
  }
}

async function selectProducts(db: Database, reader: Reader, where: SQL | undefined): Promise<ProductJson[]> {
  // Plain names: in a query of one table the builder would leave the tables out, inside these too.
  const sectionCount = sql<number>`(SELECT count(*) FROM sections WHERE sections.product_id = products.id)`;
  const documentCount = sql<number>`(SELECT count(*) FROM documents JOIN sections ON sections.id = documents.section_id
    WHERE sections.product_id = products.id AND ${isReadable(reader)})`;
  const rows = await db.query
    .select({ product: products, sectionCount, documentCount })
    .from(products)
    .where(where)
    .orderBy(asc(products.position), asc(products.id));
  return rows.map(({ product, sectionCount: held, documentCount: read }) => ({
    id: product.id,
    name: product.name,
    description: product.description,
    position: product.position,
    section_count: held,
    document_count: read,
    created_at: toIso(product.createdAt),
    updated_at: toIso(product.updatedAt),
  }));
}
