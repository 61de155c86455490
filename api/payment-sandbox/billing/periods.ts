import type { Price } from '../objects/catalogue.ts';
import type { Period } from '../objects/kinds.ts';

type Interval = Pick<Price['recurring'], 'interval' | 'interval_count'>;

const DAY_SECONDS = 86_400;

/** `anchor` moved by whole months, in UTC and at the anchor's time of day; the day is clamped to the month's last. */
export function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const firstOfMonth = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const first = new Date(firstOfMonth);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  return firstOfMonth / 1000 + (day - 1) * DAY_SECONDS + (anchor - Math.floor(anchor / DAY_SECONDS) * DAY_SECONDS);
}

/** `anchor` moved by `count` intervals: always counted from the anchor, so that 31 January comes back to the 31st in March. */
export function addIntervals(anchor: number, { interval, interval_count }: Interval, count: number): number {
  const steps = interval_count * count;
  if (interval === 'day') return anchor + steps * DAY_SECONDS;
  if (interval === 'week') return anchor + steps * 7 * DAY_SECONDS;
  return addMonths(anchor, interval === 'year' ? steps * 12 : steps);
}

/** The billing period that contains `time`: start inclusive, end exclusive. */
export function periodContaining(anchor: number, interval: Interval, time: number): Period {
  const approximateSeconds = addIntervals(anchor, interval, 1) - anchor;
  let count = Math.floor((time - anchor) / approximateSeconds);
  while (addIntervals(anchor, interval, count) > time) count -= 1;
  while (addIntervals(anchor, interval, count + 1) <= time) count += 1;
  return { start: addIntervals(anchor, interval, count), end: addIntervals(anchor, interval, count + 1) };
}
