import { company } from '#src/config/site.ts';

/** The day (YYYY-MM-DD) of a moment in the company's time zone. */
export const toCompanyDay = (at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: company.timeZone }).format(at);

/** The last second of a day (YYYY-MM-DD) in the company's time zone, in which the end is shown everywhere. */
export function toEndOfDay(day: string): string {
  const utc = Date.parse(`${day}T23:59:59Z`);
  // Twice: the offset may differ between the first guess and the moment itself.
  const guess = utc - getOffsetMs(utc);
  return new Date(utc - getOffsetMs(guess)).toISOString();
}

/** How far the company's time zone is ahead of UTC at a moment. */
function getOffsetMs(at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: company.timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
