import { region, toDateLocale } from './region.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The instant (UTC ms) at which the day of `now` ends in a time zone, daylight saving included. */
export function getEndOfDay(now: number, timeZone: string): number {
  const day = formatLocalDay(now, timeZone);
  // A local day has 23 to 25 hours: look for the first instant of another date within that span.
  return findFirst(now, now + 25 * HOUR_MS, (instant) => formatLocalDay(instant, timeZone) !== day);
}

/** The day in the name of a file: that of the company, as on its screens. */
export const formatFileDay = (at: number): string => formatLocalDay(at, region.timeZone);

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

/** A moment in a time zone, for people: '24 November 2026, 9:15 pm'. */
export const formatMinute = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat(region.dateLocale, { timeZone, dateStyle: 'long', timeStyle: 'short' })
    .format(at)
    .replace(' at ', ', ');

const offsetFormatters = new Map<string, Intl.DateTimeFormat>();

function getOffsetFormatter(timeZone: string): Intl.DateTimeFormat {
  let formatter = offsetFormatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    offsetFormatters.set(timeZone, formatter);
  }
  return formatter;
}

/** How far (ms) a time zone is ahead of UTC at an instant. */
export function getOffsetMs(at: number, timeZone: string): number {
  const name =
    getOffsetFormatter(timeZone)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** What a clock in a time zone shows at an instant, as a field for times wants it: '2026-11-21T15:04'. */
export const toLocalTime = (at: number, timeZone: string): string =>
  new Date(at + getOffsetMs(at, timeZone)).toISOString().slice(0, 16);

/**
 * The instant (UTC ms) at which a clock in a time zone shows '2026-11-21T15:04' or '2026-11-21T15:04:59'; NaN of anything else. A time
 * that comes twice is the earlier one; one that is left out, where the clock is put forward, is as much later, as Temporal has it.
 */
export function fromLocalTime(local: string, timeZone: string): number {
  const utc = Date.parse(`${local}Z`);
  if (Number.isNaN(utc)) return utc;
  const [before, after] = [getOffsetMs(utc - DAY_MS, timeZone), getOffsetMs(utc + DAY_MS, timeZone)];
  const isShown = (offset: number) => getOffsetMs(utc - offset, timeZone) === offset;
  return utc - (isShown(before) || !isShown(after) ? before : after);
}

/** '20 December 2026, 8:00 am' of '2026-12-20T08:00'; other words stay as they are. */
export function formatLocalMinute(local: string): string {
  const at = fromLocalTime(local, 'UTC');
  return Number.isNaN(at) ? local : formatMinute(at, 'UTC');
}

/** 'July 2024' of '2024-07', as a company writes it. */
export const formatCalendarMonth = (month: string, company: { language: string; locale: string }): string =>
  new Intl.DateTimeFormat(toDateLocale(company), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  );

/** @throws RangeError when the runtime has no such time zone, or no such locale. */
export const requireFormat = (locale: string, timeZone: string): unknown =>
  new Intl.DateTimeFormat(locale, { timeZone });
