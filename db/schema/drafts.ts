import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import { draftSubjects, reviewStates, revisionReasons } from '#api/domain/enums.ts';
import { users } from './users.ts';

/** All fields of a post or document but the content, named as in its contract. */
export type DraftFields = Record<string, unknown>;

/** Unpublished changes of posts and documents: at most one draft each, shared by all editors. */
export const drafts = sqliteTable(
  'drafts',
  {
    kind: text('kind', { enum: draftSubjects }).notNull(),
    subjectId: integer('subject_id').notNull(),
    fields: text('fields', { mode: 'json' }).$type<DraftFields>().notNull(),
    /** Sanitised HTML. */
    content: text('content').notNull(),
    /** Incremented by every save, and never begun again (`draftVersions`); a save names the version that it started from. */
    version: integer('version').notNull(),
    /** The published revision that the draft started from. */
    baseRevision: integer('base_revision').notNull(),
    /** The editor tab that saved last. */
    clientId: text('client_id').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
    /** Null while it waits for nobody. Saving leaves all of these as they are; publishing and discarding end them with the draft. */
    reviewState: text('review_state', { enum: reviewStates }),
    /** Of the author, or of the editor who asks for changes. */
    reviewNote: text('review_note'),
    reviewAt: timestampMs('review_at'),
    submittedBy: integer('submitted_by').references(() => users.id, { onDelete: 'set null' }),
    reviewedBy: integer('reviewed_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    index('drafts_review')
      .on(table.reviewState, table.reviewAt)
      .where(sql`${table.reviewState} IS NOT NULL`),
    // A tab edits one subject, so a repeated create request finds the post of the first one.
    uniqueIndex('drafts_client').on(table.kind, table.clientId),
    check('drafts_kind', sql`${table.kind} IN (${toSqlList(draftSubjects)})`),
  ],
);

/**
 * The last version that a draft of each subject had when it ended, by a trigger on `drafts` (migration 0038). The next draft counts on from
 * it, so a version names the same words for ever: in schedules, undos, previews and open editors.
 */
export const draftVersions = sqliteTable(
  'draft_versions',
  {
    kind: text('kind', { enum: draftSubjects }).notNull(),
    subjectId: integer('subject_id').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectId] })],
);

/** Stored states of posts and documents; they are deleted with their subject. */
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
    /** How many characters were removed by the saves that were merged into it. */
    removedCharacterCount: integer('removed_character_count').notNull().default(0),
    clientId: text('client_id').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    /** Later than `created_at` when saves of the same tab were merged into it. */
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('revisions_number').on(table.kind, table.subjectId, table.number),
    index('revisions_user').on(table.userId),
    check('revisions_kind', sql`${table.kind} IN (${toSqlList(draftSubjects)})`),
    check('revisions_reason', sql`${table.reason} IN (${toSqlList(revisionReasons)})`),
  ],
);

/**
 * Hashes of the top-level elements of a revision that can't change any more (`listBlockHashes`), stored once somebody compares it. A table beside it,
 * because SQLite reads through the whole content of a row to reach a column behind it.
 */
export const revisionBlocks = sqliteTable('revision_blocks', {
  revisionId: integer('revision_id')
    .primaryKey()
    .references(() => revisions.id, { onDelete: 'cascade' }),
  hashes: text('hashes').notNull(),
});

/** Editor tabs that have a post or document open, each as it last reported. Advice only: a row that is old means nothing. */
export const openEditors = sqliteTable(
  'open_editors',
  {
    kind: text('kind', { enum: draftSubjects }).notNull(),
    subjectId: integer('subject_id').notNull(),
    clientId: text('client_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seenAt: timestampMs('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId, table.clientId] }),
    index('open_editors_seen').on(table.seenAt),
    index('open_editors_user').on(table.userId),
    check('open_editors_kind', sql`${table.kind} IN (${toSqlList(draftSubjects)})`),
  ],
);
