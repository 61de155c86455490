import { and, asc, eq, inArray, isNotNull, lte, min, or } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { toPurgedPaths } from '#db/queries/purges.ts';
import { purges } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

export type PurgeRow = typeof purges.$inferSelect;

/** A purge is no failure while it is tried for the first minute (ms). */
const FAILING_AFTER_MS = 60_000;

/** A purge that left before the switch to its release would have the CDN fetch the old pages again. */
const isServed = (release: number) => lte(purges.releaseId, release);

/** When the next purge is due (UTC ms), or null. */
export async function findNextPurgeAt(db: Database, release: number): Promise<number | null> {
  const [row] = await db.orm
    .select({ at: min(purges.nextAttemptAt) })
    .from(purges)
    .where(and(eq(purges.status, 'queued'), isServed(release)));
  return row?.at ?? null;
}

/**
 * The purge that is due, or null. The newest takes over the paths of all before it, also of those that were given up, so
 * that nothing stays in the CDN and what waits does not grow.
 */
export async function takeDuePurge(db: Database, { release, now }: { release: number; now: number }) {
  const open = await db.orm
    .select()
    .from(purges)
    .where(and(inArray(purges.status, ['queued', 'failed']), isServed(release)))
    .orderBy(asc(purges.id));
  const newest = open.at(-1);
  if (!newest || !open.some(({ status, nextAttemptAt }) => status === 'queued' && nextAttemptAt <= now)) return null;
  if (open.length === 1) return newest;
  const earlier = open.slice(0, -1);
  const isEverything = open.some(({ paths }) => paths === null);
  const failed = open.findLast(({ lastError }) => lastError !== null);
  const change = {
    status: 'queued' as const,
    paths: isEverything ? null : toPurgedPaths(open.flatMap(({ paths }) => paths ?? [])),
    // Since when the CDN may show an old page.
    createdAt: Math.min(...open.map(({ createdAt }) => createdAt)),
    lastStatusCode: failed?.lastStatusCode ?? null,
    lastError: failed?.lastError ?? null,
  };
  await write(db, [
    db.orm.update(purges).set(change).where(eq(purges.id, newest.id)),
    db.orm.delete(purges).where(
      inArray(
        purges.id,
        earlier.map(({ id }) => id),
      ),
    ),
  ]);
  return { ...newest, ...change };
}

/** Queues what was given up again. */
export const requeueFailedPurges = (db: Database, now: number): Promise<unknown> =>
  write(db, [
    db.orm.update(purges).set({ status: 'queued', attempts: 0, nextAttemptAt: now }).where(eq(purges.status, 'failed')),
  ]);

/** Since when the CDN may show old pages because purges fail (UTC ms), and why; null while it takes them. */
export async function findPurgeFailure(db: Database, now: number): Promise<{ since: number; error: string } | null> {
  const [row] = await db.orm
    .select({ since: purges.createdAt, error: purges.lastError, statusCode: purges.lastStatusCode })
    .from(purges)
    .where(
      or(
        eq(purges.status, 'failed'),
        and(eq(purges.status, 'queued'), isNotNull(purges.lastError), lte(purges.createdAt, now - FAILING_AFTER_MS)),
      ),
    )
    .orderBy(asc(purges.createdAt))
    .limit(1);
  if (!row) return null;
  // The text of its response is for the log of the CDN.
  const error = row.statusCode === null ? (row.error ?? '') : `It responds with status ${row.statusCode}.`;
  return { since: row.since, error };
}
