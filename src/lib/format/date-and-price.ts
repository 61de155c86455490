import { company } from '#src/config/site.ts';

const longDate = new Intl.DateTimeFormat(company.locale, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: company.timeZone,
});

/** A day, long form, in the company's language and time zone: '21 November 2026'. */
export function formatLongDate(iso: string | Date): string {
  return longDate.format(new Date(iso));
}

const dayAndMonth = new Intl.DateTimeFormat(company.locale, {
  day: 'numeric',
  month: 'long',
  timeZone: company.timeZone,
});

/** A day without its year: '14 December'. */
export const formatDayAndMonth = (iso: string): string => dayAndMonth.format(new Date(iso));

/** '14 November to 14 December 2026'; both years where they differ. */
export function formatPeriod(start: string, end: string): string {
  const [startText, endText] = [formatLongDate(start), formatLongDate(end)];
  const isSameYear = startText.slice(-4) === endText.slice(-4);
  return `${isSameYear ? formatDayAndMonth(start) : startText} to ${endText}`;
}

const month = new Intl.DateTimeFormat(company.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'July 2024' of '2024-07'. */
export function formatMonth(isoMonth: string): string {
  return month.format(new Date(isoMonth));
}

/** US dollars without cents when there are none: '$10', '$6.50'. */
export function formatPrice(dollars: number): string {
  return `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`;
}

const EXCERPT_LENGTH = 120;

/**
 * The words of a plain text within 120 characters (code points), followed by '...'; shorter text is left as it is. A word
 * of more than 120 characters is cut.
 */
export function truncateExcerpt(text: string, length: number = EXCERPT_LENGTH): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const cut = characters.slice(0, length).join('');
  const words = /\s/.test(characters[length] ?? '') ? cut : cut.replace(/\s\S*$/, '');
  return `${words.replace(/[\s,;:–—-]+$/, '') || cut}...`;
}
