import { and, gt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { CLOCK_SKEW_MS } from '#api/domain/clock-skew.ts';
import type { Database } from '#db/client.ts';
import { write } from '#db/write.ts';

/**
 * Makes due what waits for a time further ahead than any wait can be (ms): it was set before the clock was put back, and not by
 * another server whose clock is ahead. `dueAt` is the column with that time (UTC ms). Writes only when there is any.
 */
export async function advanceMisdated(
  db: Database,
  dueAt: SQLiteColumn,
  { isWaiting, now, longestWaitMs }: { isWaiting?: SQL | undefined; now: number; longestWaitMs: number },
): Promise<void> {
  const isMisdated = and(isWaiting, gt(dueAt, now + longestWaitMs + CLOCK_SKEW_MS));
  const rows = await db.orm.select({ at: dueAt }).from(dueAt.table).where(isMisdated).limit(1);
  if (rows.length === 0) return;
  await write(db, [sql`UPDATE ${dueAt.table} SET ${sql.identifier(dueAt.name)} = ${now} WHERE ${isMisdated}`]);
}
