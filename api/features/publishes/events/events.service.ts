import type { Deps } from '#api/deps.ts';
import type { PublishEvent } from '#api/publishing/queue/publish-events.ts';
import type { PublishJson, SiteNowJson } from '#api/features/publishes/publishes.contract.ts';
import { changedPublishes, recentPublishes, siteNow } from '#api/features/publishes/publishes.service.ts';
import { Told } from './told.ts';

/** Finished publishes that somebody who begins to listen is told of. */
const RECENT = 20;

export type FeedItem = { event: 'publish'; data: PublishJson } | { event: 'site'; data: SiteNowJson };

/** Gets items as they are; null when the server ends. */
type Reader = (items: readonly FeedItem[] | null) => void;

/**
 * What happens, for everybody who looks on: every change is read from the database once, however many they are, and
 * nothing is read while there is nobody. All reading is in one line, so that no state comes after a newer one.
 */
export class PublishFeed {
  readonly #deps: Pick<Deps, 'db' | 'publishing' | 'log'>;
  readonly #readers = new Set<Reader>();
  readonly #told = new Told();
  /** What the next reading looks at. */
  readonly #changed = new Set<number>();
  #isQueueChanged = false;
  #isSiteChanged = false;
  #isReading = false;
  #isStopped = false;
  #line: Promise<void> = Promise.resolve();
  #unsubscribe: (() => void) | null = null;

  constructor(deps: Pick<Deps, 'db' | 'publishing' | 'log'>) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#readers.size;
  }

  /** Tells what is open, what was last and what visitors see, then every change. Returns what ends it. */
  join(reader: Reader): () => void {
    let isGone = false;
    this.#inLine(async () => {
      if (!isGone) await this.#welcome(reader);
    });
    return () => {
      isGone = true;
      this.#readers.delete(reader);
      this.#inLine(async () => this.#restIfAlone());
    };
  }

  async #welcome(reader: Reader): Promise<void> {
    if (this.#isStopped) {
      reader(null);
      return;
    }
    const { db, publishing } = this.#deps;
    this.#unsubscribe ??= publishing.subscribe((event) => this.#note(event));
    const recent = await recentPublishes(db, RECENT);
    this.#told.know(recent);
    const open = this.#told.take(recent.filter(({ status }) => status === 'queued' || status === 'rendering'));
    for (const other of this.#readers) other(open.map(toItem));
    this.#readers.add(reader);
    reader([...recent.map(toItem), { event: 'site', data: await siteNow(this.#deps) }]);
  }

  #restIfAlone(): void {
    if (this.#readers.size > 0) return;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#told.forget();
  }

  #note({ kind, jobs = [] }: PublishEvent): void {
    if (kind === 'stopped') {
      this.#isStopped = true;
      this.#endAll();
      return;
    }
    if (kind === 'queued') this.#isQueueChanged = true;
    if (kind === 'released') this.#isSiteChanged = true;
    for (const id of jobs) this.#changed.add(id);
    if (this.#isReading) return;
    this.#isReading = true;
    this.#inLine(() => this.#readChanges());
  }

  async #readChanges(): Promise<void> {
    const { db } = this.#deps;
    const [ids, isQueue, isSite] = [[...this.#changed], this.#isQueueChanged, this.#isSiteChanged];
    this.#changed.clear();
    this.#isReading = this.#isQueueChanged = this.#isSiteChanged = false;
    if (this.#readers.size === 0) return;
    const publishes = await changedPublishes(db, ids, isQueue ? this.#told.newest : null);
    const items = this.#told.take(publishes).map(toItem);
    if (isSite) items.push({ event: 'site', data: await siteNow(this.#deps) });
    if (items.length > 0) for (const reader of this.#readers) reader(items);
  }

  #inLine(work: () => Promise<void>): void {
    this.#line = this.#line.then(work).catch((error: unknown) => {
      this.#deps.log.error({ err: error }, 'publishes could not be told');
      // Whoever comes again hears how everything is.
      this.#endAll();
    });
  }

  #endAll(): void {
    for (const reader of [...this.#readers]) reader(null);
  }
}

const toItem = (data: PublishJson): FeedItem => ({ event: 'publish', data });
