import { type SQL, sql } from 'drizzle-orm';
import { findProduct, getPlans, getProducts } from '#api/domain/catalogue.ts';
import { fillPlaceholders, toCatalogueValues } from '#api/domain/placeholders.ts';
import { auditLog, products, siteParts } from '#db/schema/index.ts';
import { nextPosition } from './positions.ts';

/** The statement that adds a product of the catalogue that has no row yet, as in a new database without demo content. */
export function addSoldProductStatement(catalogueId: number, now: number): SQL {
  const listed = findProduct(catalogueId);
  if (!listed) throw new Error(`The catalogue has no product ${catalogueId}.`);
  const { id, name } = products;
  const description = fillCatalogueValues(listed.description);
  return sql`
    INSERT INTO ${products} (id, name, description, position, created_at, updated_at)
    SELECT ${catalogueId}, ${listed.name}, ${description}, ${nextPosition(products)}, ${now}, ${now}
    WHERE NOT EXISTS (SELECT 1 FROM ${products} WHERE ${id} = ${catalogueId} OR ${name} = ${listed.name} COLLATE NOCASE)`;
}

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
  sql`${addSoldProductStatement(catalogueId, now)}
    AND NOT EXISTS (SELECT 1 FROM ${auditLog} WHERE ${auditLog.subject} = ${`product:${catalogueId}`}
      AND ${auditLog.action} = 'product.deleted')`;
