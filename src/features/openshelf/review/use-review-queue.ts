import { useRef } from 'react';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useReloadOnReturn } from '#src/lib/use-polling.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { fetchPending } from '#src/features/openshelf/openshelf-api.ts';
import { appendPage, type QueueOrder, refreshQueue, type ReviewQueue } from './review-queue.ts';

const PAGE_SIZE = 100;
/** Who is reviewing what changes without this screen. */
const REFRESH_MS = 60_000;

type Options = {
  order: QueueOrder;
  /** Those whose decision can still be undone, as of now. */
  getDecidedIds: () => ReadonlySet<number>;
};

/** The queue beside the text. It is loaded again after each decision, each minute, and when the page becomes visible. */
export function useReviewQueue({ order, getDecidedIds }: Options) {
  const shown = useRef<ReviewQueue | null>(null);
  const nextPage = useRef(1);
  const load = async (signal: AbortSignal): Promise<ReviewQueue> => {
    const page = nextPage.current;
    nextPage.current = 1;
    const loaded = await fetchPending({ sort: order, page, limit: PAGE_SIZE }, signal);
    const { pagination, publications: added, decided_today: decidedToday } = loaded;
    const { total } = pagination;
    const decidedIds = getDecidedIds();
    const before = shown.current?.publications ?? [];
    const publications =
      page > 1
        ? appendPage(before, added, order)
        : refreshQueue(before, { publications: added, total }, { order, decidedIds });
    // Not when rendered: a decision leaves `total` only once the queue is loaded again.
    const loadedIds = new Set(added.map(({ id }) => id));
    const counted = publications.filter(({ id }) => loadedIds.has(id) || !decidedIds.has(id));
    return { publications, total, decidedToday, hasMore: counted.length < total };
  };
  const {
    value: queue,
    error,
    reload,
    update,
  } = useQuery(`review queue ${order}`, load, { pollAfter: () => REFRESH_MS });
  shown.current = queue;
  useReloadOnReturn(true, reload);
  useNavigationCount('pending_reviews', queue?.total ?? null);
  const loadMore = () => {
    const decidedIds = getDecidedIds();
    const waiting = queue?.publications.filter(({ id }) => !decidedIds.has(id)).length ?? 0;
    nextPage.current = Math.floor(waiting / PAGE_SIZE) + 1;
    reload();
  };
  return {
    queue,
    error,
    reload,
    /** Null when everything is loaded. */
    loadMore: queue?.hasMore ? loadMore : null,
    remove: (ids: readonly number[]) =>
      update((before) => ({
        ...before,
        publications: before.publications.filter(({ id }) => !ids.includes(id)),
      })),
  };
}
