import type { Deps } from '#api/deps.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import { AppError } from '#api/http/errors.ts';
import type { EndDeps } from '#api/features/subscriptions/deletion/deletion.service.ts';
import { cancelOfBlacklisted } from '#api/features/subscriptions/deletion/blacklisting.service.ts';
import * as queries from './cancellation.queries.ts';

const BATCH_SIZE = 20;
/** Delay after failures of one cancellation (ms). */
const ATTEMPT_BACKOFF = { baseMs: 10_000, maxMs: 15 * 60_000 };

const UNREACHABLE = 'We couldn’t reach Stripe, so the subscriptions aren’t cancelled yet.';
const REFUSED = 'Stripe didn’t cancel the subscriptions.';

type Options = EndDeps & Pick<Deps, 'space'>;

/**
 * Cancels the subscriptions of blacklisted users where an admin asked for it, once that can't be undone any more. What fails is
 * shown with the user and tried again, for as long as the blacklisting holds.
 */
export class BlacklistWorker extends PollingWorker {
  readonly #options: Options;

  constructor(options: Options) {
    super(options, 'blacklist', 'cancelling subscriptions of blacklisted users failed; trying again');
    this.#options = options;
  }

  protected findNextAt(): Promise<number | null> {
    return queries.findNextCancellationAt(this.#options.db);
  }

  protected async runDue(): Promise<number> {
    const { db, clock } = this.#options;
    await queries.advanceMisdatedCancellations(db, clock.now(), ATTEMPT_BACKOFF.maxMs);
    const due = await queries.claimDueCancellations(db, clock.now(), BATCH_SIZE);
    for (const each of due) if (!this.isStopped) await this.#cancel(each);
    return due.length;
  }

  async #cancel(due: queries.DueCancellation): Promise<void> {
    const { id, userId, cancelAttempts } = due;
    const { db, clock, log } = this.#options;
    try {
      const { cancelled } = await cancelOfBlacklisted(this.#options, due);
      await queries.finishCancellation(db, id);
      log.info({ user: userId, cancelled }, 'subscriptions of a blacklisted user cancelled');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const attempts = cancelAttempts + 1;
      const nextAttemptAt = clock.now() + computeBackoffMs(attempts, ATTEMPT_BACKOFF);
      log.warn({ user: userId, attempt: attempts }, 'subscriptions of a blacklisted user not cancelled; trying again');
      const message = error.code === 'unavailable' ? UNREACHABLE : REFUSED;
      await queries.postponeCancellation(db, id, { attempts, nextAttemptAt, error: message });
    }
  }
}
