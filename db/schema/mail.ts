import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, oneOf } from '../columns.ts';
import { mailKinds, outboxStatuses } from '../enums.ts';

/** Mails to be sent, written in the batch of what they tell of; a worker sends them. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The same key is the same mail: it goes out once. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    kind: text('kind', { enum: mailKinds }).notNull(),
    toEmail: text('to_email').notNull(),
    toName: text('to_name').notNull().default(''),
    /** What the template says, as JSON; nothing secret. */
    data: text('data', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** What is secret of it (a code, a link), sealed; gone once the mail is sent or its time ran out. */
    sealed: text('sealed'),
    status: text('status', { enum: outboxStatuses }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** After this the mail would be of no use. */
    expiresAt: instant('expires_at').notNull(),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    check('outbox_status', sql`${table.status} IN (${oneOf(outboxStatuses)})`),
    index('outbox_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.status} = 'queued'`),
  ],
);
