import { asc, sql } from 'drizzle-orm';
import { documents, products, sections } from '#db/schema/index.ts';

/** Order: by product, then section, then position; documents without a section come last. */
export const documentOrderBy = [
  sql`${products.id} IS NULL`,
  asc(products.position),
  asc(products.id),
  sql`${sections.id} IS NULL`,
  asc(sections.position),
  asc(sections.id),
  asc(documents.position),
  asc(documents.id),
];
