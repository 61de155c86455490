import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isSlug, timestampMs, toSqlList } from './columns.ts';
import { documentStatuses } from '#api/domain/enums.ts';
import { sections } from './sections.ts';

export const documents = sqliteTable(
  'documents',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    sectionId: integer('section_id').references(() => sections.id),
    /** Sanitised HTML. */
    content: text('content').notNull(),
    /** The content without markup, for search. */
    contentText: text('content_text').notNull(),
    status: text('status', { enum: documentStatuses }).notNull(),
    position: integer('position').notNull().default(0),
    /** Counts every change that readers see; an edit states the revision that it started from. */
    revision: integer('revision').notNull().default(1),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    index('documents_section').on(table.sectionId, table.position),
    // As of posts.
    index('documents_with_cards')
      .on(table.id)
      .where(sql`instr(${table.content}, 'data-block="bookmark"') > 0`),
    check('documents_slug', isSlug(table.slug)),
    check('documents_status', sql`${table.status} IN (${toSqlList(documentStatuses)})`),
    check('documents_title', sql`length(${table.title}) BETWEEN 1 AND 200`),
  ],
);

/** Every slug that a document ever had. A slug is never reused, not even after a delete. */
export const documentSlugs = sqliteTable(
  'document_slugs',
  {
    slug: text('slug').primaryKey(),
    documentId: integer('document_id').references(() => documents.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [index('document_slugs_document').on(table.documentId)],
);
