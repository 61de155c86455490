import { type SQLWrapper, sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import { emailKinds, outboxStatuses } from '#api/domain/enums.ts';

/** 1 for sign-in codes, which are sent first; the same expression as in the index. */
export const isSignInCode = (kind: SQLWrapper) => sql`(${kind} = 'sign-in-code')`;

/** Outbox: emails to send, written in the batch of the change that they report; a worker sends them. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Idempotency key: an email with a known key is not enqueued again. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    kind: text('kind', { enum: emailKinds }).notNull(),
    toEmail: text('to_email').notNull(),
    toName: text('to_name').notNull().default(''),
    /** Parameters of the template, as JSON; nothing secret. */
    data: text('data', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** Secret parameters (a code, a link), encrypted; null once the email is sent or expired. */
    encryptedSecret: text('encrypted_secret'),
    status: text('status', { enum: outboxStatuses }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestampMs('next_attempt_at').notNull(),
    /** End of the delivery window: an email that is not sent by then is not sent at all. */
    expiresAt: timestampMs('expires_at').notNull(),
    lastError: text('last_error'),
    createdAt: timestampMs('created_at').notNull(),
    sentAt: timestampMs('sent_at'),
    /** The undoable action that it reports: it waits until that can't be undone any more. */
    undoId: text('undo_id'),
  },
  (table) => [
    check('outbox_status', sql`${table.status} IN (${toSqlList(outboxStatuses)})`),
    // Codes and all others are two queues; each is read in its order.
    index('outbox_due')
      .on(isSignInCode(table.kind), table.nextAttemptAt, table.id)
      .where(sql`${table.status} = 'queued'`),
    index('outbox_late')
      .on(table.expiresAt)
      .where(sql`${table.status} = 'queued'`),
    index('outbox_receiver').on(table.toEmail, table.createdAt),
    // Addresses that email failed to reach, and why.
    index('outbox_failed')
      .on(table.toEmail, table.lastError)
      .where(sql`${table.status} = 'expired'`),
    // Lists and counts of the mail manager read only these: all emails, those of a status, of a kind, and the queue.
    index('outbox_created').on(table.createdAt, table.id, table.toEmail, table.status, table.kind),
    // Without the queue, so that its queries use the index below, which holds all that they compare.
    index('outbox_status')
      .on(table.status, table.createdAt, table.id, table.toEmail)
      .where(sql`${table.status} <> 'queued'`),
    index('outbox_kind').on(table.kind, table.createdAt, table.id, table.status, table.toEmail),
    index('outbox_queued')
      .on(table.createdAt, table.id, table.attempts, table.nextAttemptAt, table.undoId, table.kind, table.toEmail)
      .where(sql`${table.status} = 'queued'`),
    index('outbox_undo')
      .on(table.undoId)
      .where(sql`${table.undoId} IS NOT NULL`),
  ],
);

/** Addresses that get no email except sign-in codes: an admin's decision. */
export const suppressedAddresses = sqliteTable('suppressed_addresses', {
  /** Lower-case ASCII. */
  email: text('email').primaryKey(),
  actorId: integer('actor_id').notNull(),
  createdAt: timestampMs('created_at').notNull(),
});
