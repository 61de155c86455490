import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import type { ReleaseKind } from '#db/enums.ts';
import { write } from '#db/write.ts';
import type { Clock } from '../clock.ts';
import { toIso } from '../clock.ts';
import type { Manifest } from '../site/manifest.ts';
import { type AtOnce, type ChangedPost, planAtOnce } from './at-once.ts';
import type { BuildInfo } from './build-info.ts';
import { type CardMaker, drawCards, pendingCards, planCards } from './cards.ts';
import { queuePublish } from './jobs.ts';
import type { PlanContext } from './pages.ts';
import { type FetchPublic, ProofError, prove } from './prove.ts';
import { PublicIndex } from './public-index.ts';
import { type Job, markFailed, markLive, markRendering, nextPostDue, openJobs, postsDue } from './queue.ts';
import { differenceOfAll, RefreshPass } from './reconcile.ts';
import { commitRelease, forgetOldReleases, readEntries, readSiteState } from './releases.ts';
import { renderPages } from './render-pages.ts';
import { type Renderer, RenderError } from './renderer.ts';
import type { ObjectStore } from './store.ts';
import type { Announcement } from './webhook.ts';

/** The background lane waits for this much quiet, so that a burst of publishes is followed up once, milliseconds. */
const QUIET_MS = 1_000;
/** But not for ever: after this long it works between publishes, milliseconds. */
const PATIENCE_MS = 30_000;
const CARDS_AT_ONCE = 4;
/** setTimeout's longest wait; a later moment is simply looked at again. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Named moments of a publish: a fault test stops the process at each of them. */
export type Step = 'taken' | 'rendered' | 'committed' | 'switched' | 'proven' | 'refreshed' | 'swept';

export type PublisherOptions = {
  db: Database;
  clock: Clock;
  log: Logger;
  manifest: Manifest;
  store: ObjectStore;
  renderer: Renderer;
  cards: CardMaker | null;
  build: BuildInfo;
  clientDir: string;
  siteUrl: string;
  timeZone: string;
  releasesKept: number;
  fetchPublic: FetchPublic | null;
  announce?: ((announcement: Announcement) => Promise<void>) | undefined;
  onStep?: ((step: Step) => void) | undefined;
  quietMs?: number;
};

/**
 * The one publisher: it turns changes of content into releases. Changes wait in `publish_jobs`; those that wait
 * together go out together. A job is live when the public address answered the new bytes.
 */
