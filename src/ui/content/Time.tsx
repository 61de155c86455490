import { useSyncExternalStore } from 'react';
import { formatDateTime, formatRelativeTime } from '#src/lib/format/times.ts';

const TICK_MS = 30_000;
const readNow = () => Math.floor(Date.now() / 1000) * 1000;

const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times of a page, which goes only while somebody looks at it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = readNow();
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

const readClock = () => {
  now ||= readNow();
  return now;
};

/** A moment in relative words that stay true, with the full local time as its title. */
export function Time({ iso }: { iso: string }) {
  const clock = useSyncExternalStore(subscribe, readClock, () => 0);
  // What happened after the last tick is not in the future.
  const shown = Date.parse(iso) > clock && Date.parse(iso) - clock < TICK_MS ? Date.parse(iso) : clock;
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelativeTime(iso, shown)}
    </time>
  );
}
