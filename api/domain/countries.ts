import { toModernZone } from './time-zones.ts';

/** What follows from the country of a company, where `Intl` doesn't know it. Each can be chosen otherwise. */
export type CountryDefaults = {
  currency: string;
  locale: string;
  timeZone: string;
  /** What the tax on sales is called there. */
  taxLabel: string;
  /** Percent; null where it depends on the place of the customer. */
  taxRate: number | null;
  pricesIncludeTax: boolean;
};

type Row = [code: string, locale: string, currency: string, timeZone: string, taxLabel: string, taxRate: number | null];

/** Members of the EU and the EEA, and countries that many sites are from. Zones are those of the capital or the largest city. */
const rows: readonly Row[] = [
  ['AT', 'de-AT', 'EUR', 'Europe/Vienna', 'USt.', 20],
  ['AU', 'en-AU', 'AUD', 'Australia/Sydney', 'GST', 10],
  ['BE', 'nl-BE', 'EUR', 'Europe/Brussels', 'btw', 21],
  ['BG', 'bg-BG', 'EUR', 'Europe/Sofia', 'ДДС', 20],
  ['CA', 'en-CA', 'CAD', 'America/Toronto', 'GST/HST', null],
  ['CH', 'de-CH', 'CHF', 'Europe/Zurich', 'MWST', 8.1],
  ['CY', 'el-CY', 'EUR', 'Asia/Nicosia', 'ΦΠΑ', 19],
  ['CZ', 'cs-CZ', 'CZK', 'Europe/Prague', 'DPH', 21],
  ['DE', 'de-DE', 'EUR', 'Europe/Berlin', 'MwSt.', 19],
  ['DK', 'da-DK', 'DKK', 'Europe/Copenhagen', 'moms', 25],
  ['EE', 'et-EE', 'EUR', 'Europe/Tallinn', 'km', 24],
  ['ES', 'es-ES', 'EUR', 'Europe/Madrid', 'IVA', 21],
  ['FI', 'fi-FI', 'EUR', 'Europe/Helsinki', 'ALV', 25.5],
  ['FR', 'fr-FR', 'EUR', 'Europe/Paris', 'TVA', 20],
  ['GB', 'en-GB', 'GBP', 'Europe/London', 'VAT', 20],
  ['GR', 'el-GR', 'EUR', 'Europe/Athens', 'ΦΠΑ', 24],
  ['HR', 'hr-HR', 'EUR', 'Europe/Zagreb', 'PDV', 25],
  ['HU', 'hu-HU', 'HUF', 'Europe/Budapest', 'áfa', 27],
  ['IE', 'en-IE', 'EUR', 'Europe/Dublin', 'VAT', 23],
  ['IN', 'en-IN', 'INR', 'Asia/Kolkata', 'GST', 18],
  ['IS', 'is-IS', 'ISK', 'Atlantic/Reykjavik', 'VSK', 24],
  ['IT', 'it-IT', 'EUR', 'Europe/Rome', 'IVA', 22],
  ['JP', 'ja-JP', 'JPY', 'Asia/Tokyo', 'Consumption tax', 10],
  ['LI', 'de-LI', 'CHF', 'Europe/Vaduz', 'MWST', 8.1],
  ['LT', 'lt-LT', 'EUR', 'Europe/Vilnius', 'PVM', 21],
  ['LU', 'fr-LU', 'EUR', 'Europe/Luxembourg', 'TVA', 17],
  ['LV', 'lv-LV', 'EUR', 'Europe/Riga', 'PVN', 21],
  ['MT', 'en-MT', 'EUR', 'Europe/Malta', 'VAT', 18],
  ['NL', 'nl-NL', 'EUR', 'Europe/Amsterdam', 'btw', 21],
  ['NO', 'nb-NO', 'NOK', 'Europe/Oslo', 'MVA', 25],
  ['NZ', 'en-NZ', 'NZD', 'Pacific/Auckland', 'GST', 15],
  ['PL', 'pl-PL', 'PLN', 'Europe/Warsaw', 'VAT', 23],
  ['PT', 'pt-PT', 'EUR', 'Europe/Lisbon', 'IVA', 23],
  ['RO', 'ro-RO', 'RON', 'Europe/Bucharest', 'TVA', 21],
  ['SE', 'sv-SE', 'SEK', 'Europe/Stockholm', 'moms', 25],
  ['SG', 'en-SG', 'SGD', 'Asia/Singapore', 'GST', 9],
  ['SI', 'sl-SI', 'EUR', 'Europe/Ljubljana', 'DDV', 22],
  ['SK', 'sk-SK', 'EUR', 'Europe/Bratislava', 'DPH', 23],
  ['US', 'en-US', 'USD', 'America/New_York', 'Sales tax', null],
];

const byCode = new Map(
  rows.map(([code, locale, currency, timeZone, taxLabel, taxRate]): [string, CountryDefaults] => [
    code,
    { locale, currency, timeZone, taxLabel, taxRate, pricesIncludeTax: taxRate !== null },
  ]),
);

/** The codes of all countries of which this is known. */
export const knownCountries: readonly string[] = [...byCode.keys()];

/** Undefined for a country of which it isn't known: its owner chooses. */
export const findCountryDefaults = (code: string): CountryDefaults | undefined => byCode.get(code);

/** The country whose clocks show this time zone, or that a language tag such as 'nb-NO' names; null where neither is known. */
export function guessCountry(timeZone: string, languageTag: string): string | null {
  const byZone = rows.find((row) => row[3] === toModernZone(timeZone))?.[0];
  const region = /-([A-Z]{2})$/.exec(languageTag)?.[1] ?? '';
  return byZone ?? (byCode.has(region) ? region : null);
}
