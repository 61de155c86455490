import { type SQL, sql } from 'drizzle-orm';
import { findProduct, getPlans, getProducts } from '#api/domain/catalogue.ts';
import { fillPlaceholders, toCatalogueValues } from '#api/domain/placeholders.ts';
import { completeProduct, type SiteProduct, toProduct } from '#api/domain/site-products.ts';
import type { Database } from '#db/client.ts';
import { auditLog, products, siteParts } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { nextPosition } from './positions.ts';
import { loadSiteContent } from './site-content.ts';

type ProductRow = { id: number; name: string; description: string };

/**
 * Adds the row of a product unless it has one. Payments, waiting lists and sections refer to the row, so it is added under any circumstances:
 * if another product of the documentation has the name, with its number behind it.
 */
const addRowStatement = ({ id, name, description }: ProductRow, now: number): SQL => sql`
  INSERT INTO ${products} (id, name, description, position, created_at, updated_at)
  SELECT ${id}, CASE WHEN EXISTS (SELECT 1 FROM ${products} WHERE ${products.name} = ${name} COLLATE NOCASE)
      THEN ${`${name} (${id})`} ELSE ${name} END, ${description || null}, ${nextPosition(products)}, ${now}, ${now}
  WHERE NOT EXISTS (SELECT 1 FROM ${products} WHERE ${products.id} = ${id})`;

/** Guards a write that refers to a product of the catalogue: adds its row if it is missing. */
export function addSoldProductStatement(catalogueId: number, now: number): SQL {
  const listed = findProduct(catalogueId);
  if (!listed) throw new Error(`The catalogue has no product ${catalogueId}.`);
  return addRowStatement({ ...listed, description: fillCatalogueValues(listed.description) }, now);
}

/** For the batch that publishes these products: adds their rows, so that they can be bought, awaited and documented at once. */
export function addPublishedProductStatements(
  published: readonly SiteProduct[],
  now: number,
  plans = getPlans(),
): SQL[] {
  const values = toCatalogueValues({ products: [...getProducts(), ...published.map(toProduct)], plans });
  return published.map(({ product_id: id, name, description }) =>
    addRowStatement({ id, name, description: fillPlaceholders(description, values) }, now),
  );
}

/** Adds the rows of published products that an earlier version published without one; those that an admin deleted stay deleted. */
export async function addMissingProducts(db: Database, now: number): Promise<void> {
  const productId = sql`CAST(${siteParts.fields} ->> 'product_id' AS INTEGER)`;
  const rows = await db.orm
    .select({ fields: siteParts.fields })
    .from(siteParts)
    .where(
      sql`${siteParts.kind} = 'product' AND ${siteParts.state} = 'live'
        AND NOT EXISTS (SELECT 1 FROM ${products} WHERE ${products.id} = ${productId}) AND NOT ${isDeleted(productId)}`,
    );
  if (rows.length === 0) return;
  const missing = rows.map(({ fields }) => completeProduct(fields));
  // At a start nothing else has read the catalogue yet.
  const { plans } = await loadSiteContent(db);
  await write(db, addPublishedProductStatements(missing, now, plans));
}

/** An admin has deleted the product from the documentation. */
const isDeleted = (productId: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${auditLog}
  WHERE ${auditLog.subject} = 'product:' || ${productId} AND ${auditLog.action} = 'product.deleted')`;

/** The statement that names products of the documentation as these parts of the site are called: after their publish, and after its undo. */
export function syncProductNamesStatement(partIds: readonly number[], now: number): SQL {
  const published = sql`${siteParts.kind} = 'product' AND ${siteParts.state} = 'live' AND ${siteParts.id} IN ${partIds}
    AND ${siteParts.fields} ->> 'product_id' = ${products.id}`;
  return sql`
    UPDATE ${products} SET updated_at = ${now},
      name = (SELECT ${siteParts.fields} ->> 'name' FROM ${siteParts} WHERE ${published})
    WHERE EXISTS (SELECT 1 FROM ${siteParts} WHERE ${published} AND ${siteParts.fields} ->> 'name' <> ${products.name})`;
}

/** The description of a product with the names and prices that it holds. */
export const fillCatalogueValues = (text: string): string =>
  fillPlaceholders(text, toCatalogueValues({ products: getProducts(), plans: getPlans() }));

/** As `addSoldProductStatement`, for a waiting list: one that an admin deleted stays deleted. */
export const addListedProductStatement = (catalogueId: number, now: number): SQL =>
  sql`${addSoldProductStatement(catalogueId, now)} AND NOT ${isDeleted(sql`${String(catalogueId)}`)}`;
