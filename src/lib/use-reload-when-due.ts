import { useEffect, useRef } from 'react';

/** After something was due: its worker needs a moment. */
const GRACE_MS = 2_000;

type Due = {
  /** What was loaded: each new response is asked about again. */
  loaded: unknown;
  /** When it changes by itself (ms); null while nothing is to come. */
  dueAt: number | null;
  /** It may change earlier, such as by another admin (ms). */
  longestWait: number;
};

/** Loads again, once after this time (ms) whenever it starts to be so: for what changes while somebody looks at it. */
export function useReloadWhile(isChanging: boolean, ms: number, reload: () => void): void {
  useEffect(() => {
    if (!isChanging) return;
    const timer = setTimeout(reload, ms);
    return () => clearTimeout(timer);
  }, [isChanging, ms, reload]);
}

/** Loads again once what is shown must have changed, and meanwhile now and then. */
export function useReloadWhenDue({ loaded, dueAt, longestWait }: Due, reload: () => void): void {
  const latestReload = useRef(reload);
  latestReload.current = reload;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a response that says the same begins the wait again
  useEffect(() => {
    if (dueAt === null) return;
    const wait = Math.min(Math.max(dueAt - Date.now(), 0) + GRACE_MS, longestWait);
    const timer = setTimeout(() => latestReload.current(), wait);
    return () => clearTimeout(timer);
  }, [loaded, dueAt, longestWait]);
}
