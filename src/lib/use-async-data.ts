import { useCallback, useEffect, useState } from 'react';

export type AsyncState<Value> = { status: 'loading' } | { status: 'failed' } | { status: 'loaded'; value: Value };

/** What the server answers, with a second try when it did not. `load` must stay the same function. */
export function useAsyncData<Value>(load: (signal: AbortSignal) => Promise<Value>) {
  const [state, setState] = useState<AsyncState<Value>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const stop = new AbortController();
    if (attempt > 0) setState({ status: 'loading' });
    load(stop.signal).then(
      (value) => !stop.signal.aborted && setState({ status: 'loaded', value }),
      () => !stop.signal.aborted && setState({ status: 'failed' }),
    );
    return () => stop.abort();
  }, [load, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const replace = useCallback((value: Value) => setState({ status: 'loaded', value }), []);
  return { state, retry, replace };
}