export class Publisher {
  readonly index: PublicIndex;
  readonly #options: PublisherOptions;
  #salt: string;
  #publicUpTo = 0;
  #held: number | null = null;
  #running: Promise<void> | null = null;
  #woken = false;
  #stopped = false;
  #refreshSince: number | null = null;
  #quietUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #quietTimer: NodeJS.Timeout | undefined;
  #settledWaiters: (() => void)[] = [];
  #unsweptReleases = 0;
  #pass: RefreshPass | null = null;
  #isOutdated = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.index = new PublicIndex(options.db);
    this.#salt = `${options.build.id} ${options.siteUrl}`;
  }

  /**
   * Loads the current release and the index. Without a release, or with one of another build, everything is built
   * first (`buildNow`) or while the earlier release is being served.
   */
  async start(): Promise<void> {
    const { db, manifest, clock } = this.#options;
    await this.#options.store.prepare();
    const state = await readSiteState(db);
    this.#held = state.held;
    manifest.replaceAll(state.current, await readEntries(db, null));
    this.#publicUpTo = clock.now();
    this.#isOutdated = state.buildId !== this.#salt;
    this.#refreshSince = performance.now();
    if (manifest.size === 0) await this.buildNow('First build');
  }

  /** Begins to work on the queue, and to watch the clock. */
  run(): void {
    this.wake();
  }

  /** Looks at the queue soon. Called after every write that put a job into it. */
  wake(): void {
    this.#woken = true;
    if (this.#running || this.#stopped) return;
    this.#running = this.#work().finally(() => {
      this.#running = null;
      if (this.#woken && !this.#stopped) this.wake();
      else this.#settle();
    });
  }

  /** Resolves when nothing is left to do: no job, no page out of date, no card to draw. */
  settled(): Promise<void> {
    this.#quietUntil = 0;
    this.wake();
    return new Promise((resolve) => this.#settledWaiters.push(resolve));
  }

  /** Finishes what is under way and stops; jobs that wait are found again at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#quietTimer);
    await this.#running;
  }

  /** Renders what differs from the live site, everything after a new build of the code, into one release. */
  async buildNow(note: string): Promise<void> {
    const { clock } = this.#options;
    await this.index.load(clock.now());
    this.#publicUpTo = clock.now();
    const { changed, removed, bytes } = await differenceOfAll(this.#options, this.#context());
    if (changed.length + removed.length > 0) await this.#commit('build', note, changed, removed, bytes, []);
    this.#isOutdated = false;
    this.#refreshSince ??= performance.now();
  }

  /** Renders everything into this publisher's own manifest without writing a release: what a full build would give. */
  async renderApart(): Promise<Manifest> {
    const { clock, manifest, store } = this.#options;
    await store.prepare();
    await this.index.load(clock.now());
    const { changed } = await differenceOfAll(this.#options, this.#context());
    manifest.apply(0, changed, []);
    return manifest;
  }

  /** Brings an earlier release back, whole and at once, and holds publishing until `resume`. */
  async restore(release: number): Promise<{ release: number; changed: number; removed: number }> {
    const { db, manifest } = this.#options;
    return this.#exclusively(async () => {
      const wanted = await readEntries(db, release);
      if (wanted.length === 0) throw new Error(`There is no release ${release} to restore.`);
      const paths = new Set(wanted.map((entry) => entry.path));
      const changed = wanted.filter((entry) => {
        const live = manifest.get(entry.path);
        return live?.hash !== entry.hash || live?.location !== entry.location || live?.policy !== entry.policy;
      });
      const removed = [...manifest.entries()].map((entry) => entry.path).filter((path) => !paths.has(path));
      const id = await this.#commit('restore', `Restored release ${release}`, changed, removed, 0, [], release);
      this.#held = release;
      return { release: id, changed: changed.length, removed: removed.length };
    });
  }

  /** Lets publishing go on after a restore; the site becomes what the content says. */
  async resume(): Promise<void> {
    const { db } = this.#options;
    await write(db, ['UPDATE site_state SET held_release = NULL']);
    this.#held = null;
    this.#refreshSince = performance.now();
    this.#quietUntil = 0;
    this.wake();
  }

  get held(): number | null {
    return this.#held;
  }

  /** Puts a job into the queue when the clock made something untrue. Called by a timer; a test may call it too. */
  async tick(): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const due = await postsDue(db, this.#publicUpTo, now);
    const stale = [...this.#options.manifest.entries()].some((entry) => entry.validUntil !== null && entry.validUntil <= now);
    if (due.length === 0 && !stale) return;
    await write(db, [queuePublish(db, { kind: 'clock', reason: 'The time has come', now })]);
    this.wake();
  }

  async #work(): Promise<void> {
    const { db, log } = this.#options;
    try {
      if (this.index.version === 0) await this.index.load(this.#options.clock.now());
      while (!this.#stopped && this.#held === null) {
        this.#woken = false;
        const jobs = await openJobs(db);
        if (jobs.length > 0) await this.#publishJobs(jobs);
        else if (!(await this.#background())) break;
      }
      if (!this.#stopped) await this.#watchClock();
    } catch (error) {
      log.error({ err: error }, 'the publisher stumbled; it looks at the queue again in 5 s');
      this.#wakeIn(5_000);
    }
  }

  /** Does one portion of background work. Returns false when there is nothing to do now. */
  async #background(): Promise<boolean> {
    if (this.#refreshSince === null) return false;
    const waited = performance.now() - this.#refreshSince;
    const quietFor = this.#quietUntil - performance.now();
    if (quietFor > 0 && waited < PATIENCE_MS && this.#settledWaiters.length === 0) {
      this.#wakeIn(quietFor);
      return false;
    }
    if (this.#isOutdated) {
      await this.buildNow('New build of the site');
      return true;
    }
    const context = this.#context();
    if (this.#pass?.version !== this.index.version) this.#pass = new RefreshPass(context);
    const difference = await this.#pass.next(this.#options, context, () => this.#woken);
    if (difference) {
      const { changed, removed, bytes } = difference;
      if (changed.length + removed.length > 0) {
        await this.#commit('refresh', 'What follows from the last publishes', changed, removed, bytes, []);
        this.#step('refreshed');
      }
      return true;
    }
    if (await this.#drawSomeCards(context)) return true;
    if (this.#unsweptReleases > 0) await this.#sweep();
    this.#refreshSince = null;
    this.#pass = null;
    return false;
  }

  async #drawSomeCards(context: PlanContext): Promise<boolean> {
    const { manifest, cards, log } = this.#options;
    if (!cards) return false;
    const posts = pendingCards(context, manifest).slice(0, CARDS_AT_ONCE);
    if (posts.length === 0) return false;
    try {
      const drawn = await drawCards({ ...this.#options, cards }, context, posts);
      await this.#commit('refresh', 'Cards for shared links', drawn.changed, [], drawn.bytes, []);
      return drawn.changed.length > 0;
    } catch (error) {
      log.error({ err: error }, 'cards could not be drawn; the default card stands in');
      return false;
    }
  }

  async #sweep(): Promise<void> {
    const { db, store, releasesKept } = this.#options;
    const needed = await forgetOldReleases(db, releasesKept);
    await store.sweep(needed);
    this.#unsweptReleases = 0;
    this.#step('swept');
  }

  async #publishJobs(jobs: Job[]): Promise<void> {
    const { db, clock, log } = this.#options;
    const ids = jobs.map((job) => job.id);
    await markRendering(db, ids, clock.now());
    this.#step('taken');
    this.#refreshSince ??= performance.now();
    try {
      await this.#publishTogether(jobs);
    } catch (error) {
      if (jobs.length > 1) {
        for (const job of jobs) await this.#publishJobs([job]);
      } else {
        const [job] = jobs as [Job];
        const path = error instanceof RenderError || error instanceof ProofError ? error.path : null;
        log.error({ err: error, job: job.id, path }, 'publish failed; the live site is unchanged');
        await markFailed(db, job.id, { path, message: messageOf(error) }, clock.now());
      }
    }
    this.#quietUntil = performance.now() + (this.#options.quietMs ?? QUIET_MS);
  }

  async #publishTogether(jobs: Job[]): Promise<void> {
    const { db, clock, manifest } = this.#options;
    const now = clock.now();
    const ids = jobs.map((job) => job.id);
    const posts = await this.#changedPosts(jobs, now);
    const categories = jobs.filter((job) => job.kind === 'category').flatMap((job) => job.subjectId ?? []);
    if (categories.length > 0) await this.index.load(now);
    if (jobs.some((job) => job.kind === 'rebuild')) await this.buildNow('Rebuilt everything');
    const plan = planAtOnce(this.#context(), manifest, { posts, categories });
    const rendered = await this.#render(plan, posts);
    this.#step('rendered');
    const cards = planCards(manifest, posts);
    const changed = [...rendered.changed, ...plan.redirects, ...cards.changed];
    const removed = [...new Set([...plan.removed, ...cards.removed, ...rendered.gone])].filter(
      (path) => manifest.get(path) && !changed.some((entry) => entry.path === path),
    );
    if (changed.length + removed.length > 0) {
      await this.#commit('publish', noteOf(jobs), changed, removed, rendered.bytes, ids);
    }
    if (this.#options.fetchPublic) await prove(this.#options.fetchPublic, changed, removed);
    this.#step('proven');
    const paths = [...changed.map((entry) => entry.path), ...removed];
    await markLive(db, ids, paths, clock.now());
    void this.#options.announce?.({ release: manifest.release, paths, published_at: toIso(clock.now()) });
  }

  async #changedPosts(jobs: Job[], now: number): Promise<ChangedPost[]> {
    const subjects = new Set(jobs.filter((job) => job.kind === 'blog').flatMap((job) => job.subjectId ?? []));
    for (const id of await postsDue(this.#options.db, this.#publicUpTo, now)) subjects.add(id);
    this.#publicUpTo = Math.max(this.#publicUpTo, now);
    const posts: ChangedPost[] = [];
    for (const id of subjects) {
      this.index.blocked.delete(id);
      posts.push({ id, ...(await this.index.refresh(id, now)) });
    }
    return posts;
  }

  /** Renders the plan. When a page fails, posts that never were public are left out of every list until they change. */
  async #render(plan: AtOnce, posts: readonly ChangedPost[]) {
    try {
      return await renderPages(this.#options, this.#context(), plan.pages, { durable: true });
    } catch (error) {
      for (const { id, after } of posts) {
        if (!after || this.#options.manifest.get(`/blogs/${after.slug}`)) continue;
        this.index.blocked.add(id);
        await this.index.refresh(id, this.#options.clock.now());
      }
      throw error;
    }
  }

  async #commit(
    kind: ReleaseKind,
    note: string,
    changed: AtOnce['redirects'],
    removed: string[],
    bytes: number,
    jobIds: number[],
    holds?: number,
  ): Promise<number> {
    const { db, clock, manifest } = this.#options;
    const added = changed.filter((entry) => !manifest.get(entry.path)).length;
    const pagesTotal = manifest.size + added - removed.length;
    const input = { kind, note, buildId: this.#salt, changed, removed, pagesTotal, bytes, now: clock.now(), jobIds, holds };
    const release = await commitRelease(db, input);
    this.#step('committed');
    manifest.apply(release, changed, removed);
    this.#unsweptReleases += 1;
    this.#step('switched');
    return release;
  }

  #context(): PlanContext {
    const { build, timeZone, clock } = this.#options;
    return { index: this.index, now: clock.now(), timeZone, salt: this.#salt, fixedPaths: build.indexable };
  }

  async #watchClock(): Promise<void> {
    const { db, clock, manifest } = this.#options;
    const moments = [...manifest.entries()].flatMap((entry) => entry.validUntil ?? []);
    const due = await nextPostDue(db, this.#publicUpTo);
    if (due !== null) moments.push(due);
    const next = moments.reduce((earliest, moment) => Math.min(earliest, moment), Number.POSITIVE_INFINITY);
    clearTimeout(this.#timer);
    if (!Number.isFinite(next) || this.#stopped) return;
    const wait = Math.min(Math.max(next - clock.now(), 0) + 1, LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => void this.tick().then(() => this.wake()), wait);
    this.#timer.unref();
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#quietTimer);
    if (this.#stopped) return;
    this.#quietTimer = setTimeout(() => this.wake(), milliseconds);
    this.#quietTimer.unref();
  }

  /** Nothing must run beside a restore. */
  async #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#running) {
      await this.#running;
      await yieldToRequests();
    }
    const result = work();
    this.#running = result.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await result;
    } finally {
      this.#running = null;
    }
  }

  #settle(): void {
    const isDone = this.#refreshSince === null || this.#held !== null || this.#stopped;
    if (!isDone) return;
    for (const resolve of this.#settledWaiters.splice(0)) resolve();
  }

  #step(step: Step): void {
    this.#options.onStep?.(step);
  }
}

function noteOf(jobs: Job[]): string {
  const [first] = jobs;
  const others = jobs.length - 1;
  return others > 0 ? `${first?.reason} (and ${others} more)` : (first?.reason ?? '');
}

function messageOf(error: unknown): string {
  if (error instanceof RenderError || error instanceof ProofError) return error.message;
  return 'The release could not be written. The log of the server says why.';
}
