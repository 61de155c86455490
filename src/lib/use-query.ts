import { atom } from 'nanostores';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { formatError } from './api-client.ts';
import { usePolling } from './use-polling.ts';

type Load<Value> = (signal: AbortSignal) => Promise<Value>;
/** What is known of a key. Value and error stay while it is loaded again; undefined is none. */
type Answer = { value: unknown; error: unknown; isLoading: boolean };
type Query = ReturnType<typeof createQuery>;
type QueryState<Value> =
  { status: 'loading' } | { status: 'failed'; error: unknown } | { status: 'loaded'; value: Value };
type Options<Value> = {
  /** The value of the key before stays until this one is loaded, as the rows of a list do. */
  keepsPrevious?: boolean;
  /** For what changes by itself: how soon it is loaded again (ms), after each response and each failure. Null is never. */
  pollAfter?: (value: Value | null) => number | null;
};

/** What is on the screen, or about to be, by its key: several components that show the same send one request. */
export const queryCache = new Map<string, Query>();

const INITIAL: Answer = { value: undefined, error: undefined, isLoading: true };

function createQuery(key: string) {
  const $answer = atom(INITIAL);
  let request: AbortController | null = null;
  const load = async (run: Load<unknown>) => {
    request?.abort();
    const current = new AbortController();
    request = current;
    $answer.set({ ...$answer.value, isLoading: true });
    // Deferred to the end of the task, so that two reloads in one task send one request.
    await Promise.resolve();
    if (request !== current) return;
    const outcome = await run(current.signal).then(
      (value) => ({ value, error: undefined }),
      (error: unknown) => ({ value: $answer.value.value, error: error ?? new Error() }),
    );
    // Another request, or the last component has gone: the response is out of date.
    if (request === current) $answer.set({ ...outcome, isLoading: false });
  };
  return {
    $answer,
    load,
    subscribe(run: Load<unknown>, notify: () => void) {
      const unlisten = $answer.listen(notify);
      // What failed for a component before is tried again for this one.
      if (request === null || ($answer.value.error !== undefined && !$answer.value.isLoading)) void load(run);
      return () => {
        unlisten();
        // Deferred: another component, or the same one that React mounts again, may subscribe in this task.
        queueMicrotask(() => {
          if ($answer.lc > 0 || queryCache.get(key)?.$answer !== $answer) return;
          queryCache.delete(key);
          request?.abort();
          request = null;
        });
      };
    },
  };
}

function openQuery(key: string): Query {
  const query = queryCache.get(key) ?? createQuery(key);
  queryCache.set(key, query);
  return query;
}

/**
 * What `load` answers, by a key that says all that it depends on, in the whole page; null loads nothing. A component that
 * calls it for what another one will show prefetches it. Another key and leaving the screen abort the request.
 */
export function useQuery<Value>(key: string | null, load: Load<Value>, options: Options<Value> = {}) {
  const { keepsPrevious = false, pollAfter } = options;
  const latest = useRef({ key, load, keepsPrevious });
  latest.current = { key, load, keepsPrevious };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded
  const subscribe = useCallback(
    (notify: () => void) => (key === null ? () => undefined : openQuery(key).subscribe(load, notify)),
    [key],
  );
  const read = () => (key === null ? undefined : queryCache.get(key)?.$answer.value) ?? INITIAL;
  const answer = useSyncExternalStore(subscribe, read, read) as Answer & { value: Value | undefined };
  /** Loads it again. What is shown stays meanwhile. */
  const reload = useCallback(() => {
    const { key: shownKey, load: run } = latest.current;
    if (shownKey !== null) void openQuery(shownKey).load(run);
  }, []);
  /** Shows another value: what a change answered, or what it is going to. */
  const replace = useCallback((value: Value) => {
    const $answer = queryCache.get(latest.current.key ?? '')?.$answer;
    $answer?.set({ ...$answer.value, value, error: undefined });
  }, []);
  const shown = useRef<Pick<Answer, 'value' | 'error'>>(INITIAL);
  const isAnswered = answer.value !== undefined || answer.error !== undefined;
  if (isAnswered) shown.current = { value: answer.value ?? shown.current.value, error: answer.error };
  /** Changes what is shown before the server’s new value is here. */
  const update = useCallback(
    (change: (value: Value) => Value) => {
      const { value } = queryCache.get(latest.current.key ?? '')?.$answer.value ?? INITIAL;
      const before = latest.current.keepsPrevious ? (value ?? shown.current.value) : value;
      if (before !== undefined) replace(change(before as Value));
    },
    [replace],
  );
  const last = (keepsPrevious ? shown.current : answer) as Pick<typeof answer, 'value' | 'error'>;
  usePolling(answer, () => (answer.isLoading || !pollAfter ? null : pollAfter(last.value ?? null)), reload);
  return {
    state: toState(answer),
    /** The last value; null before the first. */
    value: last.value ?? null,
    /** Why it couldn’t be loaded, as a sentence, until it is. */
    error: last.error === undefined ? null : formatError(last.error),
    isLoading: answer.isLoading,
    reload,
    replace,
    update,
  };
}

function toState<Value>({ value, error, isLoading }: Answer & { value: Value | undefined }): QueryState<Value> {
  if (error !== undefined && !isLoading) return { status: 'failed', error };
  return value === undefined ? { status: 'loading' } : { status: 'loaded', value };
}
