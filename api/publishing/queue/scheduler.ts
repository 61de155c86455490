import { write } from '#db/write.ts';
import { backoffMs } from '#api/domain/backoff.ts';
import { queueBlogPublish, queuePublish } from './enqueue.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { type DuePost, isClockQueued, nextPostDue, postsDue, queuedPosts } from './job-queue.ts';

/** setTimeout's longest wait; a later moment is simply looked at again. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** A page that could not be brought up to date is tried again after this, milliseconds. */
const RETRY_MS = 60_000;

/**
 * Watches for what time alone changes: scheduled posts, and pages that stop being true (dates, the news line). When
 * something is due it puts a job into the queue.
 */
export class Clockwork {
  /** Every scheduled post up to this instant (UTC ms) has a job. */
  publicUpTo = 0;
  #triedUpTo = 0;
  readonly #options: PublisherOptions;
  readonly #isOut: (post: DuePost) => boolean;
  readonly #wake: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `isOut`: the publisher has this post, with this date, among the public ones. */
  constructor(options: PublisherOptions, isOut: (post: DuePost) => boolean, wake: () => void) {
    this.#options = options;
    this.#isOut = isOut;
    this.#wake = wake;
  }

  /** Looks whether something is due now, and queues it: each post that comes due by itself, so that none fails another. */
  async tick(): Promise<void> {
    const { db, clock, manifest } = this.#options;
    const now = clock.now();
    // One that was published at this very moment, by a person, is out already, or waits to go out.
    const dated = (await postsDue(db, this.publicUpTo, now)).filter((post) => !this.#isOut(post));
    const waiting = dated.length > 0 ? await queuedPosts(db) : new Set();
    const due = dated.filter(({ id }) => !waiting.has(id));
    const isStale = manifest.expiries().some((moment) => moment <= now);
    const jobs = due.map(({ id, title }) => queueBlogPublish(db, { id, reason: `As scheduled: ${title}`, now }));
    if (isStale && !(await isClockQueued(db))) {
      jobs.push(queuePublish(db, { kind: 'clock', reason: 'What changes with the date', now }));
    }
    await write(db, jobs);
    this.publicUpTo = Math.max(this.publicUpTo, now);
    if (due.length === 0 && !isStale) return;
    this.#triedUpTo = now;
    this.#wake();
  }

  /** Sets the timer for the next moment at which something will be due. */
  async arm(): Promise<void> {
    const { db, clock, manifest } = this.#options;
    const due = await nextPostDue(db, this.publicUpTo);
    // What was due before and still is could not be rendered: it is tried again, but not at once.
    const expiries = manifest.expiries().map((at) => (at <= this.#triedUpTo ? this.#triedUpTo + RETRY_MS : at));
    const moments = due === null ? expiries : [due, ...expiries];
    const next = moments.reduce((earliest, moment) => Math.min(earliest, moment), Number.POSITIVE_INFINITY);
    this.stop();
    if (!Number.isFinite(next)) return;
    this.#tickIn(Math.min(Math.max(next - clock.now(), 0) + 1, LONGEST_WAIT_MS));
  }

  #tickIn(milliseconds: number, attempt = 1): void {
    this.#timer = setTimeout(() => {
      this.tick()
        .then(() => this.#wake())
        .catch((error: unknown) => {
          this.#options.log.error({ err: error }, 'the clock could not be looked at; it is tried again');
          // A full disk, say: nothing else would set the timer again.
          this.#tickIn(backoffMs(attempt, RETRY_MS), attempt + 1);
        });
    }, milliseconds);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
