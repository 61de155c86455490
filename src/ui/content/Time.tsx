import { useSyncExternalStore } from 'react';
import { formatDate, formatDateTime, formatRelativeTime } from '#src/lib/format/dates.ts';

const TICK_MS = 30_000;
const readNow = () => Math.floor(Date.now() / 1000) * 1000;

const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times of a page, which runs only while the page is visible. */
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

type Props = {
  iso: string;
  /** The full time, of the company’s zone, instead of 'five minutes ago'. */
  isFull?: boolean;
  /** The day only. */
  isDate?: boolean;
  /** In the middle of a sentence: 'five minutes ago'. */
  isInSentence?: boolean;
};

/** A moment in relative words that stay true, with the full time as its title. */
export function Time({ iso, isFull = false, isDate = false, isInSentence = false }: Props) {
  const clock = useSyncExternalStore(subscribe, readClock, () => 0);
  // What happened after the last tick is not in the future.
  const shown = Date.parse(iso) > clock && Date.parse(iso) - clock < TICK_MS ? Date.parse(iso) : clock;
  const relative = formatRelativeTime(iso, shown);
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {isDate ? formatDate(iso) : isFull ? formatDateTime(iso) : isInSentence ? relative.toLowerCase() : relative}
    </time>
  );
}
