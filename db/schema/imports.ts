import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import {
  type ImportKind,
  type ImportLossKind,
  importItemStates,
  importKinds,
  importSources,
  importStates,
} from '#api/domain/imports.ts';
import { timestampMs, toSqlList } from './columns.ts';
import { users } from './users.ts';

/** A file as it was given: of the server itself, or one that was uploaded. */
export type ImportFile = { path: string; name: string; bytes: number };
/** `zone`: of the times in the file that don’t name one. */
export type ImportOptions = { zone: string; areDrafts: boolean; mediaDirectory: string | null };
export type ImportLoss = { kind: ImportLossKind; detail: string; count: number };

/** Sites that were brought in from elsewhere. */
export const imports = sqliteTable(
  'imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    source: text('source', { enum: importSources }).notNull(),
    state: text('state', { enum: importStates }).notNull(),
    files: text('files', { mode: 'json' }).$type<ImportFile[]>().notNull(),
    options: text('options', { mode: 'json' }).$type<ImportOptions>().notNull(),
    /** Which site it is: its items are the same ones in a second import of it. */
    origin: text('origin').notNull().default(''),
    /** Of the site as a whole. */
    losses: text('losses', { mode: 'json' }).$type<ImportLoss[]>().notNull(),
    /** Why its files can’t come in, or why it stands still. */
    error: text('error'),
    /** How often a server has begun what is under way, or its next part after a start; 0 when nothing is. */
    attempts: integer('attempts').notNull().default(0),
    /** Whether an undo takes out what was edited since, too. */
    removesEdited: integer('removes_edited', { mode: 'boolean' }).notNull().default(false),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    startedAt: timestampMs('started_at'),
    finishedAt: timestampMs('finished_at'),
  },
  (table) => [
    check('imports_source', sql`${table.source} IN (${toSqlList(importSources)})`),
    check('imports_state', sql`${table.state} IN (${toSqlList(importStates)})`),
  ],
);

/** What an import consists of, as its reader understood it, and what became of it here. */
export const importItems = sqliteTable(
  'import_items',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: importKinds }).notNull().$type<ImportKind>(),
    /** The place of its kind in the order of all. */
    phase: integer('phase').notNull(),
    /** Its name in the source: an id, an address or a path. */
    sourceId: text('source_id').notNull(),
    title: text('title').notNull(),
    /** JSON of the item as the source has it, without its text (`importTexts`). Empty once it isn’t needed any more. */
    data: text('data').notNull(),
    /** Of `data`: whether a second import brings the same. */
    hash: text('hash').notNull(),
    losses: text('losses', { mode: 'json' }).$type<ImportLoss[]>().notNull(),
    state: text('state', { enum: importItemStates }).notNull().default('waiting'),
    /** The address that it gets, or has. */
    address: text('address'),
    /** Of the post, category, upload, page or redirect that it became. No foreign key: that may be deleted. */
    subjectId: integer('subject_id'),
    /** Of the post or page as the import left it. */
    revision: integer('revision'),
    /** The import made its subject; an undo leaves what was there before. */
    isNew: integer('is_new', { mode: 'boolean' }).notNull().default(false),
    error: text('error'),
  },
  (table) => [
    uniqueIndex('import_items_source').on(table.importId, table.kind, table.sourceId),
    index('import_items_known').on(table.kind, table.sourceId),
    index('import_items_open').on(table.importId, table.state, table.phase, table.id),
    check('import_items_kind', sql`${table.kind} IN (${toSqlList(importKinds)})`),
    check('import_items_state', sql`${table.state} IN (${toSqlList(importItemStates)})`),
  ],
);

/**
 * HTML of posts and pages until they are brought in. A table beside `importItems`, because SQLite reads through a long text to reach the columns
 * behind it: with the texts in it, each look at the state of an import of 100 MB held the event loop for half a second.
 */
export const importTexts = sqliteTable('import_texts', {
  itemId: integer('item_id')
    .primaryKey()
    .references(() => importItems.id, { onDelete: 'cascade' }),
  html: text('html').notNull(),
});
