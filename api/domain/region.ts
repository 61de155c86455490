import { getSiteFacts } from './site-facts.ts';

/**
 * How the company writes: the words, the dates and figures, the days, and the prices. Independent of each other: English
 * words with Norwegian figures and prices in kroner are `en`, `nb-NO`, `Europe/Oslo` and `NOK`.
 */
export const region = {
  get language(): string {
    return getSiteFacts().language;
  },
  get salutation(): string {
    return getSiteFacts().salutation;
  },
  get locale(): string {
    return getSiteFacts().locale;
  },
  /** How dates and times are written: see `toDateLocale`. */
  get dateLocale(): string {
    return toDateLocale(getSiteFacts());
  },
  get timeZone(): string {
    return getSiteFacts().timeZone;
  },
  get currency(): string {
    return getSiteFacts().currency;
  },
};

/** English locales by the part that a region writes first in a date: 'en-150' is English as Europe writes it. */
const ENGLISH_DATES = { day: 'en-150', month: 'en-US' } as const;
const dateLocales = new Map<string, string>();

/**
 * The locale of dates and times: in English sentences months and days have English names, in the region’s order and by its clock. In sentences
 * of another language they are written as in the region.
 */
export function toDateLocale({ language, locale }: { language: string; locale: string }): string {
  const isEnglish = (tag: string) => /^en\b/i.test(tag);
  if (!isEnglish(language) || isEnglish(locale)) return locale;
  let known = dateLocales.get(locale);
  if (known === undefined) {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', hour: 'numeric' });
    const first = format.formatToParts(0).find(({ type }) => type === 'day' || type === 'month')?.type;
    const { hourCycle } = format.resolvedOptions();
    known = `${ENGLISH_DATES[first === 'day' ? 'day' : 'month']}-u-hc-${hourCycle ?? 'h23'}`;
    dateLocales.set(locale, known);
  }
  return known;
}

/** Making a formatter of `Intl` costs far more than using it: one for each locale and `key`, such as a currency. */
export const memoizeByLocale = <Made>(create: (locale: string, key: string) => Made): ((key?: string) => Made) =>
  memoize(() => region.locale, create);

/** As `memoizeByLocale`, for dates and times. */
export const memoizeByDateLocale = <Made>(create: (locale: string, key: string) => Made): ((key?: string) => Made) =>
  memoize(() => region.dateLocale, create);

function memoize<Made>(getLocale: () => string, create: (locale: string, key: string) => Made) {
  const made = new Map<string, Made>();
  return (key = ''): Made => {
    const locale = getLocale();
    const name = `${locale} ${key}`;
    let known = made.get(name);
    if (known === undefined) {
      known = create(locale, key);
      made.set(name, known);
    }
    return known;
  };
}
