import { lte } from 'drizzle-orm';
import { rateLimits, signInChallenges } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createSessions } from '../adapters/lucia-sessions.ts';
import type { Deps } from '../deps.ts';

const EVERY_MS = 60 * 60 * 1000;
/** Codes are kept for a day after their end: limits and the record of failures speak of them. */
const KEEP_CODES_MS = 24 * 60 * 60 * 1000;

type Swept = Pick<Deps, 'db' | 'clock'>;

/** Removes sessions, codes and counters that have run out. Nothing depends on it but the size of the database. */
export async function tidyUp(deps: Swept): Promise<void> {
  const now = deps.clock.now();
  await createSessions(deps).sweep();
  await write(deps.db, [
    deps.db.query.delete(signInChallenges).where(lte(signInChallenges.expiresAt, now - KEEP_CODES_MS)),
    deps.db.query.delete(rateLimits).where(lte(rateLimits.resetsAt, now)),
  ]);
}

/** Tidies up every hour. Returns what stops it. */
export function startHousekeeping(deps: Pick<Deps, 'db' | 'clock' | 'log'>): () => void {
  const timer = setInterval(() => {
    tidyUp(deps).catch((error: unknown) => deps.log.error({ err: error }, 'what has run out could not be removed'));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
