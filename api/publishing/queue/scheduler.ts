import { write } from '#db/write.ts';
import { findAnnouncementChange, isAnnouncementOutdated } from '#api/domain/announcement.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { enqueueBlogPublishStatement, enqueuePublishStatement } from './enqueue.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { type ScheduledPost, isJobQueued, findNextDueAt, listDuePosts, listQueuedPostIds } from './job-queue.ts';

/** setTimeout's longest wait; a later moment is simply looked at again. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** A page that could not be brought up to date is tried again after this, milliseconds. */
const RETRY_MS = 60_000;
/** Small corrections of the clock, milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Watches for what time alone changes: scheduled posts, the announcement above the header, and pages that stop being true (dates, the
 * news line). When something is due it puts a job into the queue.
 */
export class PublishScheduler {
  /** Every scheduled post up to this instant (UTC ms) has a job. */
  scheduledThrough = 0;
  #attemptedThrough = 0;
  readonly #options: PublisherOptions;
  readonly #isPublished: (post: ScheduledPost) => boolean;
  readonly #getSite: () => SiteContent | null;
  readonly #wake: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `isPublished`: the index of the publisher holds this post with this date. `getSite`: what the live pages show of the owner’s. */
  constructor(
    options: PublisherOptions,
    isPublished: (post: ScheduledPost) => boolean,
    getSite: () => SiteContent | null,
    wake: () => void,
  ) {
    this.#options = options;
    this.#isPublished = isPublished;
    this.#getSite = getSite;
    this.#wake = wake;
  }

  /** Whether the clock shows an earlier time than at the last tick; a correction of a minute changes nothing that readers see. */
  isClockPutBack(): boolean {
    return this.#options.clock.now() < this.scheduledThrough - CLOCK_TOLERANCE_MS;
  }

  /** Enqueues what is due now: a job for each due post, so that one post cannot fail another. */
  async tick(): Promise<void> {
    const { db, clock, manifest } = this.#options;
    const now = clock.now();
    if (this.isClockPutBack()) return this.#wake();
    // A post that a user published at this very moment is already live or queued.
    const dated = (await listDuePosts(db, this.scheduledThrough, now)).filter((post) => !this.#isPublished(post));
    const queuedIds = dated.length > 0 ? await listQueuedPostIds(db) : new Set();
    const due = dated.filter(({ id }) => !queuedIds.has(id));
    const isStale = manifest.expiries().some((at) => at <= now);
    const jobs = due.map(({ id, title }) =>
      enqueueBlogPublishStatement(db, { id, reason: `Published post: ${title}`, now }),
    );
    if (isStale && !(await isJobQueued(db, 'schedule'))) {
      jobs.push(enqueuePublishStatement(db, { kind: 'schedule', reason: 'Date-based changes', now }));
    }
    const site = this.#getSite();
    const isAnnouncementDue = site !== null && isAnnouncementOutdated(site, now);
    if (isAnnouncementDue && !(await isJobQueued(db, 'site'))) {
      const reason = site.announcement ? 'The announcement ended' : 'The announcement began';
      jobs.push(enqueuePublishStatement(db, { kind: 'site', reason, now }));
    }
    await write(db, jobs);
    this.scheduledThrough = Math.max(this.scheduledThrough, now);
    if (due.length === 0 && !isStale && !isAnnouncementDue) return;
    this.#attemptedThrough = now;
    this.#wake();
  }

  /** Sets the timer for the next moment at which something will be due. */
  async scheduleNext(): Promise<void> {
    const { db, clock, manifest } = this.#options;
    const due = await findNextDueAt(db, this.scheduledThrough);
    // What was due before and still is could not be rendered: it is tried again, but not at once.
    const expiries = [...manifest.expiries(), ...this.#listAnnouncementTimes()].map((at) =>
      at <= this.#attemptedThrough ? this.#attemptedThrough + RETRY_MS : at,
    );
    const dueTimes = due === null ? expiries : [due, ...expiries];
    const next = dueTimes.reduce((earliest, at) => Math.min(earliest, at), Number.POSITIVE_INFINITY);
    this.stop();
    if (!Number.isFinite(next)) return;
    this.#tickIn(Math.min(Math.max(next - clock.now(), 0) + 1, MAX_TIMEOUT_MS));
  }

  /** Now, if something else is announced now than the live pages say, or when that will be so. */
  #listAnnouncementTimes(): number[] {
    const site = this.#getSite();
    const now = this.#options.clock.now();
    if (site === null) return [];
    if (isAnnouncementOutdated(site, now)) return [now];
    const next = findAnnouncementChange(site, now);
    return next === null ? [] : [next];
  }

  #tickIn(milliseconds: number, attempt = 1): void {
    this.#timer = setTimeout(() => {
      this.tick()
        .then(() => this.#wake())
        .catch((error: unknown) => {
          this.#options.log.error({ err: error }, 'scheduler tick failed; retrying');
          // For example on a full disk: nothing else would set the timer again.
          this.#tickIn(computeBackoffMs(attempt, { maxMs: RETRY_MS }), attempt + 1);
        });
    }, milliseconds);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
