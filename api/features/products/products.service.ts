import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import type { Viewer } from '#api/endpoints/access.ts';
import { mayReadDocument } from '#db/queries/visibility.ts';
import { enqueueDocumentsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { saveOrder } from '#api/features/ordering/ordering.service.ts';
import type { ProductJson } from './products.contract.ts';

/** All products in their order. */
export const listProducts = ({ db }: Pick<Deps, 'db'>, viewer: Viewer): Promise<ProductJson[]> =>
  selectProducts(db, viewer, undefined);

/** @throws not_found. */
export async function getProduct({ db }: Pick<Deps, 'db'>, viewer: Viewer, id: number): Promise<ProductJson> {
  const [product] = await selectProducts(db, viewer, eq(products.id, id));
  if (!product) throw notFoundError('Product not found');
  return product;
}

/** Puts all products into an order. @throws conflict when there are others by now. */
export async function reorderProducts(
  deps: Pick<Deps, 'db' | 'clock' | 'publisher'>,
  actorId: number,
  ids: number[],
): Promise<void> {
  const entry = { action: 'products.ordered', actorId, subject: 'products' } as const;
  const publish = { reason: 'Documentation: the order of products', userId: actorId, now: deps.clock.now() };
  await saveOrder(deps, { table: products, ids }, entry, 'the products', [enqueueDocumentsPublishStatement(publish)]);
  deps.publisher.wake();
}

async function selectProducts(db: Database, viewer: Viewer, where: SQL | undefined): Promise<ProductJson[]> {
  // Plain names: in a query of one table the builder would leave the tables out, inside these too.
  const sectionCount = sql<number>`(SELECT count(*) FROM sections WHERE sections.product_id = products.id)`;
  const documentCount = sql<number>`(SELECT count(*) FROM documents JOIN sections ON sections.id = documents.section_id
    WHERE sections.product_id = products.id AND ${mayReadDocument(viewer)})`;
  const rows = await db.orm
    .select({ product: products, sectionCount, documentCount })
    .from(products)
    .where(where)
    .orderBy(asc(products.position), asc(products.id));
  return rows.map(({ product, ...counts }) => ({
    id: product.id,
    name: product.name,
    description: product.description,
    document_readers: product.documentReaders,
    position: product.position,
    section_count: counts.sectionCount,
    document_count: counts.documentCount,
    created_at: toIso(product.createdAt),
    updated_at: toIso(product.updatedAt),
  }));
}
