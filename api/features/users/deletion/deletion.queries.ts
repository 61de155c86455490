import { and, asc, eq, lte, min } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { advanceMisdated } from '#db/queries/due-times.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

const isDue = (now: number) => lte(users.deleteAfter, now);

export const listDueDeletions = ({ orm }: Database, now: number, limit: number) =>
  orm.select().from(users).where(isDue(now)).orderBy(asc(users.deleteAfter)).limit(limit);

/** Makes deletions due that wait for a time that was set before the clock was put back. */
export const advanceMisdatedDeletions = (db: Database, now: number, longestWaitMs: number): Promise<void> =>
  advanceMisdated(db, users.deleteAfter, { now, longestWaitMs });

/** When the next deletion is due (UTC ms), or null. */
export async function findNextDeletionAt({ orm }: Database): Promise<number | null> {
  const [row] = await orm.select({ next: min(users.deleteAfter) }).from(users);
  return row?.next ?? null;
}

/** Notes why a deletion failed and when it is tried again, unless it was stopped meanwhile. */
export async function postponeDeletion(
  db: Database,
  user: { id: number; deletionAttempts: number },
  { now, nextAttemptAt, error }: { now: number; nextAttemptAt: number; error: string },
): Promise<void> {
  await write(db, [
    db.orm
      .update(users)
      .set({ deleteAfter: nextAttemptAt, deletionError: error, deletionAttempts: user.deletionAttempts + 1 })
      .where(and(eq(users.id, user.id), isDue(now))),
  ]);
}
