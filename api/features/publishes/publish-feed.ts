import type { Deps } from '../../deps.ts';
import type { PublishEvent } from '../../publishing/publish-events.ts';
import type { PublishJson, SiteNowJson } from './publishes.contract.ts';
import { changedPublishes, recentPublishes, siteNow } from './publishes.service.ts';

/** Finished publishes that somebody who begins to listen is told of. */
const RECENT = 20;

export type FeedItem = { event: 'publish'; data: PublishJson } | { event: 'site'; data: SiteNowJson };

/** Gets items as they are; null when the server ends. */
type Reader = (items: readonly FeedItem[] | null) => void;

export type PublishFeed = ReturnType<typeof createPublishFeed>;

/**
 * What happens, for everybody who looks on: every change is read from the database once, however many they are, and
 * nothing is read while there is nobody. All reading is in one line, so that no state comes after a newer one.
 */
export function createPublishFeed({ db, publishing, log }: Pick<Deps, 'db' | 'publishing' | 'log'>) {
  const readers = new Set<Reader>();
  const told = new Map<number, string>();
  const changed = new Set<number>();
  let newest = 0;
  let isQueueChanged = false;
  let isSiteChanged = false;
  let isReading = false;
  let isStopped = false;
  let line: Promise<void> = Promise.resolve();
  let unsubscribe: (() => void) | null = null;

  const endAll = () => {
    for (const reader of [...readers]) reader(null);
  };
  const inLine = (work: () => Promise<void>) => {
    line = line.then(work).catch((error: unknown) => {
      log.error({ err: error }, 'publishes could not be told');
      // Whoever comes again hears how everything is.
      endAll();
    });
  };

  /** Items of what has another state than it was told with. What is finished need not be remembered. */
  function itemsOf(publishes: readonly PublishJson[]): FeedItem[] {
    const items: FeedItem[] = [];
    for (const data of publishes) {
      newest = Math.max(newest, data.id);
      const isOver = data.status === 'live' || data.status === 'failed';
      if (told.get(data.id) === data.status) continue;
      if (isOver) told.delete(data.id);
      else told.set(data.id, data.status);
      items.push({ event: 'publish', data });
    }
    return items;
  }

  async function readChanges(): Promise<void> {
    isReading = false;
    const [ids, isQueue, isSite] = [[...changed], isQueueChanged, isSiteChanged];
    changed.clear();
    isQueueChanged = isSiteChanged = false;
    if (readers.size === 0) return;
    const items = itemsOf(await changedPublishes(db, ids, isQueue ? newest : null));
    if (isSite) items.push({ event: 'site', data: await siteNow(db) });
    if (items.length > 0) for (const reader of readers) reader(items);
  }

  function note(event: PublishEvent): void {
    if (event.kind === 'stopped') {
      isStopped = true;
      endAll();
      return;
    }
    if (event.kind === 'queued') isQueueChanged = true;
    if (event.kind === 'released') isSiteChanged = true;
    for (const id of event.jobs ?? []) changed.add(id);
    if (isReading) return;
    isReading = true;
    inLine(readChanges);
  }

  return {
    get size(): number {
      return readers.size;
    },
    /** Tells what is open, what was last and what visitors see, then every change. Returns what ends it. */
    join(reader: Reader): () => void {
      let isGone = false;
      inLine(async () => {
        if (isGone) return;
        if (isStopped) {
          reader(null);
          return;
        }
        unsubscribe ??= publishing.subscribe(note);
        const recent = await recentPublishes(db, RECENT);
        newest = recent.reduce((latest, { id }) => Math.max(latest, id), newest);
        const open = itemsOf(recent.filter(({ status }) => status === 'queued' || status === 'rendering'));
        for (const other of readers) other(open);
        readers.add(reader);
        const items: FeedItem[] = recent.map((data) => ({ event: 'publish', data }));
        reader([...items, { event: 'site', data: await siteNow(db) }]);
      });
      return () => {
        isGone = true;
        readers.delete(reader);
        inLine(async () => {
          if (readers.size > 0) return;
          unsubscribe?.();
          unsubscribe = null;
          told.clear();
        });
      };
    },
  };
}
