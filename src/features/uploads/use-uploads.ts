import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { UploadJson, uploadsResponse } from '#api/features/uploads/uploads.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { toListUrl, toApiUrl, parseListState, type ListState } from './list-state.ts';

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
  const change = useCallback((update: Partial<ListState>, { isPush = !update.search } = {}) => {
    const next = { ...current.current, page: 1, ...update };
    if (toListUrl(next) === toListUrl(current.current)) return;
    history[isPush ? 'pushState' : 'replaceState'](null, '', toListUrl(next));
    setView(next);
  }, []);
  return { view, change };
}

/** The uploads of a view. */
export function useUploads(view: ListState) {
  const path = toApiUrl(view);
  const { value, update, ...query } = useListQuery(path, (signal) => api.get<Page>(path, { signal }));
  const replace = (changed: UploadJson) =>
    update((page) => ({ ...page, data: page.data.map((each) => (each.id === changed.id ? changed : each)) }));
  return { ...query, page: value, replace };
}
