import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import { draftSubjects, revisionReasons } from '#api/domain/enums.ts';
import { users } from './users.ts';

/** Everything of a post or document but its content, as its contract names it. */
export type DraftFields = Record<string, unknown>;

/** What is being written on a post or document and is not published yet: at most one draft each, whoever writes. */
export const drafts = sqliteTable(
  'drafts',
  {
    kind: text('kind', { enum: draftSubjects }).notNull(),
    subjectId: integer('subject_id').notNull(),
    fields: text('fields', { mode: 'json' }).$type<DraftFields>().notNull(),
    /** Sanitised HTML. */
    content: text('content').notNull(),
    /** Grows with every save; a save states the version that it started from. */
    version: integer('version').notNull(),
    /** The revision of the post or document, as readers see it, that the draft was begun from. */
    baseRevision: integer('base_revision').notNull(),
    /** The tab that saved last. */
    clientId: text('client_id').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    // A tab writes on one thing: asked twice to begin a new post, it is the same post.
    uniqueIndex('drafts_client').on(table.kind, table.clientId),
    check('drafts_kind', sql`${table.kind} IN (${toSqlList(draftSubjects)})`),
  ],
);

/** Every state that a post or document was in, kept as long as it is. */
export const revisions = sqliteTable(
  'revisions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: draftSubjects }).notNull(),
    subjectId: integer('subject_id').notNull(),
    /** 1, 2, 3 … for each post or document. */
    number: integer('number').notNull(),
    reason: text('reason', { enum: revisionReasons }).notNull(),
    fields: text('fields', { mode: 'json' }).$type<DraftFields>().notNull(),
    content: text('content').notNull(),
    /** Words of the content. */
    wordCount: integer('word_count').notNull().default(0),
    /** How many words it held once and let go of while it grew. */
    removedWordCount: integer('removed_word_count').notNull().default(0),
    clientId: text('client_id').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    /** A draft's revision grows for some minutes while its tab goes on saving. */
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('revisions_number').on(table.kind, table.subjectId, table.number),
    index('revisions_user').on(table.userId),
    check('revisions_kind', sql`${table.kind} IN (${toSqlList(draftSubjects)})`),
    check('revisions_reason', sql`${table.reason} IN (${toSqlList(revisionReasons)})`),
  ],
);
