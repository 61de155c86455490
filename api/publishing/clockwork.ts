import { write } from '#db/write.ts';
import { queuePublish } from './jobs.ts';
import type { PublisherOptions } from './publisher-options.ts';
import { nextPostDue, postsDue } from './queue.ts';

/** setTimeout's longest wait; a later moment is simply looked at again. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Watches for what time alone changes: scheduled posts, and pages that stop being true (dates, the news line). When
 * something is due it puts a job into the queue.
 */
export class Clockwork {
  /** Every scheduled post up to this instant (UTC ms) has been taken up. */
  publicUpTo = 0;
  readonly #options: PublisherOptions;
  readonly #wake: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PublisherOptions, wake: () => void) {
    this.#options = options;
    this.#wake = wake;
  }

  /** Posts that have come due since the last look; they count as taken up from now on. */
  async takeDue(now: number): Promise<number[]> {
    const due = await postsDue(this.#options.db, this.publicUpTo, now);
    this.publicUpTo = Math.max(this.publicUpTo, now);
    return due;
  }

  /** Looks whether something is due now, and queues it. */
  async tick(): Promise<void> {
    const { db, clock, manifest } = this.#options;
    const now = clock.now();
    const due = await postsDue(db, this.publicUpTo, now);
    const isStale = manifest.expiries().some((moment) => moment <= now);
    if (due.length === 0 && !isStale) return;
    await write(db, [queuePublish(db, { kind: 'clock', reason: 'The time has come', now })]);
    this.#wake();
  }

  /** Sets the timer for the next moment at which something will be due. */
  async arm(): Promise<void> {
    const { db, clock, manifest, log } = this.#options;
    const due = await nextPostDue(db, this.publicUpTo);
    const moments = due === null ? manifest.expiries() : [due, ...manifest.expiries()];
    const next = moments.reduce((earliest, moment) => Math.min(earliest, moment), Number.POSITIVE_INFINITY);
    this.stop();
    if (!Number.isFinite(next)) return;
    const wait = Math.min(Math.max(next - clock.now(), 0) + 1, LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => {
      this.tick()
        .then(() => this.#wake())
        .catch((error: unknown) => log.error({ err: error }, 'the clock could not be looked at'));
    }, wait);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
