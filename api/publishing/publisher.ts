import { setImmediate as yieldToRequests } from 'node:timers/promises';
import PQueue from 'p-queue';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { conflictError } from '#api/http/errors.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';
import { LeaseLostError, write } from '#db/write.ts';
import { listObjects, type Manifest } from '#api/releases/manifest.ts';
import { BackgroundLane } from '#api/publishing/queue/background-lane.ts';
import { PublishScheduler } from '#api/publishing/queue/scheduler.ts';
import { createPublishDryRun, type PublishDryRun } from './dry-run.ts';
import type { PlanContext } from '#api/publishing/plan/planned-page.ts';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { type PublishEvent, PublishEventEmitter, type PublishListener } from '#api/publishing/queue/publish-events.ts';
import { SiteLane } from '#api/publishing/queue/site-lane.ts';
import { type JobRunnerDeps, runPublishJobs } from '#api/publishing/queue/run-jobs.ts';
import { PublishRetry } from '#api/publishing/queue/publish-retry.ts';
import { StoreReturn } from '#api/publishing/queue/store-return.ts';
import { SpaceRecovery } from '#api/publishing/queue/space-recovery.ts';
import {
  DEBOUNCE_MS,
  getBuildSalt,
  getRenderSalt,
  MAX_DEBOUNCE_MS,
  type PublisherOptions,
} from './publisher-options.ts';
import { type PublisherPort, type RestoreResult, SYSTEM_INITIATOR } from './ports.ts';
import { announceAt } from '#api/domain/announcement.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { isPathOn } from '#api/domain/features.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { HOME_ADDRESS } from '#api/domain/site-pages.ts';
import { listOpenJobs, listSubjectIds, type PublishJob } from '#api/publishing/queue/job-queue.ts';
import { withdrawWorks } from '#api/publishing/queue/withdraw-works.ts';
import { listWaitingListKeys, toWaitingListPath } from '#api/domain/product-paths.ts';
import { listBuiltPaths } from '#api/publishing/render/fixed-files.ts';
import { RenderError } from '#api/publishing/render/astro-renderer.ts';
import { diffSite } from '#api/publishing/render/reconciler.ts';
import { ReleaseWriter } from '#api/releases/release-writer.ts';
import {
  followRelease,
  planRestore,
  readSiteState,
  ReleaseConflictError,
  type ReleaseInitiator,
} from '#api/releases/release-rows.ts';
import { runAs } from '#api/loop-watch.ts';

/**
 * Turns changes of content into releases. Changes wait in `publish_jobs`; those that wait at the same time are published
 * together. A job is live when its public URLs returned the new bytes.
 */
