const DAY_MS = 24 * 60 * 60 * 1000;

const getUtcDay = (at: number): number => new Date(at).getUTCDate();

/** A time moved by whole months, in UTC, on the given day of the month; the day is clamped to the month’s last. */
export function addMonths(from: number, months: number, day = getUtcDay(from)): number {
  const date = new Date(from);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const start = new Date(first);
  const lastDay = getUtcDay(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0));
  const time = from - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return first + (Math.min(day, lastDay) - 1) * DAY_MS + time;
}

function countMonths(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}

type Renewal = {
  /** The first renewal (UTC ms). */
  at: number;
  /** The start of the period before it (UTC ms): of one that began on the 31st, the renewals are on the last days of months. */
  periodStart: number;
  interval: string;
  intervalCount: number;
};

/** The renewal that follows the first after so many others (UTC ms). */
export function findRenewalAfter({ at, periodStart, interval, intervalCount }: Renewal, count: number): number {
  const steps = count * intervalCount;
  if (interval === 'day' || interval === 'week') return at + steps * (interval === 'week' ? 7 : 1) * DAY_MS;
  // A period of other than whole months ends where a payment was moved to, and the renewals are counted from there.
  const isWhole = addMonths(periodStart, countMonths(periodStart, at)) === at;
  const isClamped = isWhole && getUtcDay(at + DAY_MS) === 1 && getUtcDay(periodStart) > getUtcDay(at);
  return addMonths(at, steps * (interval === 'year' ? 12 : 1), getUtcDay(isClamped ? periodStart : at));
}
