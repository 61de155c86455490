import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import { draftSubjects, uploadKinds } from '#api/domain/enums.ts';
import { users } from './users.ts';

/** One stored file of an upload: an image variant, or the video itself. */
export type StoredFile = {
  name: string;
  contentType: string;
  width: number | null;
  height: number | null;
  bytes: number;
};

/** Pictures and videos. The same file twice is one row. */
export const uploads = sqliteTable(
  'uploads',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** SHA-256 of the file as it was sent, hexadecimal. */
    hash: text('hash').notNull().unique(),
    kind: text('kind', { enum: uploadKinds }).notNull(),
    /** Of the file that `url` leads to. */
    contentType: text('content_type').notNull(),
    url: text('url').notNull(),
    width: integer('width'),
    height: integer('height'),
    /** Of all its files together. */
    bytes: integer('bytes').notNull(),
    /** What the file was called where it came from. */
    name: text('name').notNull(),
    alt: text('alt').notNull().default(''),
    files: text('files', { mode: 'json' }).$type<StoredFile[]>().notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [
    check('uploads_kind', sql`${table.kind} IN (${toSqlList(uploadKinds)})`),
    index('uploads_created').on(table.createdAt, table.id),
  ],
);

/** Intent log: uploads whose files are being written or deleted by a server. Files and rows have no common transaction. */
export const uploadIntents = sqliteTable('upload_intents', {
  hash: text('hash').primaryKey(),
  /** The files that may be there without a row. */
  names: text('names', { mode: 'json' }).$type<readonly string[]>().notNull(),
  /** Random for each run: who is at work. */
  owner: text('owner').notNull(),
  /** When its server is regarded as gone; moved on while it works. */
  expiresAt: timestampMs('expires_at').notNull(),
});

/** Where an upload is shown: in a post or document, as it is live (`isDraft` false) or in its draft. */
export const uploadUses = sqliteTable(
  'upload_uses',
  {
    hash: text('hash').notNull(),
    kind: text('kind', { enum: draftSubjects }).notNull(),
    subjectId: integer('subject_id').notNull(),
    isDraft: integer('is_draft', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.kind, table.subjectId, table.isDraft] }),
    index('upload_uses_subject').on(table.kind, table.subjectId),
    check('upload_uses_kind', sql`${table.kind} IN (${toSqlList(draftSubjects)})`),
  ],
);
