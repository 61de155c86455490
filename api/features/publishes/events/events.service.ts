import PQueue from 'p-queue';
import type { Deps } from '#api/deps.ts';
import type { PublishEvent } from '#api/publishing/queue/publish-events.ts';
import type { PublishJson, SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import { listChangedPublishes, listRecentPublishes, getSiteState } from '#api/features/publishes/publishes.service.ts';

/** Number of the newest publishes in a snapshot. */
const SNAPSHOT_SIZE = 20;

export type PublishStreamItem = { event: 'publish'; data: PublishJson } | { event: 'site'; data: SiteStateJson };

/** Receives items in their order; null when the server stops. */
type Subscriber = (items: readonly PublishStreamItem[] | null) => void;

/**
 * Publish events for all subscribers: each change is read from the database once for all of them, and not at all without
 * subscribers. Reads are exclusive, so that no state is sent after a newer one.
 */
export class PublishEventHub {
  readonly #deps: Pick<Deps, 'db' | 'publisher' | 'log'>;
  readonly #subscribers = new Set<Subscriber>();
  readonly #sentStatuses = new SentStatusTracker();
  /** Ids of the publishes to read next. */
  readonly #changedIds = new Set<number>();
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

  /** Sends a snapshot of open and recent publishes and the site state, then every change. Returns the function that unsubscribes. */
  subscribe(subscriber: Subscriber): () => void {
    let isUnsubscribed = false;
    this.#runExclusive(async () => {
      if (!isUnsubscribed) await this.#sendSnapshot(subscriber);
    });
    return () => {
      isUnsubscribed = true;
      this.#subscribers.delete(subscriber);
      this.#runExclusive(async () => this.#unsubscribeIfIdle());
    };
  }

  async #sendSnapshot(subscriber: Subscriber): Promise<void> {
    if (this.#isStopped) {
      subscriber(null);
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
    this.#subscribers.add(subscriber);
    subscriber([...recent.map(toItem), { event: 'site', data: await getSiteState(this.#deps) }]);
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
    for (const id of jobs) this.#changedIds.add(id);
    if (this.#isReading) return;
    this.#isReading = true;
    this.#runExclusive(() => this.#broadcastChanges());
  }

  async #broadcastChanges(): Promise<void> {
    const { db } = this.#deps;
    const [ids, isQueue, isSite] = [[...this.#changedIds], this.#isQueueChanged, this.#isSiteChanged];
    this.#changedIds.clear();
    this.#isReading = this.#isQueueChanged = this.#isSiteChanged = false;
    if (this.#subscribers.size === 0) return;
    const publishes = await listChangedPublishes(db, ids, isQueue ? this.#sentStatuses.newest : null);
    const items = this.#sentStatuses.filterChanged(publishes).map(toItem);
    if (isSite) items.push({ event: 'site', data: await getSiteState(this.#deps) });
    if (items.length > 0) for (const subscriber of this.#subscribers) subscriber(items);
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
    for (const subscriber of [...this.#subscribers]) subscriber(null);
  }
}

const toItem = (data: PublishJson): PublishStreamItem => ({ event: 'publish', data });

/** Last status sent for each publish, to deduplicate events. */
class SentStatusTracker {
  readonly #open = new Map<number, string>();
  #newest = 0;

  /** Id of the newest known publish, sent or not; 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** The publishes whose status differs from the one sent last; it is recorded as sent. Finished ones are not remembered. */
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
