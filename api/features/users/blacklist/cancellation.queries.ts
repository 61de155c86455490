import { and, asc, eq, inArray, isNull, lte, min } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { advanceMisdated } from '#db/queries/due-times.ts';
import { endUndoTimeStatement } from '#db/queries/undo-actions.ts';
import { blacklistings } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

const { id, userId, actorId, undoId, createdAt, cancelAfter, cancelAct, cancelAttempts, endedAt } = blacklistings;

export type DueCancellation = Pick<
  typeof blacklistings.$inferSelect,
  'id' | 'userId' | 'actorId' | 'createdAt' | 'cancelAct' | 'cancelAttempts'
>;

/** Due cancellations of blacklistings that hold. From here on the blacklistings can't be undone any more. */
export async function claimDueCancellations(db: Database, now: number, limit: number): Promise<DueCancellation[]> {
  const isDue = and(lte(cancelAfter, now), isNull(endedAt));
  const found = await db.orm
    .select({ id, undoId })
    .from(blacklistings)
    .where(isDue)
    .orderBy(asc(cancelAfter))
    .limit(limit);
  if (found.length === 0) return [];
  await write(db, [
    endUndoTimeStatement(
      db,
      found.flatMap((row) => row.undoId ?? []),
    ),
  ]);
  // Read again: an undo may have been written before.
  const ids = found.map((row) => row.id);
  return db.orm
    .select({ id, userId, actorId, createdAt, cancelAct, cancelAttempts })
    .from(blacklistings)
    .where(and(inArray(id, ids), isDue));
}

/** Makes cancellations due that wait for a time that was set before the clock was put back. */
export const advanceMisdatedCancellations = (db: Database, now: number, longestWaitMs: number): Promise<void> =>
  advanceMisdated(db, cancelAfter, { isWaiting: isNull(endedAt), now, longestWaitMs });

/** When the next cancellation is due (UTC ms), or null. */
export async function findNextCancellationAt({ orm }: Database): Promise<number | null> {
  const [row] = await orm
    .select({ next: min(cancelAfter) })
    .from(blacklistings)
    .where(isNull(endedAt));
  return row?.next ?? null;
}

export async function finishCancellation(db: Database, rowId: number): Promise<void> {
  await write(db, [db.orm.update(blacklistings).set({ cancelAfter: null, cancelError: null }).where(eq(id, rowId))]);
}

/** Notes why a cancellation failed and when it is tried again. */
export async function postponeCancellation(
  db: Database,
  rowId: number,
  { attempts, nextAttemptAt, error }: { attempts: number; nextAttemptAt: number; error: string },
): Promise<void> {
  const change = { cancelAfter: nextAttemptAt, cancelError: error, cancelAttempts: attempts };
  await write(db, [db.orm.update(blacklistings).set(change).where(eq(id, rowId))]);
}
