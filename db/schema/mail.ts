import { type SQLWrapper, sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import { emailKinds, outboxStatuses } from '#api/domain/enums.ts';

/** 1 for mails that somebody is waiting for, in the words of the index that reads them first. */
export const isSignInCode = (kind: SQLWrapper) => sql`(${kind} = 'sign-in-code')`;

/** Mails to be sent, written in the batch of what they tell of; a worker sends them. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The same key is the same mail: it goes out once. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    kind: text('kind', { enum: emailKinds }).notNull(),
    toEmail: text('to_email').notNull(),
    toName: text('to_name').notNull().default(''),
    /** What the template says, as JSON; nothing secret. */
    data: text('data', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** What is secret of it (a code, a link), sealed; gone once the mail is sent or its time ran out. */
    encryptedSecret: text('encrypted_secret'),
    status: text('status', { enum: outboxStatuses }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestampMs('next_attempt_at').notNull(),
    /** After this the mail would be of no use. */
    expiresAt: timestampMs('expires_at').notNull(),
    lastError: text('last_error'),
    createdAt: timestampMs('created_at').notNull(),
    sentAt: timestampMs('sent_at'),
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
    index('outbox_receiver').on(table.toEmail),
  ],
);
