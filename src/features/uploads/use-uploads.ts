import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { UploadJson, uploadsResponse } from '#api/features/uploads/uploads.contract.ts';
import { api, formatError } from '#src/lib/api-client.ts';
import { toListUrl, toListQuery, parseListState, type ListState } from './list-state.ts';

type Page = z.infer<typeof uploadsResponse>;

/** The view that the address bar names, and the way to another. */
export function useListState() {
  const [view, setView] = useState(() => parseListState(window.location.search));
  const current = useRef(view);
  current.current = view;
  useEffect(() => {
    const back = () => setView(parseListState(window.location.search));
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, []);
  const change = useCallback((wanted: Partial<ListState>, { isPush = !wanted.search } = {}) => {
    const next = { ...current.current, page: 1, ...wanted };
    if (toListUrl(next) === toListUrl(current.current)) return;
    history[isPush ? 'pushState' : 'replaceState'](null, '', toListUrl(next));
    setView(next);
  }, []);
  return { view, change };
}

/** The uploads of a view. Those before stay until the new ones are here; the answer to an older question is dropped. */
export function useUploads(view: ListState) {
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const stop = new AbortController();
    if (attempt > 0) setLoading(true);
    api
      .get('/api/uploads', { query: toListQuery(view), signal: stop.signal })
      .then(
        (found) => {
          if (stop.signal.aborted) return;
          setPage(found);
          setError(null);
        },
        (cause: unknown) => !stop.signal.aborted && setError(formatError(cause)),
      )
      .finally(() => !stop.signal.aborted && setLoading(false));
    return () => stop.abort();
  }, [view, attempt]);

  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  const replace = useCallback((changed: UploadJson) => {
    setPage(
      (before) => before && { ...before, data: before.data.map((each) => (each.id === changed.id ? changed : each)) },
    );
  }, []);
  return { page, error, isLoading, reload, replace };
}
