import { setTimeout as sleep } from 'node:timers/promises';
import { isGuardRollback, write } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import { AppError } from '#api/http/errors.ts';
import { type EndDeps, endUserSubscriptions } from '#api/features/subscriptions/deletion/deletion.service.ts';
import { LAST_ADMIN_MESSAGE } from '#api/features/users/users.service.ts';
import { deleteUserStatements } from './deletion.service.ts';
import * as queries from './deletion.queries.ts';

const BATCH_SIZE = 20;
/** Delay after failures of one deletion, and after consecutive database errors (ms). */
const ATTEMPT_BACKOFF = { baseMs: 10_000, maxMs: 15 * 60_000 };
const RETRY_MAX_MS = 30_000;
const POLL_INTERVAL_MS = 60_000;
/** How long a stop waits for calls in flight (ms). What they leave undone is done after the next start. */
const SHUTDOWN_GRACE_MS = 3_000;

const UNREACHABLE = 'We couldn’t reach Stripe to cancel the subscription, so nothing has been deleted yet.';
const REFUSED = 'Stripe didn’t cancel the subscription, so nothing has been deleted yet.';

type Options = EndDeps & Pick<Deps, 'space'>;

/**
 * Carries out the deletions that admins scheduled, once they can't be undone any more. A deletion that fails shows the user
 * again, with the reason, and is tried again until it works or an admin stops it.
 */
export class UserDeletionWorker {
  readonly #options: Options;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  /** Consecutive polls that failed. */
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Looks for due deletions now; called at the start, and after each write that schedules one. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped) return;
    this.#running ??= this.#drain().finally(() => {
      this.#running = null;
      if (this.#isWoken && this.#failures === 0) this.wake();
      else void this.#scheduleNext();
    });
  }

  /** Resolves when no deletion is due or being carried out. */
  async whenIdle(): Promise<void> {
    this.wake();
    while (this.#running) await this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const timeout = new AbortController();
    await Promise.race([
      this.#running,
      sleep(SHUTDOWN_GRACE_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
  }

  async #drain(): Promise<void> {
    const { db, clock, log, space } = this.#options;
    try {
      do {
        this.#isWoken = false;
        const due = await queries.listDueDeletions(db, clock.now(), BATCH_SIZE);
        if (due.length > 0) this.#isWoken = true;
        for (const user of due) if (!this.#isStopped) await this.#delete(user);
        this.#failures = 0;
      } while (this.#isWoken && !this.#isStopped);
    } catch (error) {
      if (this.#isStopped) return;
      this.#failures += 1;
      space.recordError(error);
      log.error({ err: error }, 'deletion of users failed; trying again');
    }
  }

  async #delete(user: UserRow): Promise<void> {
    const { db, clock, log } = this.#options;
    try {
      await endUserSubscriptions(this.#options, user.id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#postpone(user, error.code === 'unavailable' ? UNREACHABLE : REFUSED);
    }
    const { id, email, deletionActorId } = user;
    const deletion = { userId: id, email, actorId: deletionActorId, now: clock.now(), isScheduled: true };
    try {
      await write(db, deleteUserStatements(db, deletion));
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

  async #scheduleNext(): Promise<void> {
    if (this.#isStopped) return;
    const { db, clock, log } = this.#options;
    if (this.#failures > 0) return this.#wakeAfter(computeBackoffMs(this.#failures, { maxMs: RETRY_MAX_MS }));
    try {
      const next = await queries.findNextDeletionAt(db);
      if (next !== null) this.#wakeAfter(Math.min(Math.max(next - clock.now(), 50), POLL_INTERVAL_MS));
    } catch (error) {
      if (!this.#isStopped) log.error({ err: error }, 'deletion of users failed; trying again');
      this.#wakeAfter(POLL_INTERVAL_MS);
    }
  }

  #wakeAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), milliseconds).unref();
  }
}
