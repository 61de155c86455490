import { nanoquery, type NanoqueryArgs } from '@nanostores/query';
import { useStore } from '@nanostores/react';
import { atom, onStop } from 'nanostores';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatError } from './api-client.ts';

type QueryState<Value> =
  { status: 'loading' } | { status: 'failed'; error: unknown } | { status: 'loaded'; value: Value };
type Load<Value> = (signal: AbortSignal) => Promise<Value>;

/** The responses of the stores that are in use, by the key of the store. */
export const queryCache: NonNullable<NanoqueryArgs['cache']> = new Map();

// A store loads once. The library skips the request while the page is hidden; `revalidateOnFocus` makes it afterwards.
const [createFetcherStore] = nanoquery({
  cache: queryCache,
  dedupeTime: Number.POSITIVE_INFINITY,
  cacheLifetime: Number.POSITIVE_INFINITY,
  revalidateOnFocus: true,
  onErrorRetry: null,
});
const $noKey = atom(null);
let storeCount = 0;

/** A store with a unique key, so that no other component shares its request, which `abortUnused` ends. */
function createQuery<Value>(load: Load<Value> | null) {
  let request = new AbortController();
  let response: Promise<Value> | undefined;
  storeCount += 1;
  const key = String(storeCount);
  const $query = createFetcherStore<Value, unknown>(load ? key : [$noKey], {
    fetcher: () => {
      request = new AbortController();
      response = (load as Load<Value>)(request.signal);
      return response;
    },
  });
  // The library caches a response also when it comes after the last subscriber has gone, and never deletes it. A new
  // subscriber until then keeps it.
  onStop($query, async () => {
    await Promise.allSettled([response]);
    if ($query.lc === 0) queryCache.delete(key);
  });
  // Deferred: an effect that React runs again subscribes again in the same task, and needs the request.
  const abortUnused = () => queueMicrotask(() => $query.lc === 0 && request.abort());
  return { $query, abortUnused };
}

/**
 * The response of `load`, requested once for each `key`; null loads nothing. Another key, `retry` and leaving the screen
 * abort the request. `replace` sets the value.
 */
export function useQuery<Value>(key: string | null, load: Load<Value>) {
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded, the attempt that it is loaded again
  const { $query, abortUnused } = useMemo(() => createQuery(key === null ? null : load), [key, attempt]);
  useEffect(() => abortUnused, [abortUnused]);
  const { data, error } = useStore($query);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const replace = useCallback((value: Value) => $query.mutate(value), [$query]);
  return { state: toState(data, error), retry, replace };
}

function toState<Value>(data: Value | undefined, error: unknown): QueryState<Value> {
  if (error !== undefined) return { status: 'failed', error };
  return data === undefined ? { status: 'loading' } : { status: 'loaded', value: data };
}

/** As `useQuery`, for lists: the last value and the last error stay until the next answer is here. */
export function useListQuery<Value>(key: string, load: Load<Value>) {
  const { state, retry, replace } = useQuery(key, load);
  const shown = useRef<{ value: Value | null; error: string | null }>({ value: null, error: null });
  if (state.status === 'loaded') shown.current = { value: state.value, error: null };
  if (state.status === 'failed') shown.current = { ...shown.current, error: formatError(state.error) };
  /** Changes what is shown before the server's new list is here. */
  const update = (change: (value: Value) => Value) => {
    if (shown.current.value === null) return;
    shown.current.value = change(shown.current.value);
    replace(shown.current.value);
  };
  return { ...shown.current, isLoading: state.status === 'loading', reload: retry, update };
}
