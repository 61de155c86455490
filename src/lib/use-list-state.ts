import { useCallback, useEffect, useRef, useState } from 'react';

type Options<State> = {
  parse: (query: string) => State;
  /** The address of a state. */
  toUrl: (state: State) => string;
};

/** The list state in the URL: a link shows the same rows, Back the previous ones. Both options are constants. */
export function useListState<State extends { page: number; search?: string }>({ parse, toUrl }: Options<State>) {
  const [listState, setListState] = useState(() => parse(window.location.search));
  const current = useRef(listState);
  current.current = listState;
  useEffect(() => {
    const back = () => setListState(parse(window.location.search));
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [parse]);
  const change = useCallback(
    (update: Partial<State>, options: { isPush?: boolean } = {}) => {
      const before = current.current;
      const next = updateListState(before, update);
      if (toUrl(next) === toUrl(before)) return;
      // Typing on in a search is one step back, not one for each letter.
      const isSearchRefinement = Boolean(update.search) && before.search !== '';
      const isPush = options.isPush ?? !isSearchRefinement;
      window.history[isPush ? 'pushState' : 'replaceState'](null, '', toUrl(next));
      setListState(next);
    },
    [toUrl],
  );
  return { listState, change };
}

/** Any change but that of the page leads to the first page. */
export const updateListState = <State extends { page: number }>(before: State, update: Partial<State>): State => ({
  ...before,
  page: 1,
  ...update,
});

/** Reads the query of an address; a value that a list doesn't understand is null, empty, or page 1. */
export function readListQuery(query: string) {
  const params = new URLSearchParams(query);
  const readNumber = (name: string, maxDigits = 15): number | null => {
    const text = params.get(name) ?? '';
    return /^[1-9]\d*$/.test(text) && text.length <= maxDigits ? Number(text) : null;
  };
  return {
    readText: (name: string, maxLength = 200): string => (params.get(name) ?? '').slice(0, maxLength),
    readOption: <Option extends string>(name: string, options: readonly Option[]): Option | null =>
      options.find((option) => option === params.get(name)) ?? null,
    /** A whole number from 1. */
    readNumber,
    readPage: (): number => readNumber('page', 6) ?? 1,
  };
}

/** An address with the values that aren't at their default; null, empty and false ones are left out. */
export function toListAddress(path: string, values: Record<string, string | number | null | false>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}
