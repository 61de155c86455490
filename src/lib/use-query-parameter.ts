import { useCallback, useMemo } from 'react';
import { useListState } from './use-list-state.ts';

const MAX_LENGTH = 200;

/** The current address with another value of one parameter; without it where the value is empty. */
export function replaceQueryParameter(name: string, value: string): string {
  const query = new URLSearchParams(window.location.search);
  if (value) query.set(name, value);
  else query.delete(name);
  return query.size > 0 ? `${window.location.pathname}?${query}` : window.location.pathname;
}

/** One parameter of the address as state, empty where it is missing. Of a value that is typed, Back skips the single letters. */
export function useQueryParameter(name: string, { isTyped = false } = {}) {
  const options = useMemo(() => {
    const parse = (query: string) => ({
      search: (new URLSearchParams(query).get(name) ?? '').slice(0, MAX_LENGTH),
      page: 1,
    });
    return { parse, toUrl: ({ search }: { search: string }) => replaceQueryParameter(name, search) };
  }, [name]);
  const { listState, change } = useListState(options);
  const set = useCallback(
    (value: string) => change({ search: value }, isTyped ? {} : { isPush: true }),
    [change, isTyped],
  );
  return [listState.search, set] as const;
}
