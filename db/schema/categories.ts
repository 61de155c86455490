import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';

export const categories = sqliteTable(
  'categories',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    description: text('description'),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('categories_name_unique').on(sql`lower(${table.name})`),
    check('categories_name_length', sql`length(${table.name}) BETWEEN 1 AND 80`),
  ],
);

/** Every slug that a category ever had. A slug is never reused, not even after a delete. */
export const categorySlugs = sqliteTable(
  'category_slugs',
  {
    slug: text('slug').primaryKey(),
    categoryId: integer('category_id').references(() => categories.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [index('category_slugs_category').on(table.categoryId)],
);
