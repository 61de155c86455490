import { formatLocalDay, fromLocalTime } from '#api/domain/local-time.ts';
import { region } from '#api/domain/region.ts';

/** The day (YYYY-MM-DD) of a moment in the company's time zone. */
export const toCompanyDay = (at: number): string => formatLocalDay(at, region.timeZone);

/** The last second of a day (YYYY-MM-DD) in the company's time zone, in which the end is shown everywhere. */
export const toEndOfDay = (day: string): string =>
  new Date(fromLocalTime(`${day}T23:59:59`, region.timeZone)).toISOString();
