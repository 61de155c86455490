import { eq, sql } from 'drizzle-orm';
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
