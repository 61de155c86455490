import PQueue from 'p-queue';
import type { Deps } from '#api/deps.ts';
import type { PublishEvent } from '#api/publishing/queue/publish-events.ts';
import type { PublishJson, SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import { listChangedPublishes, listRecentPublishes, getSiteState } from '#api/features/publishes/publishes.service.ts';

/** Finished publishes that somebody who begins to listen is told of. */
const SNAPSHOT_SIZE = 20;

export type PublishStreamItem = { event: 'publish'; data: PublishJson } | { event: 'site'; data: SiteStateJson };

/** Gets items as they are; null when the server ends. */
type Subscriber = (items: readonly PublishStreamItem[] | null) => void;

/**
 * What happens, for everybody who looks on: every change is read from the database once, however many they are, and
 * nothing is read while there is nobody. One read runs at a time, so that no state comes after a newer one.
 */
export class PublishEventHub {
  readonly #deps: Pick<Deps, 'db' | 'publisher' | 'log'>;
  readonly #subscribers = new Set<Subscriber>();
  readonly #sentStatuses = new SentStatusTracker();
  /** What the next reading looks at. */
  readonly #changed = new Set<number>();
  #isQueueChanged = false;
  #isSiteChanged = false;
  #isReading = false;
  #isStopped = false;
  readonly #queue = new PQueue({ concurrency: 1 });
  #unsubscribe: (() => void) | null = null;

  constructor(deps: Pick<Deps, 'db' | 'publisher' | 'log'>) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  /** Tells what is open, what was last and what visitors see, then every change. Returns what ends it. */
  subscribe(reader: Subscriber): () => void {
    let isGone = false;
    this.#runExclusive(async () => {
      if (!isGone) await this.#sendSnapshot(reader);
    });
    return () => {
      isGone = true;
      this.#subscribers.delete(reader);
      this.#runExclusive(async () => this.#unsubscribeIfIdle());
    };
  }

  async #sendSnapshot(reader: Subscriber): Promise<void> {
    if (this.#isStopped) {
      reader(null);
      return;
    }
    const { db, publisher } = this.#deps;
    this.#unsubscribe ??= publisher.subscribe((event) => this.#onPublishEvent(event));
    const recent = await listRecentPublishes(db, SNAPSHOT_SIZE);
    this.#sentStatuses.recordNewest(recent);
    const open = this.#sentStatuses.filterChanged(
      recent.filter(({ status }) => status === 'queued' || status === 'rendering'),
    );
    for (const other of this.#subscribers) other(open.map(toItem));
    this.#subscribers.add(reader);
    reader([...recent.map(toItem), { event: 'site', data: await getSiteState(this.#deps) }]);
  }

  #unsubscribeIfIdle(): void {
    if (this.#subscribers.size > 0) return;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#sentStatuses.clear();
  }

  #onPublishEvent({ kind, jobs = [] }: PublishEvent): void {
    if (kind === 'stopped') {
      this.#isStopped = true;
      this.#closeAll();
      return;
    }
    if (kind === 'queued') this.#isQueueChanged = true;
    if (kind === 'released') this.#isSiteChanged = true;
    for (const id of jobs) this.#changed.add(id);
    if (this.#isReading) return;
    this.#isReading = true;
    this.#runExclusive(() => this.#broadcastChanges());
  }

  async #broadcastChanges(): Promise<void> {
    const { db } = this.#deps;
    const [ids, isQueue, isSite] = [[...this.#changed], this.#isQueueChanged, this.#isSiteChanged];
    this.#changed.clear();
    this.#isReading = this.#isQueueChanged = this.#isSiteChanged = false;
    if (this.#subscribers.size === 0) return;
    const publishes = await listChangedPublishes(db, ids, isQueue ? this.#sentStatuses.newest : null);
    const items = this.#sentStatuses.filterChanged(publishes).map(toItem);
    if (isSite) items.push({ event: 'site', data: await getSiteState(this.#deps) });
    if (items.length > 0) for (const reader of this.#subscribers) reader(items);
  }

  #runExclusive(work: () => Promise<void>): void {
    const closeOnError = (error: unknown) => {
      this.#deps.log.error({ err: error }, 'publish event broadcast failed');
      // A subscriber that connects again gets a new snapshot.
      this.#closeAll();
    };
    void this.#queue.add(() => work().catch(closeOnError));
  }

  #closeAll(): void {
    for (const reader of [...this.#subscribers]) reader(null);
  }
}

const toItem = (data: PublishJson): PublishStreamItem => ({ event: 'publish', data });

/** Last status sent for each publish, to deduplicate events. */
class SentStatusTracker {
  readonly #open = new Map<number, string>();
  #newest = 0;

  /** The newest publish that is known, told of or not; 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** Those that have another state than they were told with; they count as told then. What is finished need not be remembered. */
  filterChanged(publishes: readonly PublishJson[]): PublishJson[] {
    this.recordNewest(publishes);
    const changed = publishes.filter(({ id, status }) => this.#open.get(id) !== status);
    for (const { id, status } of changed) {
      if (status === 'live' || status === 'failed') this.#open.delete(id);
      else this.#open.set(id, status);
    }
    return changed;
  }

  recordNewest(publishes: readonly PublishJson[]): void {
    this.#newest = publishes.reduce((newest, { id }) => Math.max(newest, id), this.#newest);
  }

  clear(): void {
    this.#open.clear();
  }
}