export class Publisher implements PublisherPort {
  readonly index: PublicIndex;
  readonly dryRun: PublishDryRun;
  readonly #options: PublisherOptions;
  readonly #builtPaths: ReadonlySet<string>;
  readonly #writer: ReleaseWriter;
  readonly #scheduler: PublishScheduler;
  readonly #siteLane: SiteLane;
  readonly #backgroundLane: BackgroundLane;
  readonly #events = new PublishEventEmitter();
  readonly #retry: PublishRetry;
  readonly #storeReturn: StoreReturn;
  readonly #spaceRecovery: SpaceRecovery;
  /** What the live pages show of the owner’s. */
  #site: SiteContent | null = null;
  /** What the owner has published since; the same as long as the same jobs wait for it. */
  #upcoming: { jobIds: string; site: SiteContent } | null = null;
  #pinnedRelease: number | null = null;
  #isOutdated = false;
  #indexedRelease: number | null = null;
  /** A run and a restore never overlap. */
  readonly #queue = new PQueue({ concurrency: 1 });
  #woken = false;
  #stopped = false;
  /** Since when the background lane has pages to compare (monotonic ms), or null. */
  #pendingSince: number | null = null;
  #debounceUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#builtPaths = listBuiltPaths(options.build);
    this.index = new PublicIndex(options.db);
    this.dryRun = createPublishDryRun(options, this.index, () => this.#context());
    this.#writer = new ReleaseWriter(
      { ...options, salt: () => getRenderSalt(options, this.#getSite()), pinned: () => this.#pinnedRelease },
      () => this.#events.emit({ kind: 'released' }),
    );
    this.#scheduler = new PublishScheduler(
      options,
      (post) => this.index.get(post.id)?.publishedAt === post.publishedAt,
      () => this.#site,
      () => this.wake(),
    );
    this.#siteLane = new SiteLane(options);
    this.#backgroundLane = new BackgroundLane(options, this.#writer);
    this.#retry = new PublishRetry(options, () => this.#events.emit({ kind: 'released' }));
    this.#storeReturn = new StoreReturn(options.store, () => {
      this.#retry.recordReturn();
      this.wake();
    });
    this.#spaceRecovery = new SpaceRecovery(options, this.#writer);
    options.space?.onFull(() => {
      this.#spaceRecovery.request();
      // A run that is under way is followed by the next attempt after its delay.
      if (this.#queue.pending === 0) this.wake();
    });
    this.#queue.on('idle', () => {
      if (this.#woken && !this.#stopped) return this.wake();
      // Also without a publish: nothing else would make room for what editors save.
      const { delayMs } = this.#spaceRecovery;
      if (delayMs !== null) this.#wakeAfter(delayMs);
      this.#resolveIdle();
    });
  }

  /**
   * Loads the current release. Without one everything is built first; one of another build of the code is served
   * until the new one is ready.
   */
  async start(): Promise<void> {
    const { db, manifest, clock, store } = this.#options;
    // Who has loaded the manifest has prepared the store, and pages are served from it.
    if (manifest.size === 0) await store.prepare();
    await followRelease(db, manifest, store);
    const state = await readSiteState(db);
    this.#pinnedRelease = state.pinnedRelease;
    this.#site = await this.#loadSite();
    this.#isOutdated = state.buildId !== getRenderSalt(this.#options, this.#site);
    this.#scheduler.scheduledThrough = clock.now();
    if (manifest.size === 0) await this.buildRelease('First build');
    this.#startDebounce();
    this.#pendingSince = performance.now();
  }

  /** Starts processing the queue. Called after every write that enqueues a job. */
  wake(): void {
    this.#woken = true;
    this.#events.emit({ kind: 'queued' });
    if (this.#queue.pending > 0 || this.#stopped || this.#options.publishes === false) return;
    void this.#queue.add(() => runAs('publishing', () => this.#work()));
  }

  subscribe(listener: PublishListener): () => void {
    return this.#events.subscribe(listener);
  }

  /** Resolves when no job is open, every page is up to date and every OG image is drawn. */
  whenIdle(): Promise<void> {
    this.#debounceUntil = 0;
    const idle = new Promise<void>((resolve) => this.#waiters.push(resolve));
    this.wake();
    return idle;
  }

  /** Finishes the current run and stops; queued jobs are found again at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#events.emit({ kind: 'stopped' });
    this.#scheduler.stop();
    this.#storeReturn.stop();
    clearTimeout(this.#timer);
    await this.#queue.onIdle();
    await this.#options.ogImages?.close();
  }

  /** Renders what differs from the live site, everything after a new build of the code, into one release. */
  async buildRelease(note: string): Promise<void> {
    const { manifest } = this.#options;
    const previous = this.#site;
    const next = await this.#loadSite();
    requireHome(manifest, next);
    this.#site = next;
    try {
      await this.#loadIndex();
      const difference = await diffSite(this.#options, this.#context());
      await this.#writer.commit({ kind: 'build', note, ...difference });
      if (manifest.size > 0) this.#isOutdated = false;
    } catch (error) {
      // The live pages keep their settings, and so do those that are published before the next attempt.
      this.#site = previous ?? this.#site;
      throw error;
    }
  }

  /** Renders everything into this publisher's own manifest without writing a release, as a full build would. */
  async renderToMemory(): Promise<Manifest> {
    const { manifest, store } = this.#options;
    await store.prepare();
    this.#site = await this.#loadSite();
    await this.#loadIndex();
    const { changed, removed } = await diffSite(this.#options, this.#context());
    manifest.apply(0, changed, removed);
    return manifest;
  }

  /**
   * Restores an earlier release and pauses publishing until `resume`.
   * @throws not_found, also for a release that was removed while the restore waited for its turn; conflict when objects of it are
   * missing. The site stays as it is.
   */
  async restore(release: number, initiator: ReleaseInitiator = SYSTEM_INITIATOR): Promise<RestoreResult> {
    return this.#queue.add(async () => {
      // A server that follows others has published nothing yet.
      this.#site ??= await this.#loadSite();
      const { db, manifest, store } = this.#options;
      await followRelease(db, manifest, store);
      this.#pinnedRelease = (await readSiteState(db)).pinnedRelease;
      const { changed, removed } = await planRestore(db, manifest, release);
      const objects = listObjects(changed);
      // A full disk can take the objects of a release before its rows.
      if (!(await store.hasAll(objects)))
        throw conflictError(`Release ${release} can’t be restored: some of its pages aren’t stored any more.`);
      await store.obtain(objects);
      const note = `Restored release ${release}`;
      const id = await this.#writer.commit({
        kind: 'restore',
        note,
        changed,
        removed,
        pinnedRelease: release,
        initiator,
      });
      const pinStatement = { sql: 'UPDATE site_state SET pinned_release = ?', args: [release] };
      if (id === null) await write(db, [pinStatement, ...initiator.statements]);
      this.#pinnedRelease = release;
      this.#events.emit({ kind: 'released' });
      return { release: id, changed: changed.length, removed: removed.length };
    });
  }

  /** Resumes publishing after a restore; the site is brought up to date with the content. */
  async resume({ statements }: ReleaseInitiator = SYSTEM_INITIATOR): Promise<void> {
    await write(this.#options.db, ['UPDATE site_state SET pinned_release = NULL', ...statements]);
    this.setPinnedRelease(null);
  }

  /** Takes up what another server has brought, between two runs: an earlier release, or a pause of publishing. */
  followOthers(): Promise<void> {
    return this.#queue.add(() => this.#followOthers());
  }

  /** Reads what pages are planned with again, unless no release came since. */
  async refreshIndex(): Promise<void> {
    const { release } = this.#options.manifest;
    if (this.#indexedRelease === release) return;
    this.#site = await this.#loadSite();
    await this.#loadIndex();
    this.#indexedRelease = release;
  }

  /** Takes note of what is in the database: another server may have paused or resumed publishing. */
  setPinnedRelease(release: number | null): void {
    if (release === this.#pinnedRelease) return;
    this.#pinnedRelease = release;
    this.#events.emit({ kind: 'released' });
    if (release !== null) return;
    // What was restored may come from another build: everything is compared, fixed pages and files too.
    this.#isOutdated = true;
    this.#requestFullPass();
  }

  /** The restored release that publishes may not replace, or null. */
  get pinnedRelease(): number | null {
    return this.#pinnedRelease;
  }

  /** True while nothing can be published because the disk is full; retried until there is space. */
  get isWaitingForSpace(): boolean {
    return this.#retry.isWaitingForSpace;
  }

  /** Renders a page again whose object is damaged. */
  rerenderPath(path: string): void {
    const { manifest } = this.#options;
    const entry = manifest.get(path);
    if (!entry) return;
    manifest.apply(manifest.release, [{ ...entry, inputHash: 'damaged' }], []);
    this.#requestFullPass();
  }

  /** Enqueues what is due by the clock. Called by a timer, and by tests. */
  tick(): Promise<void> {
    return this.#scheduler.tick();
  }

  async #work(): Promise<void> {
    this.#woken = false;
    try {
      await this.#spaceRecovery.run();
      if (this.index.version === 0) await this.#loadIndex();
      else if (this.#scheduler.isClockPutBack()) await this.#followClockBack();
      while (!this.#stopped && this.#pinnedRelease === null) {
        this.#woken = false;
        const open = await listOpenJobs(this.#options.db);
        const upcoming = await this.#readUpcomingSite(open);
        const isWholeSite = upcoming !== null && (this.#isOutdated || upcoming.hash !== this.#getSite().hash);
        const jobs = this.#listUrgentJobs(open, isWholeSite);
        if (open.length > 0) this.#pendingSince ??= performance.now();
        if (jobs.length > 0) {
          if (this.#writer.isCollectionDue || (await this.#options.space?.isShort()))
            await this.#writer.collectGarbage();
          await runPublishJobs(this.#jobTools(), jobs);
          this.#retry.recordSuccess();
          this.#startDebounce();
        } else if (isWholeSite) {
          const jobs = open.filter(({ kind }) => kind === 'site');
          if (await this.#siteLane.publish(this.#jobTools(), jobs, this.#context(upcoming))) this.#isOutdated = false;
          this.#retry.recordSuccess();
          this.#startDebounce();
        } else if (!(await this.#workInBackground())) break;
        await yieldToRequests();
      }
      if (this.#pinnedRelease !== null) await this.#withdrawWhilePaused();
      if (this.#pendingSince === null) this.#retry.recordSuccess();
      if (!this.#stopped) await this.#scheduler.scheduleNext();
      this.#spaceRecovery.recordSuccess();
    } catch (error) {
      if (isOutOfSpace(error)) this.#spaceRecovery.request();
      // What this server was to do is done by another one now.
      if (error instanceof LeaseLostError) return;
      if (error instanceof ReleaseConflictError) return void (await this.#followOthers());
      // Unfinished jobs stay in the queue; a new publish retries at once.
      this.#wakeAfter(this.#retry.recordFailure(error));
      if (error instanceof FileStoreUnavailableError) this.#storeReturn.watch();
    }
  }

  /** A withdrawn work is gone at once, also while publishing is paused; its job waits, and brings the lists up to date. */
  async #withdrawWhilePaused(): Promise<void> {
    const jobs = await listOpenJobs(this.#options.db);
    const works = [];
    for (const id of listSubjectIds(jobs, 'publication')) works.push(await this.index.reloadWork(id));
    await withdrawWorks({ options: this.#options, context: this.#context(), writer: this.#writer }, works);
  }

  /** An earlier release was restored, or publishing paused or resumed, by way of another server. Starts again from what there is. */
  async #followOthers(): Promise<void> {
    const { db, manifest, store } = this.#options;
    await followRelease(db, manifest, store);
    this.setPinnedRelease((await readSiteState(db)).pinnedRelease);
    this.#backgroundLane.reset();
    this.#woken = true;
  }

  /** Returns false when there is nothing to do now. */
  async #workInBackground(): Promise<boolean> {
    if (this.#pendingSince === null) return false;
    const debounceMs = this.#debounceUntil - performance.now();
    const isWithinMaxDebounce = performance.now() - this.#pendingSince < MAX_DEBOUNCE_MS;
    if (debounceMs > 0 && isWithinMaxDebounce && this.#waiters.length === 0) {
      this.#wakeAfter(debounceMs);
      return false;
    }
    if (this.#isOutdated) {
      await this.buildRelease('New site build');
      return true;
    }
    const isBusy = await this.#backgroundLane.runBatch(this.#context(), () => this.#woken);
    if (!isBusy) this.#pendingSince = null;
    return isBusy;
  }

  #jobTools(): JobRunnerDeps {
    return {
      options: this.#options,
      index: this.index,
      writer: this.#writer,
      context: () => this.#context(),
      rebuild: () => this.#rebuild(),
      followSite: () => this.#followSite(),
      emit: (event: PublishEvent) => this.#events.emit(event),
    };
  }

  /** Renders every page again, also those that are up to date. */
  async #rebuild(): Promise<void> {
    const { manifest } = this.#options;
    const outdated = [...manifest.entries()].map((entry) => ({ ...entry, inputHash: 'rebuild' }));
    manifest.apply(manifest.release, outdated, []);
    await this.buildRelease('Rebuilt all pages');
  }

  async #loadIndex(): Promise<void> {
    const now = this.#options.clock.now();
    await this.index.load(now);
    this.#scheduler.scheduledThrough = now;
  }

  /** After the clock was put back, a post that a schedule had published waits for its time again: on every page at once. */
  async #followClockBack(): Promise<void> {
    this.#options.log.warn('the clock was put back; comparing all pages');
    await this.#loadIndex();
    this.#backgroundLane.reset();
    this.#pendingSince = performance.now();
  }

  /** Null when no job is about what the owner publishes. */
  async #readUpcomingSite(jobs: readonly PublishJob[]): Promise<SiteContent | null> {
    const jobIds = jobs.flatMap(({ kind, id }) => (kind === 'site' ? [id] : [])).join();
    if (jobIds === '') this.#upcoming = null;
    else if (this.#upcoming?.jobIds !== jobIds) {
      // Settings and products say who may read documents.
      await this.index.reloadDocuments();
      this.#upcoming = { jobIds, site: await this.#loadSite() };
    }
    return this.#upcoming?.site ?? null;
  }

  /** Those that don't wait until every page is rendered. After a start it is not known what the live pages show, so all wait. */
  #listUrgentJobs(open: readonly PublishJob[], isWholeSite: boolean): readonly PublishJob[] {
    if (!isWholeSite) return open;
    return this.#isOutdated ? [] : open.filter(({ kind }) => kind !== 'site');
  }

  /** @throws RenderError */
  #followSite() {
    const previous = this.#getSite();
    const next = this.#upcoming?.site ?? previous;
    requireHome(this.#options.manifest, next);
    this.#site = next;
    const removed = [...previous.pages.keys()].filter((address) => !next.pages.has(address));
    const restore = () => {
      this.#site = previous;
    };
    return { removed, restore };
  }

  /** What the owner has published, with what is announced now. */
  async #loadSite(): Promise<SiteContent> {
    const { db, clock, canBuy } = this.#options;
    return announceAt(await loadSiteContent(db, canBuy), clock.now());
  }

  #getSite(): SiteContent {
    if (this.#site === null) throw new Error('The publisher hasn’t read what the owner published.');
    return this.#site;
  }

  #context(site = this.#getSite()): PlanContext {
    const { build, clock } = this.#options;
    const salt = getRenderSalt(this.#options, site);
    const isOn = (path: string) => isPathOn(path, site.facts);
    const fixedPages = build.pages.filter(isOn);
    const waitingLists = listWaitingListKeys(site.products, site.facts).map(toWaitingListPath);
    const listedPaths = [...listListedPages(site), ...[...build.indexable.filter(isOn), ...waitingLists].sort()];
    const buildSalt = getBuildSalt(this.#options);
    return {
      index: this.index,
      now: clock.now(),
      site,
      salt,
      buildSalt,
      fixedPages,
      listedPaths,
      builtPaths: this.#builtPaths,
    };
  }

  #startDebounce(): void {
    this.#debounceUntil = performance.now() + (this.#options.debounceMs ?? DEBOUNCE_MS);
  }

  #requestFullPass(): void {
    this.#backgroundLane.reset();
    this.#pendingSince = performance.now();
    this.#debounceUntil = 0;
    this.wake();
  }

  #wakeAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.wake(), milliseconds).unref();
  }

  #resolveIdle(): void {
    if (this.#pendingSince !== null && this.#pinnedRelease === null && !this.#stopped) return;
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}

/** A site that has a home page keeps one, whatever is in the database. @throws RenderError */
function requireHome(manifest: Manifest, { pages }: SiteContent): void {
  if (manifest.get(HOME_ADDRESS) && !pages.has(HOME_ADDRESS))
    throw new RenderError(HOME_ADDRESS, 'A site can’t be published without its home page.');
}

const listListedPages = ({ pages }: SiteContent): string[] =>
  [...pages.values()].filter((page) => page.is_listed).map((page) => page.address);
