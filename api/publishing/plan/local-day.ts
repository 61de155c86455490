const HOUR_MS = 60 * 60 * 1000;

/** The instant (UTC ms) at which the day of `now` ends in a time zone, daylight saving included. */
export function getEndOfDay(now: number, timeZone: string): number {
  const day = formatLocalDay(now, timeZone);
  // A local day has 23 to 25 hours: look for the first instant of another date within that span.
  return findFirst(now, now + 25 * HOUR_MS, (instant) => formatLocalDay(instant, timeZone) !== day);
}

/** The instant (UTC ms) at which a day such as '2026-11-21' begins in a time zone. */
export function getStartOfDay(day: string, timeZone: string): number {
  // Local midnight is at most 14 hours from midnight in UTC.
  const midnight = Date.parse(day);
  return findFirst(
    midnight - 15 * HOUR_MS,
    midnight + 15 * HOUR_MS,
    (instant) => formatLocalDay(instant, timeZone) >= day,
  );
}

/** The first instant after `from`, and at or before `to`, from which on the condition is true. */
function findFirst(from: number, to: number, condition: (instant: number) => boolean): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (condition(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The date of an instant in a time zone: '2026-11-21'. */
export function formatLocalDay(now: number, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(now);
}
