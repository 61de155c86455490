import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { write } from '#db/write.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import { Background } from '#api/publishing/queue/background-lane.ts';
import { Clockwork } from '#api/publishing/queue/scheduler.ts';
import { createOutlook, type Outlook } from './dry-run.ts';
import type { PlanContext } from '#api/publishing/plan/page-plan.ts';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { type PublishEvent, PublishEvents, type PublishListener } from '#api/publishing/queue/publish-events.ts';
import { publishJobs } from '#api/publishing/queue/run-jobs.ts';
import { PublishRetry } from '#api/publishing/queue/publish-retry.ts';
import { type PublisherOptions, saltOf } from './publisher-options.ts';
import type { Asked, Publishing, Restored } from './ports.ts';
import { openJobs } from '#api/publishing/queue/job-queue.ts';
import { differenceOfAll } from '#api/publishing/render/reconciler.ts';
import { ReleaseWriter } from '#api/releases/release-writer.ts';
import { planRestore, readEntries, readSiteState } from '#api/releases/release-rows.ts';

/** The background lane waits for this much quiet, so that a burst of publishes is followed up once, milliseconds. */
const QUIET_MS = 1_000;
/** But not for ever: after this long it works between publishes, milliseconds. */
const PATIENCE_MS = 30_000;

const NOBODY: Asked = { userId: null, statements: [] };

/**
 * The one publisher: it turns changes of content into releases. Changes wait in `publish_jobs`; those that wait
 * together go out together. A job is live when the public address answered the new bytes.
 */
