import { useCallback, useEffect, useRef, useState } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { fetchPending } from '#src/features/openshelf/openshelf-api.ts';
import { appendPage, type QueueOrder, refreshQueue, type ReviewQueue } from './review-queue.ts';

const PAGE_SIZE = 100;
/** Who is reviewing what changes without this screen. */
const REFRESH_MS = 60_000;

type Options = { order: QueueOrder; decidedIds: () => ReadonlySet<number> };

/** The queue beside the text. It is loaded again after each decision, each minute, and when the page becomes visible. */
export function useReviewQueue({ order, decidedIds }: Options) {
  const [queue, setQueue] = useState<ReviewQueue | null>(null);
  const [error, setError] = useState<string | null>(null);
  const request = useRef(new AbortController());
  const getDecidedIds = useRef(decidedIds);
  getDecidedIds.current = decidedIds;

  const load = useCallback(
    async (page: number) => {
      // A response from before the last decision would bring back what is decided.
      request.current.abort();
      request.current = new AbortController();
      const { signal } = request.current;
      try {
        const loaded = await fetchPending({ sort: order, page, limit: PAGE_SIZE }, signal);
        const { pagination, publications: added, decided_today: decidedToday } = loaded;
        const loadedIds = new Set(added.map(({ id }) => id));
        setQueue((before) => {
          const decidedIds = getDecidedIds.current();
          const shown = before?.publications ?? [];
          const publications =
            page > 1
              ? appendPage(shown, added, order)
              : refreshQueue(shown, { publications: added, total: pagination.total }, { order, decidedIds });
          // Not when rendered: a decision leaves `total` only once the queue is loaded again.
          const counted = publications.filter(({ id }) => loadedIds.has(id) || !decidedIds.has(id));
          return { publications, total: pagination.total, decidedToday, hasMore: counted.length < pagination.total };
        });
        setError(null);
      } catch (cause) {
        if (!signal.aborted) setError(formatError(cause));
      }
    },
    [order],
  );
  const reload = useCallback(() => void load(1), [load]);
  useEffect(() => {
    setQueue(null);
    reload();
    const refresh = () => document.visibilityState === 'visible' && reload();
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
      request.current.abort();
    };
  }, [reload]);

  const decided = getDecidedIds.current();
  const waiting = queue?.publications.filter(({ id }) => !decided.has(id)).length ?? 0;
  useNavigationCount('pending_reviews', queue?.total ?? null);
  return {
    queue,
    error,
    reload,
    /** Null when everything is loaded. */
    loadMore: queue?.hasMore ? () => void load(Math.floor(waiting / PAGE_SIZE) + 1) : null,
    remove: useCallback((ids: readonly number[]) => {
      setQueue((before) =>
        before ? { ...before, publications: before.publications.filter(({ id }) => !ids.includes(id)) } : before,
      );
    }, []),
  };
}
