/** The instant (UTC ms) at which the day of `now` ends in a time zone, daylight saving included. */
export function getEndOfDay(now: number, timeZone: string): number {
  const day = formatLocalDay(now, timeZone);
  // A local day has 23 to 25 hours: look for the first instant of another date within that span.
  let low = now;
  let high = now + 25 * 60 * 60 * 1000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (formatLocalDay(middle, timeZone) === day) low = middle;
    else high = middle;
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
