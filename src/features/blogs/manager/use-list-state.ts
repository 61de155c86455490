import { useCallback, useEffect, useRef, useState } from 'react';
import { addressOf, changed, readView, type View } from './list-state.ts';

/** The view that the address bar names, and the way to another. */
export function useView() {
  const [view, setView] = useState(() => readView(window.location.search));
  const current = useRef(view);
  current.current = view;
  useEffect(() => {
    const back = () => setView(readView(window.location.search));
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, []);
  const change = useCallback((wanted: Partial<View>, options: { isStep?: boolean } = {}) => {
    const before = current.current;
    const next = changed(before, wanted);
    if (addressOf(next) === addressOf(before)) return;
    // A word that is typed on is one step back, not one for each letter.
    const isTypedOn = wanted.search !== undefined && wanted.search !== '' && before.search !== '';
    const isStep = options.isStep ?? !isTypedOn;
    history[isStep ? 'pushState' : 'replaceState'](null, '', addressOf(next));
    setView(next);
  }, []);
  return { view, change };
}
