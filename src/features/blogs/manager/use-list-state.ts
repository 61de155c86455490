import { useCallback, useEffect, useRef, useState } from 'react';
import { toListUrl, updateListState, parseListState, type ListState } from './list-state.ts';

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
  const change = useCallback((update: Partial<ListState>, options: { isPush?: boolean } = {}) => {
    const before = current.current;
    const next = updateListState(before, update);
    if (toListUrl(next) === toListUrl(before)) return;
    // A word that is typed on is one step back, not one for each letter.
    const isSearchRefinement = update.search !== undefined && update.search !== '' && before.search !== '';
    const isPush = options.isPush ?? !isSearchRefinement;
    history[isPush ? 'pushState' : 'replaceState'](null, '', toListUrl(next));
    setView(next);
  }, []);
  return { view, change };
}