export class Publisher implements Publishing {
  readonly index: PublicIndex;
  readonly outlook: Outlook;
  readonly #options: PublisherOptions;
  readonly #writer: ReleaseWriter;
  readonly #clockwork: Clockwork;
  readonly #background: Background;
  readonly #events = new PublishEvents();
  readonly #retry: PublishRetry;
  #held: number | null = null;
  #isOutdated = false;
  #running: Promise<void> | null = null;
  #woken = false;
  #stopped = false;
  /** Since when the background lane has something to look at (monotonic ms), or null. */
  #dueSince: number | null = null;
  #quietUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.index = new PublicIndex(options.db);
    this.outlook = createOutlook(options, this.index, () => this.#context());
    this.#writer = new ReleaseWriter(options, () => this.#events.tell({ kind: 'released' }));
    this.#clockwork = new Clockwork(
      options,
      (post) => this.index.get(post.id)?.publishedAt === post.publishedAt,
      () => this.wake(),
    );
    this.#background = new Background(options, this.#writer);
    this.#retry = new PublishRetry(options, () => this.#events.tell({ kind: 'released' }));
  }

  /**
   * Loads the current release. Without one everything is built first; one of another build of the code is served
   * until the new one is ready.
   */
  async start(): Promise<void> {
    const { db, manifest, clock, store } = this.#options;
    await store.prepare();
    const state = await readSiteState(db);
    this.#held = state.held;
    this.#isOutdated = state.buildId !== saltOf(this.#options);
    manifest.replaceAll(state.current, await readEntries(db, null));
    this.#clockwork.publicUpTo = clock.now();
    this.#beQuiet();
    this.#dueSince = performance.now();
    if (manifest.size === 0) await this.buildNow('First build');
  }

  /** Looks at the queue soon. Called after every write that put a job into it. */
  wake(): void {
    this.#woken = true;
    this.#events.tell({ kind: 'queued' });
    if (this.#running || this.#stopped) return;
    this.#running = this.#work().finally(() => {
      this.#running = null;
      if (this.#woken && !this.#stopped) this.wake();
      else this.#tellSettled();
    });
  }

  subscribe(listener: PublishListener): () => void {
    return this.#events.subscribe(listener);
  }

  /** Resolves when nothing is left to do: no job, no page out of date, no card to draw. */
  settled(): Promise<void> {
    this.#quietUntil = 0;
    const settled = new Promise<void>((resolve) => this.#waiters.push(resolve));
    this.wake();
    return settled;
  }

  /** Finishes what is under way and stops; jobs that wait are found again at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#events.tell({ kind: 'stopped' });
    this.#clockwork.stop();
    clearTimeout(this.#timer);
    await this.#running;
    await this.#options.cards?.close();
  }

  /** Renders what differs from the live site, everything after a new build of the code, into one release. */
  async buildNow(note: string): Promise<void> {
    const { manifest } = this.#options;
    await this.#loadIndex();
    const difference = await differenceOfAll(this.#options, this.#context());
    await this.#writer.commit({ kind: 'build', note, ...difference });
    if (manifest.size > 0) this.#isOutdated = false;
  }

  /** Renders everything into this publisher's own manifest without writing a release: what a full build would give. */
  async renderApart(): Promise<Manifest> {
    const { manifest, store } = this.#options;
    await store.prepare();
    await this.#loadIndex();
    const { changed } = await differenceOfAll(this.#options, this.#context());
    manifest.apply(0, changed, []);
    return manifest;
  }

  /**
   * Brings an earlier release back, whole and at once, and holds publishing until `resume`.
   * @throws when there is no such release.
   */
  async restore(release: number, asked: Asked = NOBODY): Promise<Restored> {
    return this.#exclusively(async () => {
      const { db, manifest } = this.#options;
      const { changed, removed } = await planRestore(db, manifest, release);
      const note = `Restored release ${release}`;
      const id = await this.#writer.commit({ kind: 'restore', note, changed, removed, holds: release, asked });
      const hold = { sql: 'UPDATE site_state SET held_release = ?', args: [release] };
      if (id === null) await write(db, [hold, ...asked.statements]);
      this.#held = release;
      this.#events.tell({ kind: 'released' });
      return { release: id, changed: changed.length, removed: removed.length };
    });
  }

  /** Lets publishing go on after a restore; the site becomes what the content says. */
  async resume({ statements }: Asked = NOBODY): Promise<void> {
    await write(this.#options.db, ['UPDATE site_state SET held_release = NULL', ...statements]);
    this.#held = null;
    this.#events.tell({ kind: 'released' });
    // What was restored may come from another build: everything is compared, fixed pages and files too.
    this.#isOutdated = true;
    this.#lookAgain();
  }

  /** The earlier release that is being held, or null. */
  get held(): number | null {
    return this.#held;
  }

  /** True while nothing can be published because the disk is full; it is tried again until there is space. */
  get isWaitingForSpace(): boolean {
    return this.#retry.isWaitingForSpace;
  }

  /** Renders a page again whose object is damaged. */
  repair(path: string): void {
    const { manifest } = this.#options;
    const entry = manifest.get(path);
    if (!entry) return;
    manifest.apply(manifest.release, [{ ...entry, inputs: 'damaged' }], []);
    this.#lookAgain();
  }

  /** Puts a job into the queue when the clock made something untrue. A timer calls it; a test may too. */
  tick(): Promise<void> {
    return this.#clockwork.tick();
  }

  async #work(): Promise<void> {
    this.#woken = false;
    try {
      if (this.index.version === 0) await this.#loadIndex();
      while (!this.#stopped && this.#held === null) {
        this.#woken = false;
        const jobs = await openJobs(this.#options.db);
        if (jobs.length > 0) {
          this.#dueSince ??= performance.now();
          await publishJobs(this.#jobTools(), jobs);
          this.#retry.noteSuccess();
          this.#beQuiet();
        } else if (!(await this.#workInBackground())) break;
        await yieldToRequests();
      }
      if (this.#dueSince === null) this.#retry.noteSuccess();
      if (!this.#stopped) await this.#clockwork.arm();
    } catch (error) {
      // What is not done stays in the queue; a new publish tries at once.
      this.#wakeIn(this.#retry.noteFault(error));
    }
  }

  /** Returns false when there is nothing to do now. */
  async #workInBackground(): Promise<boolean> {
    if (this.#dueSince === null) return false;
    const noise = this.#quietUntil - performance.now();
    const isPatient = performance.now() - this.#dueSince < PATIENCE_MS;
    if (noise > 0 && isPatient && this.#waiters.length === 0) {
      this.#wakeIn(noise);
      return false;
    }
    if (this.#isOutdated) {
      await this.buildNow('New build of the site');
      return true;
    }
    const isBusy = await this.#background.portion(this.#context(), () => this.#woken);
    if (!isBusy) this.#dueSince = null;
    return isBusy;
  }

  #jobTools() {
    return {
      options: this.#options,
      index: this.index,
      writer: this.#writer,
      context: () => this.#context(),
      rebuild: () => this.#rebuild(),
      tell: (event: PublishEvent) => this.#events.tell(event),
    };
  }

  /** Everything anew, whatever the entries say. */
  async #rebuild(): Promise<void> {
    const { manifest } = this.#options;
    const forgotten = [...manifest.entries()].map((entry) => ({ ...entry, inputs: 'rebuild' }));
    manifest.apply(manifest.release, forgotten, []);
    await this.buildNow('Rebuilt everything');
  }

  async #loadIndex(): Promise<void> {
    const now = this.#options.clock.now();
    await this.index.load(now);
    this.#clockwork.publicUpTo = now;
  }

  #context(): PlanContext {
    const { build, timeZone, clock } = this.#options;
    const salt = saltOf(this.#options);
    return { index: this.index, now: clock.now(), timeZone, salt, fixedPaths: build.indexable };
  }

  #beQuiet(): void {
    this.#quietUntil = performance.now() + (this.#options.quietMs ?? QUIET_MS);
  }

  #lookAgain(): void {
    this.#background.restart();
    this.#dueSince = performance.now();
    this.#quietUntil = 0;
    this.wake();
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.wake(), milliseconds);
    this.#timer.unref();
  }

  /** Nothing must run beside a restore. */
  async #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#running) await this.#running;
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

  #tellSettled(): void {
    if (this.#dueSince !== null && this.#held === null && !this.#stopped) return;
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
