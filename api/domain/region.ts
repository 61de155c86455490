import { getSiteFacts } from './site-facts.ts';

/**
 * How the company writes: the words, the dates and figures, the days, and the prices. Independent of each other: English
 * words with Norwegian dates and prices in kroner are `en`, `nb-NO`, `Europe/Oslo` and `NOK`.
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
  get timeZone(): string {
    return getSiteFacts().timeZone;
  },
  get currency(): string {
    return getSiteFacts().currency;
  },
};

/** Making a formatter of `Intl` costs far more than using it: one for each locale and `key`, such as a currency. */
export function memoizeByLocale<Made>(create: (locale: string, key: string) => Made): (key?: string) => Made {
  const made = new Map<string, Made>();
  return (key = '') => {
    const { locale } = region;
    const name = `${locale} ${key}`;
    let known = made.get(name);
    if (known === undefined) {
      known = create(locale, key);
      made.set(name, known);
    }
    return known;
  };
}
