import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';
import { products } from './products.ts';

/** A chapter of a product's documentation. */
export const sections = sqliteTable(
  'sections',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    productId: integer('product_id').references(() => products.id),
    position: integer('position').notNull().default(0),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    index('sections_product').on(table.productId, table.position),
    check('sections_name', sql`length(${table.name}) BETWEEN 1 AND 120`),
  ],
);
