import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';

export const products = sqliteTable('products', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull().unique(),
  description: text('description'),
  position: integer('position').notNull().default(0),
  createdAt: timestampMs('created_at').notNull(),
  updatedAt: timestampMs('updated_at').notNull(),
});
