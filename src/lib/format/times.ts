import { createLazily } from './create-lazily.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const getDateTime = createLazily(() => new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'short' }));
const getTime = createLazily(() => new Intl.DateTimeFormat('en-NZ', { timeStyle: 'short' }));
const getDate = createLazily(() => new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium' }));
const getRelative = createLazily(() => new Intl.RelativeTimeFormat('en-NZ'));

/** In the time zone of the reader: '21 Nov 2026, 3:04 pm'. */
export const formatDateTime = (iso: string) => getDateTime().format(new Date(iso));

/** In the time zone of the reader: '3:04 pm'. */
export const formatTime = (iso: string) => getTime().format(new Date(iso));

/** In the time zone of the reader: '21 Nov 2026'. */
export const formatDate = (iso: string) => getDate().format(new Date(iso));

/** How long ago, or in how long, in the words of the specification (section 9): 'Just now', '5 minutes ago', 'In 2 days'. */
export function formatRelativeTime(iso: string, now: number): string {
  const seconds = Math.trunc((now - Date.parse(iso)) / 1000);
  if (Math.abs(seconds) < MINUTE) return seconds < 0 ? 'In a moment' : 'Just now';
  const [value, unit] = toLargestUnit(Math.abs(seconds));
  const text = getRelative().format(seconds < 0 ? value : -value, unit);
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
