import { memoizeByLocale, region } from './region.ts';

/** An exact amount in the smallest unit of its currency, as Stripe counts: 'US$10.00' of 1000, '−US$6.67' of -667. The code may be in small letters. */
export const formatCents = (cents: number, currency: string): string =>
  getFormatter(currency).exact.format(toMajorUnits(cents, currency)).replace('-', '−');

/** A price of the catalogue, in whole units of its currency, without cents where it has none: 'US$10', 'US$6.50', '120 kr'. */
export function formatPrice(price: number, currency: string): string {
  const { exact, whole } = getFormatter(currency);
  return (Number.isInteger(price) ? whole : exact).format(price);
}

/** What a sentence calls a currency: 'Norwegian kroner', 'euros'. */
export function formatCurrencyName(currency: string): string {
  const format = new Intl.NumberFormat(region.language, { style: 'currency', currency, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Cents of a price; what has no cents, such as yen, is counted in whole units. */
export const toMinorUnits = (price: number, currency: string): number => Math.round(price * getUnit(currency));

export const toMajorUnits = (cents: number, currency: string): number => cents / getUnit(currency);

/**
 * Reads an amount that somebody typed, with a point or a comma before its cents: 1050 of '10.5'. Null for what is no amount, or has
 * more digits than the currency.
 */
export function parseAmount(text: string, currency: string): number | null {
  const [, whole, cents = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || 10 ** cents.length > getUnit(currency)) return null;
  return toMinorUnits(Number(`${whole}.${cents || '0'}`), currency);
}

const getUnit = (currency: string): number =>
  10 ** (getFormatter(currency).exact.resolvedOptions().maximumFractionDigits ?? 2);

type Formatters = { exact: Intl.NumberFormat; whole: Intl.NumberFormat };

const getFormatter = memoizeByLocale((locale: string, currency: string): Formatters => {
  // 'negative': without it an amount of -0 is shown with a minus.
  const options = { style: 'currency', currency, signDisplay: 'negative' } as const;
  return {
    exact: new Intl.NumberFormat(locale, options),
    whole: new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: 0 }),
  };
});

const getDayFormatter = memoizeByLocale(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }),
);

/** The day of a payment or a period, in a time zone: '14 December 2026'. */
export const formatBillingDate = (at: number, timeZone: string): string => getDayFormatter(timeZone).format(at);
