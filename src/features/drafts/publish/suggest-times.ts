import { formatLocalDay, fromLocalTime } from '#api/domain/local-time.ts';
import { formatClock } from '#src/lib/format/dates.ts';

export type SuggestedTime = { label: string; at: string };

/** Whether a time is over (ISO 8601; `now` in UTC ms). */
export const hasPassed = (at: string, now: number): boolean => Date.parse(at) <= now;

const DAY_MS = 24 * 60 * 60 * 1000;
const MORNING = '09:00';

/** Times to publish at, in the company's time zone: the first is the one that is suggested. `now` in UTC ms. */
export function suggestTimes(now: number, timeZone: string): SuggestedTime[] {
  const today = formatLocalDay(now, timeZone);
  const toMorning = (days: number) => {
    const day = new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
    return new Date(fromLocalTime(`${day}T${MORNING}`, timeZone)).toISOString();
  };
  const weekday = new Date(today).getUTCDay();
  const untilMonday = (8 - weekday) % 7 || 7;
  const suggest = (day: string, days: number) => {
    const at = toMorning(days);
    return { label: `${day}, ${formatClock(at, timeZone)}`, at };
  };
  const times = [suggest('Tomorrow', 1)];
  if (untilMonday > 1) times.push(suggest('Monday', untilMonday));
  return [...times, suggest('In a week', 7)].filter(
    ({ at }, index, all) => all.findIndex((other) => other.at === at) === index,
  );
}
