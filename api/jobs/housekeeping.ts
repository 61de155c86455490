import { lte } from 'drizzle-orm';
import { rateLimits, signInChallenges } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';

const INTERVAL_MS = 60 * 60 * 1000;
/** Ended challenges are retained for a day: rate limits and the audit of failures refer to them. */
const CODE_RETENTION_MS = 24 * 60 * 60 * 1000;

type HousekeepingDeps = Pick<Deps, 'db' | 'clock'>;

/** Removes sessions, codes and counters that have run out. Nothing depends on it but the size of the database. */
export async function deleteExpiredRows(deps: HousekeepingDeps): Promise<void> {
  const now = deps.clock.now();
  await createSessionStore(deps).deleteExpired();
  await write(deps.db, [
    deps.db.orm.delete(signInChallenges).where(lte(signInChallenges.expiresAt, now - CODE_RETENTION_MS)),
    deps.db.orm.delete(rateLimits).where(lte(rateLimits.resetsAt, now)),
  ]);
}

/** Tidies up every hour. Returns what stops it. */
export function startHousekeeping(deps: Pick<Deps, 'db' | 'clock' | 'log'>): () => void {
  const timer = setInterval(() => {
    deleteExpiredRows(deps).catch((error: unknown) => deps.log.error({ err: error }, 'housekeeping failed'));
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
