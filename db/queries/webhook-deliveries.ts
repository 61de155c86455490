import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/client.ts';
import { write } from '#db/write.ts';
import { advanceMisdated } from './due-times.ts';

/** A table with the columns of `deliveryColumns`. */
export type DeliveryTable = SQLiteTable & Record<'id' | 'status' | 'nextAttemptAt', SQLiteColumn>;

const toRow = (table: DeliveryTable, id: number) => sql`WHERE ${table.id} = ${id}`;

/** The response of the receiver was a success. */
export const markDelivered = (
  db: Database,
  table: DeliveryTable,
  { id, statusCode, now }: { id: number; statusCode: number; now: number },
): Promise<unknown> =>
  write(db, [
    sql`UPDATE ${table} SET status = 'delivered', attempts = attempts + 1, delivered_at = ${now},
      last_status_code = ${statusCode}, last_error = NULL ${toRow(table, id)}`,
  ]);

type Failure = { id: number; statusCode: number | null; error: string; nextAttemptAt: number; isGivenUp: boolean };

/** It is tried again at `nextAttemptAt` (UTC ms), or given up. */
export const markFailed = (
  db: Database,
  table: DeliveryTable,
  { id, statusCode, error, nextAttemptAt, isGivenUp }: Failure,
): Promise<unknown> =>
  write(db, [
    sql`UPDATE ${table} SET status = ${isGivenUp ? 'failed' : 'queued'}, attempts = attempts + 1,
      next_attempt_at = ${nextAttemptAt}, last_status_code = ${statusCode}, last_error = ${error} ${toRow(table, id)}`,
  ]);

/** Makes webhooks due that wait for a time that was set before the clock was put back. */
export const advanceMisdatedDeliveries = (
  db: Database,
  table: DeliveryTable,
  { now, longestWaitMs }: { now: number; longestWaitMs: number },
): Promise<void> =>
  advanceMisdated(db, table.nextAttemptAt, { isWaiting: eq(table.status, 'queued'), now, longestWaitMs });

/** Queued, with none before it that has the same values in these columns: such are sent in their order. */
export const isNextDelivery = (table: DeliveryTable, columns: readonly SQLiteColumn[]): SQL => {
  const isSame = columns.map((column) => sql`earlier.${sql.identifier(column.name)} = ${column}`);
  return sql`${table.status} = 'queued' AND NOT EXISTS (SELECT 1 FROM ${table} AS earlier
    WHERE ${sql.join(isSame, sql` AND `)} AND earlier.id < ${table.id} AND earlier.status = 'queued')`;
};

/** When the next of those that `isNext` is due (UTC ms), or null when there is none. */
export async function findNextDeliveryAt(db: Database, table: DeliveryTable, isNext: SQL): Promise<number | null> {
  const [row] = await db.orm
    .select({ at: sql<number>`${table.nextAttemptAt}` })
    .from(table)
    .where(isNext)
    .orderBy(asc(table.nextAttemptAt), asc(table.id))
    .limit(1);
  return row?.at ?? null;
}

/** Queues a webhook again, due at once. One that was never sent is left alone: it goes out by itself. */
export const replayStatement = (table: DeliveryTable, id: number, now: number): SQL =>
  sql`UPDATE ${table} SET status = 'queued', attempts = 0, next_attempt_at = ${now}, last_status_code = NULL,
    last_error = NULL, delivered_at = NULL ${toRow(table, id)} AND (status <> 'queued' OR attempts > 0)`;
