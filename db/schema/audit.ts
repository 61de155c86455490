import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';
import { auditActions } from '#api/domain/enums.ts';

/**
 * Audit log: actor, action, subject, time, and what changed. Triggers refuse every UPDATE and DELETE. Rows
 * outlive accounts, so they hold ids, never names, email addresses or texts about people.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: timestampMs('at').notNull(),
    action: text('action', { enum: auditActions }).notNull(),
    /** The user who acted; null for a visitor or the server itself. */
    actorId: integer('actor_id'),
    /** The API key with which a program acted in their name; null where they did it themselves. */
    apiKeyId: integer('api_key_id'),
    /** What it was done to, such as `user:12`. */
    subject: text('subject').notNull(),
    detail: text('detail', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** The fields that changed, with their values before and after; null where nothing was there. */
    before: text('before', { mode: 'json' }).$type<Record<string, unknown>>(),
    after: text('after', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** Idempotency key of an act that may be reported more than once, such as a change at Stripe; null for all others. */
    dedupeKey: text('dedupe_key').unique(),
  },
  (table) => [
    index('audit_log_subject').on(table.subject, table.at),
    index('audit_log_actor').on(table.actorId, table.at),
    index('audit_log_actor_action').on(table.actorId, table.action, table.at),
    index('audit_log_action').on(table.action, table.at),
    index('audit_log_at').on(table.at, table.id),
  ],
);

/**
 * What an entry is about besides its subject: each item of a bulk action, and the user of a subscription or payment. A
 * trigger on `audit_log` writes them.
 */
export const auditSubjects = sqliteTable(
  'audit_subjects',
  {
    /** Such as `user:12`. */
    subject: text('subject').notNull(),
    entryId: integer('entry_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.entryId] })],
);
