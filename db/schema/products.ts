import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { documentReaders } from '#api/domain/enums.ts';
import { timestampMs } from './columns.ts';

export const products = sqliteTable('products', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull().unique(),
  description: text('description'),
  /** Who may read its documentation (`mayReadDocument`). */
  documentReaders: text('document_readers', { enum: documentReaders }).notNull().default('users'),
  position: integer('position').notNull().default(0),
  createdAt: timestampMs('created_at').notNull(),
  updatedAt: timestampMs('updated_at').notNull(),
});
