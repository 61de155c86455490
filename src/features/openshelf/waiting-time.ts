import { formatCount } from '#api/domain/plurals.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A longer wait stands out. */
const LONG_WAIT_MS = 4 * DAY_MS;

/** The orders of the queue, in the words of every list of it: what they sort by is the wait that each row shows. */
export const QUEUE_ORDERS = [
  { value: 'oldest', label: 'Longest waiting' },
  { value: 'newest', label: 'Shortest waiting' },
] as const;

/** How long a publication has waited: '4 days', '9 hours', '5 minutes'. */
export function formatWait(queuedAt: string, now: number): string {
  const waited = Math.max(0, now - Date.parse(queuedAt));
  if (waited >= DAY_MS) return formatCount(Math.floor(waited / DAY_MS), 'day');
  if (waited >= HOUR_MS) return formatCount(Math.floor(waited / HOUR_MS), 'hour');
  return formatCount(Math.max(1, Math.floor(waited / 60_000)), 'minute');
}

export const isLongWait = (queuedAt: string, now: number) => now - Date.parse(queuedAt) >= LONG_WAIT_MS;
