/**
 * How the company writes, in one place: the words, the dates and figures, the days, and the prices. Independent of each other: English
 * words with Norwegian dates and prices in kroner are `en`, `nb-NO`, `Europe/Oslo` and `NOK`. Here and not in `src/config/site.ts`, because server
 * and browser share it.
 */
export const region: {
  /** Of the words: `lang` of every page and email. */
  language: string;
  /** How emails begin, before the name. */
  salutation: string;
  /** Of dates and figures. */
  locale: string;
  /** Days, months and times of day are of this zone, for whoever reads them: payments and publishing happen at one time. */
  timeZone: string;
  /** Of the catalogue's prices; a code of ISO 4217. */
  currency: string;
} = {
  language: 'en',
  salutation: 'Kia ora',
  locale: 'en-NZ',
  timeZone: 'Pacific/Auckland',
  currency: 'USD',
};
