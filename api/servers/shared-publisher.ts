import type { Database } from '#db/client.ts';
import { write } from '#db/write.ts';
import type { PublishDryRun } from '#api/publishing/dry-run.ts';
import { type PublisherPort, type RestoreResult, SYSTEM_INITIATOR } from '#api/publishing/ports.ts';
import type { Publisher } from '#api/publishing/publisher.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { PublishEventEmitter, type PublishEvent, type PublishListener } from '#api/publishing/queue/publish-events.ts';
import type { ReleaseInitiator } from '#api/releases/release-rows.ts';

/** The names of the calls between servers. */
export const PUBLISHER = 'publisher';
export const PUBLISHES_CHANGED = 'publishes-changed';

type Options = {
  db: Database;
  /** Makes a publisher: one that writes to this database when it is woken, or one that is never woken. */
  create: (db: Database, use: 'lead' | 'plan') => Promise<Publisher>;
  /** Calls the other servers. */
  call: (name: string) => void;
  now: () => number;
};

/**
 * The publisher of one of several servers. The leader's publishes; elsewhere a publish is left to the leader, and what needs
 * no leader (dry runs, the restore of a release) is done here.
 */
export class SharedPublisher implements PublisherPort {
  readonly #options: Options;
  readonly #events = new PublishEventEmitter();
  /** Never woken: it plans, renders drafts and restores releases. */
  readonly planner: Publisher;
  #active: Publisher | null = null;
  #pinnedRelease: number | null = null;

  static async create(options: Options): Promise<SharedPublisher> {
    return new SharedPublisher(options, await options.create(options.db, 'plan'));
  }

  private constructor(options: Options, planner: Publisher) {
    this.#options = options;
    this.planner = planner;
    planner.subscribe((event) => this.#forward(event));
  }

  /** Begins to publish for all servers. */
  async lead(fenced: Database): Promise<Publisher> {
    const active = await this.#options.create(fenced, 'lead');
    active.subscribe((event) => this.#forward(event));
    await active.start();
    this.#active = active;
    active.wake();
    return active;
  }

  async endLead(): Promise<void> {
    const active = this.#active;
    this.#active = null;
    await active?.stop();
  }

  /** The server ends: browsers that listen are let go. */
  async stop(): Promise<void> {
    await this.endLead();
    await this.planner.stop();
    this.#events.emit({ kind: 'stopped' });
  }

  wake(): void {
    if (this.#active) {
      this.#active.wake();
      return;
    }
    this.#events.emit({ kind: 'queued' });
    this.#options.call(PUBLISHER);
  }

  subscribe(listener: PublishListener): () => void {
    return this.#events.subscribe(listener);
  }

  get pinnedRelease(): number | null {
    return this.#pinnedRelease;
  }

  get isWaitingForSpace(): boolean {
    return this.#active?.isWaitingForSpace ?? false;
  }

  async restore(release: number, initiator?: ReleaseInitiator): Promise<RestoreResult> {
    const result = await (this.#active ?? this.planner).restore(release, initiator);
    this.#pinnedRelease = release;
    return result;
  }

  async resume(initiator: ReleaseInitiator = SYSTEM_INITIATOR): Promise<void> {
    if (this.#active) await this.#active.resume(initiator);
    else {
      const statement = 'UPDATE site_state SET pinned_release = NULL';
      await write(this.#options.db, [statement, ...initiator.statements]);
    }
    this.setPinnedRelease(null);
    this.#options.call(PUBLISHER);
  }

  readonly dryRun: PublishDryRun = {
    planPublish: async (entries) => (await this.#getPlanner()).planPublish(entries),
    previewPost: async (post) => (await this.#getPlanner()).previewPost(post),
    previewPage: async (page) => (await this.#getPlanner()).previewPage(page),
    previewSite: async (site, path) => (await this.#getPlanner()).previewSite(site, path),
    planRestore: async (release) => (await this.#getPlanner()).planRestore(release),
  };

  /** An object of a page is lost. The leader renders the page again; another server asks it to render all. */
  rerenderPath(path: string): void {
    if (this.#active) this.#active.rerenderPath(path);
    else void this.#requestRebuild(path).catch(() => undefined);
  }

  /** As read from the database. */
  setPinnedRelease(release: number | null): void {
    if (release === this.#pinnedRelease) return;
    this.#pinnedRelease = release;
    this.#events.emit({ kind: 'released' });
  }

  /** The leader: another server has brought a release or paused publishing. */
  followOthers(): Promise<void> | undefined {
    return this.#active?.followOthers();
  }

  /** Tells listeners of this server what happened on another one. */
  announce(event: PublishEvent): void {
    this.#events.emit(event);
  }

  #forward(event: PublishEvent): void {
    if (event.kind === 'stopped') return;
    if (this.#active) this.#pinnedRelease = this.#active.pinnedRelease;
    this.#events.emit(event);
    // Who watches by another server sees at once what is queued and what became of it; a write more would hold up the release.
    if (event.kind !== 'released' && event.kind !== 'rendering') this.#options.call(PUBLISHES_CHANGED);
  }

  async #getPlanner(): Promise<PublishDryRun> {
    if (this.#active) return this.#active.dryRun;
    await this.planner.refreshIndex();
    return this.planner.dryRun;
  }

  async #requestRebuild(path: string): Promise<void> {
    const { db, now } = this.#options;
    const isQueued = "SELECT 1 FROM publish_jobs WHERE kind = 'rebuild' AND status IN ('queued', 'rendering')";
    if ((await db.client.execute(isQueued)).rows.length > 0) return;
    const reason = `A file of ${path} was lost`;
    await write(db, [enqueuePublishStatement(db, { kind: 'rebuild', reason, now: now() })]);
    this.wake();
  }
}
