import { isGuardRollback, write } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import { AppError } from '#api/http/errors.ts';
import { type EndDeps, endUserSubscriptions } from '#api/features/subscriptions/deletion/deletion.service.ts';
import { LAST_ADMIN_MESSAGE } from '#api/features/users/users.service.ts';
import { keepBlacklistingStatement } from '#api/features/users/blacklist/addresses.service.ts';
import { deleteUserStatements } from './deletion.service.ts';
import * as queries from './deletion.queries.ts';

const BATCH_SIZE = 20;
/** Delay after failures of one deletion (ms). */
const ATTEMPT_BACKOFF = { baseMs: 10_000, maxMs: 15 * 60_000 };

const UNREACHABLE = 'We couldn’t reach Stripe to cancel the subscription, so nothing has been deleted yet.';
const REFUSED = 'Stripe didn’t cancel the subscription, so nothing has been deleted yet.';

type Options = EndDeps & Pick<Deps, 'space' | 'secrets'>;

/**
 * Carries out the deletions that admins scheduled, once they can't be undone any more. A deletion that fails shows the user
 * again, with the reason, and is tried again until it works or an admin stops it.
 */
export class UserDeletionWorker extends PollingWorker {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, 'user-deletions', 'deletion of users failed; trying again');
    this.#options = options;
  }

  protected findNextAt(): Promise<number | null> {
    return queries.findNextDeletionAt(this.#options.db);
  }

  protected async runDue(): Promise<number> {
    const { db, clock } = this.#options;
    await queries.advanceMisdatedDeletions(db, clock.now(), ATTEMPT_BACKOFF.maxMs);
    const due = await queries.listDueDeletions(db, clock.now(), BATCH_SIZE);
    for (const user of due) if (!this.isStopped) await this.#delete(user);
    return due.length;
  }

  async #delete(user: UserRow): Promise<void> {
    const { db, clock, log, subscriptionWebhooks } = this.#options;
    try {
      await endUserSubscriptions(this.#options, user.id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#postpone(user, error.code === 'unavailable' ? UNREACHABLE : REFUSED);
    }
    const { id, email, deletionActorId } = user;
    const deletion = { userId: id, email, actorId: deletionActorId, now: clock.now(), isScheduled: true };
    try {
      await write(db, [
        keepBlacklistingStatement(this.#options, user, deletion.now),
        ...Object.values(deleteUserStatements(db, deletion)).flat(),
      ]);
      subscriptionWebhooks.wake();
      log.info({ user: id }, 'user deleted');
    } catch (error) {
      if (!isGuardRollback(error)) throw error;
      // Stopped in the meantime, which leaves nothing to postpone; or the last admin.
      await this.#postpone(user, LAST_ADMIN_MESSAGE);
    }
  }

  async #postpone(user: UserRow, error: string): Promise<void> {
    const { db, clock, log } = this.#options;
    const now = clock.now();
    const nextAttemptAt = now + computeBackoffMs(user.deletionAttempts + 1, ATTEMPT_BACKOFF);
    log.warn({ user: user.id, attempt: user.deletionAttempts + 1 }, 'user not deleted; trying again');
    await queries.postponeDeletion(db, user, { now, nextAttemptAt, error });
  }
}
