import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import { startHousekeeping } from '#api/jobs/housekeeping.ts';
import type { FileStore } from '#api/adapters/file-store.ts';
import type { Clock } from '#api/clock.ts';
import { listObjects, type Manifest, type ReleaseEntry } from '#api/releases/manifest.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import { startWorkers, stopWorkers, type Workers } from '#api/workers.ts';
import { ChangedPublishes } from './changed-publishes.ts';
import { Leadership } from './leadership.ts';
import { PUBLISHER, PUBLISHES_CHANGED, type SharedPublisher } from './shared-publisher.ts';
import { BACK_UP, type WorkerName } from './shared-workers.ts';
import { SiteFollower } from './site-follower.ts';

type Options = {
  db: Database;
  clock: Clock;
  log: Logger;
  manifest: Manifest;
  store: ObjectStore & { forget(): void };
  /** Pictures and videos, for the tidying up. */
  files: FileStore;
  publisher: SharedPublisher;
  server: { id: string; name: string; buildId: string };
  /** The workers of the leader, over the fenced database. */
  createWorkers: (fenced: Database) => Workers;
};

/** What this server does for all of them, from when it began to lead. */
type Tenure = { workers: Workers; stopHousekeeping: () => void };

/** One of several servers of a site: it follows the releases of the leader, or leads itself. */
export class SharedSite {
  readonly #options: Options;
  readonly #leadership: Leadership;
  readonly #follower: SiteFollower;
  readonly #changedPublishes: ChangedPublishes;
  #tenure: Tenure | null = null;
  /** Beginning and ending never overlap. */
  #changing: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: Options) {
    const { db, log, manifest, store, publisher, server } = options;
    this.#options = options;
    this.#changedPublishes = new ChangedPublishes(db);
    this.#leadership = new Leadership({
      db,
      log,
      ...server,
      release: () => manifest.release,
      onBegin: (fenced) => this.#change(() => this.#begin(fenced)),
      onEnd: () => this.#change(() => this.#end()),
    });
    this.#follower = new SiteFollower({
      db,
      log,
      manifest,
      store,
      isLeading: () => this.#tenure !== null,
      onRelease: () => publisher.announce({ kind: 'released' }),
      onPinned: (release) => {
        if (!this.#tenure) publisher.setPinnedRelease(release);
        else if (publisher.pinnedRelease !== release) void publisher.followOthers();
      },
      onForeignRelease: () => void publisher.followOthers(),
      onCall: (name) => this.#answerCall(name),
      onReturn: () => {
        this.#leadership.reportSoon();
        this.#retryWork();
      },
    });
  }

  get isLeading(): boolean {
    return this.#leadership.isHeld;
  }

  /** The workers that run here, while this server leads. */
  get workers(): Workers | null {
    return this.#tenure?.workers ?? null;
  }

  /** False while this server knows of a release that it can't serve. */
  get isCurrent(): boolean {
    return this.#follower.isCurrent;
  }

  /** Looks for a newer release, because a visitor asks for what this server doesn't have. Never throws. */
  readonly checkRelease = (): Promise<void> => this.#follower.check();

  /** Follows the releases, and leads if no other server does; then also makes the first release. */
  async start(): Promise<void> {
    const { manifest } = this.#options;
    await this.#follower.start();
    // Before visitors ask, as far as there is room; a bucket that is slow must not hold up the start.
    void this.#prefetch([...manifest.entries()]);
    await this.#leadership.start();
    await this.#changing;
  }

  /** Ends the work for the others, so that another server takes over at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#follower.stop();
    await this.#change(() => this.#end());
    await this.#leadership.stop();
  }

  /** Resolves when what came before is done, too. */
  #change(work: () => Promise<void>): Promise<void> {
    this.#changing = this.#changing.then(work).catch(async (error: unknown) => {
      this.#options.log.error({ err: error }, 'this server couldn’t begin or end its work as leader; trying again');
      await this.#end().catch(() => undefined);
      this.#leadership.forget();
    });
    return this.#changing;
  }

  async #begin(fenced: Database): Promise<void> {
    if (this.#isStopped) return;
    const { publisher, store, files, createWorkers, clock, log } = this.#options;
    // The leader before may have deleted what this server takes for stored.
    store.forget();
    await publisher.lead(fenced);
    const workers = createWorkers(fenced);
    this.#tenure = { workers, stopHousekeeping: startHousekeeping({ db: fenced, clock, log, files }) };
    startWorkers(workers);
  }

  async #end(): Promise<void> {
    const tenure = this.#tenure;
    this.#tenure = null;
    tenure?.stopHousekeeping();
    await Promise.all([this.#options.publisher.endLead(), tenure && stopWorkers(tenure.workers)]);
  }

  async #prefetch(entries: readonly ReleaseEntry[]): Promise<void> {
    await this.#options.store.prefetch(listObjects(entries));
  }

  /** After a short outage this server still leads: what failed meanwhile is not left to the end of its backoff. */
  #retryWork(): void {
    if (!this.#tenure) return;
    this.#options.publisher.wake();
    for (const worker of Object.values(this.#tenure.workers)) if (worker instanceof PollingWorker) worker.retry();
  }

  #answerCall(name: string): void {
    const { publisher, log } = this.#options;
    if (name === PUBLISHES_CHANGED) {
      if (!this.#tenure) void this.#announcePublishes();
      return;
    }
    if (name === PUBLISHER && !this.#tenure) publisher.announce({ kind: 'queued' });
    if (!this.#tenure) return;
    const { workers } = this.#tenure;
    if (name === PUBLISHER) publisher.wake();
    else if (name === BACK_UP)
      workers.backups.backUp('manual').catch((error: unknown) => log.error({ err: error }, 'a backup failed'));
    else if (name in workers) workers[name as WorkerName].wake();
  }

  async #announcePublishes(): Promise<void> {
    try {
      this.#options.publisher.announce({ kind: 'queued', jobs: await this.#changedPublishes.find() });
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the state of publishes couldn’t be read');
    }
  }
}
