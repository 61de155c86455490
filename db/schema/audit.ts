import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';
import { auditActions } from '#api/domain/enums.ts';

/** Audit log: actor, action, subject and time. Rows outlive accounts, so they hold ids, never email addresses. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: timestampMs('at').notNull(),
    action: text('action', { enum: auditActions }).notNull(),
    /** The user who acted; null for a visitor or the server itself. */
    actorId: integer('actor_id'),
    /** What it was done to, such as `user:12`. */
    subject: text('subject').notNull(),
    detail: text('detail', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** Idempotency key of an act that may be reported more than once, such as a change at Stripe; null for all others. */
    dedupeKey: text('dedupe_key').unique(),
  },
  (table) => [index('audit_log_subject').on(table.subject, table.at)],
);
