import { sql } from 'drizzle-orm';
import { integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core';
import { webhookStatuses } from '#api/domain/enums.ts';

/** An instant: UTC milliseconds since 1970. The database compares them; only the wire shows ISO 8601. */
export const timestampMs = (name: string) => integer(name, { mode: 'number' });

/** `'a', 'b'` for the right side of a CHECK ... IN (...), from a closed vocabulary. */
export const toSqlList = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** What the table of a kind of webhooks holds about their delivery (`api/webhook-worker.ts`). */
export const deliveryColumns = () => ({
  status: text('status', { enum: webhookStatuses }).notNull().default('queued'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: timestampMs('next_attempt_at').notNull(),
  lastStatusCode: integer('last_status_code'),
  lastError: text('last_error'),
  createdAt: timestampMs('created_at').notNull(),
  deliveredAt: timestampMs('delivered_at'),
});

/** The right side of a CHECK: lower-case letters, digits and single hyphens, as in `SLUG_PATTERN`. */
export const isSlug = (slug: SQLiteColumn) =>
  sql`length(${slug}) BETWEEN 1 AND 80 AND ${slug} NOT GLOB '*[^a-z0-9-]*' AND ${slug} NOT GLOB '-*' AND ${slug} NOT GLOB '*-' AND ${slug} NOT GLOB '*--*'`;
