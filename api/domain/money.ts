import { getCurrencyDigits } from './currency-digits.ts';
import { memoizeByDateLocale, memoizeByLocale, region } from './region.ts';

/** An amount in Stripe’s minor unit of its currency: 'US$10.00' of 1000, '−US$6.67' of -667, 'HUF 1,990' of 199,000. The code may be in small letters. */
export function formatCents(cents: number, currency: string): string {
  const { digits, displayDigits } = getCurrencyDigits(currency);
  // Digits that people don’t write are shown where they are no zeros.
  const isShort = cents % 10 ** (digits - displayDigits) === 0;
  return format(toMajorUnits(cents, currency), currency, isShort ? displayDigits : digits);
}

/** A price of the catalogue, in whole units of its currency, without cents where it has none: 'US$10', 'US$6.50', '120 kr'. */
export function formatPrice(price: number, currency: string): string {
  return format(price, currency, Number.isInteger(price) ? 0 : getCurrencyDigits(currency).digits);
}

/** What a sentence calls a currency: 'Norwegian kroner', 'euros'. */
export function formatCurrencyName(currency: string): string {
  const format = new Intl.NumberFormat(region.language, { style: 'currency', currency, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Stripe’s minor units of a price: 199,000 of HUF 1990, 1990 of JPY 1990. */
export const toMinorUnits = (price: number, currency: string): number => Math.round(price * getUnit(currency));

export const toMajorUnits = (cents: number, currency: string): number => cents / getUnit(currency);

const getUnit = (currency: string): number => 10 ** getCurrencyDigits(currency).digits;

const format = (amount: number, currency: string, digits: number): string =>
  getFormatter(`${currency.toUpperCase()} ${digits}`).format(amount).replace('-', '−');

/** `Intl` places the symbol and the separators; the digits are those of our table, in each runtime. */
const getFormatter = memoizeByLocale((locale: string, key: string): Intl.NumberFormat => {
  const [currency = '', digits] = key.split(' ');
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: Number(digits),
    maximumFractionDigits: Number(digits),
    // 'negative': without it an amount of -0 is shown with a minus.
    signDisplay: 'negative',
  });
});

const getDayFormatter = memoizeByDateLocale(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }),
);

/** The day of a payment or a period, in a time zone: '14 December 2026'. */
export const formatBillingDate = (at: number, timeZone: string): string => getDayFormatter(timeZone).format(at);
