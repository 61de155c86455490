import { lte, or } from 'drizzle-orm';
import {
  blacklistedAddresses,
  openshelfIdempotencyKeys,
  openshelfWebhooks,
  purges,
  rateLimits,
  signInChallenges,
  subscriptionWebhooks,
} from '#db/schema/index.ts';
import { deleteOldWorkLeases } from '#db/leases.ts';
import { write } from '#db/write.ts';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { recoverExpiredIntents } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { deleteOldMissingPathsStatement } from '#api/features/redirects/missing/log.service.ts';
import { deleteClosedEditorsStatement } from '#api/features/drafts/presence/presence.service.ts';
import { runAs } from '#api/loop-watch.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const INTERVAL_MS = 60 * 60 * 1000;
/** Ended challenges are retained for a day: rate limits and the audit of failures refer to them. */
const CODE_RETENTION_MS = DAY_MS;
/** So long after a request the publishing service gets the same response to its idempotency key. */
const IDEMPOTENCY_KEY_RETENTION_MS = 30 * DAY_MS;
/** Of purges that were delivered. */
const PURGE_RETENTION_MS = 7 * DAY_MS;
/** Of webhooks that were delivered; failed ones can be replayed for good. */
const WEBHOOK_RETENTION_MS = 90 * DAY_MS;
/**
 * How long an address stays in the list after its blacklisting has ended or was lifted: its removal can be undone, and whoever
 * complains gets the reason. The privacy policy says so.
 */
const BLACKLISTED_ADDRESS_RETENTION_MS = 30 * DAY_MS;

type HousekeepingDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Removes sessions, codes, counters, open editors, idempotency keys, delivered webhooks and blacklisted addresses that have run
 * out. Nothing depends on it but the size of the database and what the privacy policy promises.
 */
export async function deleteExpiredRows(deps: HousekeepingDeps): Promise<void> {
  const now = deps.clock.now();
  await createSessionStore(deps).deleteExpired();
  await write(deps.db, [
    deps.db.orm.delete(signInChallenges).where(lte(signInChallenges.expiresAt, now - CODE_RETENTION_MS)),
    deps.db.orm.delete(rateLimits).where(lte(rateLimits.resetsAt, now)),
    deleteClosedEditorsStatement(deps, now),
    deleteOldMissingPathsStatement(deps.db, now),
    deleteOldWorkLeases,
    deps.db.orm
      .delete(openshelfIdempotencyKeys)
      .where(lte(openshelfIdempotencyKeys.createdAt, now - IDEMPOTENCY_KEY_RETENTION_MS)),
    // Only delivered ones have this time.
    deps.db.orm.delete(openshelfWebhooks).where(lte(openshelfWebhooks.deliveredAt, now - WEBHOOK_RETENTION_MS)),
    deps.db.orm.delete(subscriptionWebhooks).where(lte(subscriptionWebhooks.deliveredAt, now - WEBHOOK_RETENTION_MS)),
    deps.db.orm.delete(purges).where(lte(purges.deliveredAt, now - PURGE_RETENTION_MS)),
    deps.db.orm
      .delete(blacklistedAddresses)
      .where(
        or(
          lte(blacklistedAddresses.until, now - BLACKLISTED_ADDRESS_RETENTION_MS),
          lte(blacklistedAddresses.endedAt, now - BLACKLISTED_ADDRESS_RETENTION_MS),
        ),
      ),
  ]);
}

/** Tidies up every hour, also after servers that are gone. Returns what stops it. */
export function startHousekeeping(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'files'>): () => void {
  const timer = setInterval(() => {
    runAs('housekeeping', () => Promise.all([deleteExpiredRows(deps), recoverExpiredIntents(deps)])).catch(
      (error: unknown) => deps.log.error({ err: error }, 'housekeeping failed'),
    );
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
