import { formatLocalDay, getOffsetMs } from '#api/domain/local-time.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { memoizeByDateLocale, memoizeByLocale, region, toDateLocale } from '#api/domain/region.ts';

// The one place that formats dates for screens and pages: in the company's region and time zone, whoever reads them.

function create(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  const get = memoizeByDateLocale((locale, timeZone) => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
  return () => get(region.timeZone);
}

/** '21 November 2026' */
export const formatLongDate = (iso: string | Date): string => formatBillingDate(+new Date(iso), region.timeZone);

/** '21 November 2026' of '2026-11-21', which is a day already. */
export const formatLongDay = (day: string): string => formatBillingDate(Date.parse(day), 'UTC');

const getDate = create({ dateStyle: 'medium' });
/** '21 Nov 2026' */
export const formatDate = (iso: string): string => getDate().format(new Date(iso));

const getDayAndMonth = create({ day: 'numeric', month: 'long' });
/** '14 December' */
export const formatDayAndMonth = (iso: string): string => getDayAndMonth().format(new Date(iso));

const getShortDay = create({ day: 'numeric', month: 'short' });
/** '14 Aug' */
export const formatShortDay = (iso: string): string => getShortDay().format(new Date(iso));

const getUtcDay = create({ day: 'numeric', month: 'short', timeZone: 'UTC' });
/** '21 Sep' of '2026-09-21', which is a day already. */
export const formatCalendarDay = (day: string): string => getUtcDay().format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

const getWeekday = create({ weekday: 'long', day: 'numeric', month: 'long' });
/** 'Friday 20 November' */
export const formatWeekday = (iso: string): string => getWeekday().format(new Date(iso)).replace(',', '');

const getUtcMonth = create({ month: 'long', year: 'numeric', timeZone: 'UTC' });
/** 'July 2024' of '2024-07'. */
export const formatMonth = (isoMonth: string): string => getUtcMonth().format(new Date(isoMonth));

const getUtcMonthName = create({ month: 'long', timeZone: 'UTC' });
/** 'July' of '2024-07', for the beginning of a sentence; some languages write months small. */
export function formatMonthName(isoMonth: string): string {
  const name = getUtcMonthName().format(new Date(isoMonth));
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** '14 November to 14 December 2026'; both years where they differ. */
export function formatPeriod(start: string, end: string): string {
  const isSameYear = getYear(start) === getYear(end);
  return `${isSameYear ? formatDayAndMonth(start) : formatLongDate(start)} to ${formatLongDate(end)}`;
}

/** '2026-11-21': the day of a moment. */
export const getDay = (iso: string | number): string => formatLocalDay(+new Date(iso), region.timeZone);

export const getYear = (iso: string | number): string => getDay(iso).slice(0, 4);

const getTime = create({ timeStyle: 'short' });
/** '3:04 pm'; with the zone where the reader's clock shows another time: '3:04 pm NZDT'. */
export const formatTime = (iso: string): string => addZone(getTime().format(new Date(iso)), iso);

/** '9:00 am' of another zone: what a clock there shows. */
export const formatClock = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(region.dateLocale, { timeZone, timeStyle: 'short' }).format(new Date(iso));

const EXAMPLE = Date.UTC(2026, 10, 26, 13, 5);
/** '26 Nov 2026, 13:05': how the company would write a date in a locale. */
export const formatDateExample = (locale: string): string =>
  new Intl.DateTimeFormat(toDateLocale({ language: region.language, locale }), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(EXAMPLE);

const getDateTime = create({ dateStyle: 'medium', timeStyle: 'short' });
/** '21 Nov 2026, 3:04 pm'; with the zone where the reader's clock shows another time. */
export const formatDateTime = (iso: string): string => addZone(getDateTime().format(new Date(iso)), iso);

const getMoment = create({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const getMomentOfYear = create({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
/** 'Thu, 26 Nov, 7:30 am', with the year where it is not this one; with the zone where the reader's clock shows another time. */
export function formatMoment(iso: string): string {
  const format = getYear(iso) === getYear(Date.now()) ? getMoment : getMomentOfYear;
  return addZone(format().format(new Date(iso)), iso);
}

const getFullDateTime = create({ dateStyle: 'full', timeStyle: 'short' });
/** 'Thursday, 26 November 2026 at 7:30 am'; with the zone where the reader's clock shows another time. */
export const formatFullDateTime = (iso: string): string => addZone(getFullDateTime().format(new Date(iso)), iso);

const addZone = (text: string, iso: string): string => (isReaderElsewhere(iso) ? `${text} ${getZone(iso)}` : text);

/** Whether the reader's clock shows another time than the company's at a moment; nobody reads on the server. */
export function isReaderElsewhere(iso: string): boolean {
  const date = new Date(iso);
  if (typeof window === 'undefined' || Number.isNaN(date.getTime())) return false;
  return getOffsetMs(date.getTime(), region.timeZone) !== -date.getTimezoneOffset() * 60_000;
}

const getShortZone = create({ timeZoneName: 'short' });
const findZone = (parts: Intl.DateTimeFormatPart[]) => parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** 'NZDT' */
const getZone = (iso: string): string => findZone(getShortZone().formatToParts(new Date(iso)));

/** What sentences call the company's time zone: 'New Zealand time'. */
export function getZoneName(): string {
  const { language, timeZone } = region;
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' });
  return findZone(format.formatToParts(Date.now())).replace(/ Time$/, ' time');
}

/** The same moment on the reader's own clock, with the name of its zone: 'Wed, 25 Nov, 7:30 pm in Europe/Oslo'. Its zone can change: a laptop travels. */
export function formatOnReadersClock(iso: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const format = new Intl.DateTimeFormat(region.dateLocale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
  return `${format.format(new Date(iso))} in ${timeZone.replaceAll('_', ' ')}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const getRelative = memoizeByLocale((_, language) => new Intl.RelativeTimeFormat(language));

/** How long ago, or in how long, in the words of the specification (section 9): 'Just now', '5 minutes ago', 'In 2 days'. */
export function formatRelativeTime(iso: string, now: number): string {
  const seconds = Math.trunc((now - Date.parse(iso)) / 1000);
  if (Math.abs(seconds) < MINUTE) return seconds < 0 ? 'In a moment' : 'Just now';
  const [value, unit] = toLargestUnit(Math.abs(seconds));
  const text = getRelative(region.language).format(seconds < 0 ? value : -value, unit);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Months have 30 days and years 365; 360 days are a year. */
function toLargestUnit(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  if (seconds < HOUR) return [Math.floor(seconds / MINUTE), 'minute'];
  if (seconds < DAY) return [Math.floor(seconds / HOUR), 'hour'];
  const days = Math.floor(seconds / DAY);
  if (days < 30) return [days, 'day'];
  const months = Math.floor(days / 30);
  return months < 12 ? [months, 'month'] : [Math.max(1, Math.floor(days / 365)), 'year'];
}
