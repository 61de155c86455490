import { useEffect, useEffectEvent } from 'react';

/** After something was due: its worker needs a moment. */
const GRACE_MS = 2_000;

/**
 * Polls: after each new `answer` once more in `getDelay()` ms, for what changes while somebody looks at it; null is not at all.
 * While the page is hidden it waits.
 */
export function usePolling(answer: unknown, getDelay: () => number | null, poll: () => void): void {
  const getNextDelay = useEffectEvent(getDelay);
  const onDue = useEffectEvent(poll);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that says the same begins the wait again
  useEffect(() => {
    const delay = getNextDelay();
    if (delay === null) return;
    const ended = new AbortController();
    const pollOnceVisible = () => {
      if (document.visibilityState !== 'visible') return;
      ended.abort();
      onDue();
    };
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', pollOnceVisible, { signal: ended.signal });
      pollOnceVisible();
    }, delay);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [answer]);
}

/** How soon (ms) to load again what changes at one of these times (UTC ms), or earlier, such as by another admin: null where there is none. */
export function getDelayUntilDue(dueAt: readonly number[], longestWait: number): number | null {
  if (dueAt.length === 0) return null;
  return Math.min(Math.max(Math.min(...dueAt) - Date.now(), 0) + GRACE_MS, longestWait);
}

/** Loads again when the page is shown again: what it shows may have changed meanwhile. */
export function useReloadOnReturn(isOn: boolean, reload: () => void): void {
  const onReturn = useEffectEvent(reload);
  useEffect(() => {
    if (!isOn) return;
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') onReturn();
    };
    document.addEventListener('visibilitychange', reloadIfVisible);
    return () => document.removeEventListener('visibilitychange', reloadIfVisible);
  }, [isOn]);
}
