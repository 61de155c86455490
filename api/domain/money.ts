import { getCurrency, isOfferedCurrency } from './currencies.ts';
import { memoizeByLocale, region } from './region.ts';

/** An amount in Stripe’s minor unit of its currency: 'US$10.00' of 1000, '−US$6.67' of -667, 'HUF 1,990' of 199,000. The code may be in small letters. */
export function formatCents(cents: number, currency: string): string {
  const { digits, displayDigits } = getCurrency(currency);
  // Digits that people don’t write are shown where they are no zeros.
  const isShort = cents % 10 ** (digits - displayDigits) === 0;
  return format(toMajorUnits(cents, currency), currency, isShort ? displayDigits : digits);
}

/** A price of the catalogue, in whole units of its currency, without cents where it has none: 'US$10', 'US$6.50', '120 kr'. */
export function formatPrice(price: number, currency: string): string {
  return format(price, currency, Number.isInteger(price) ? 0 : getCurrency(currency).digits);
}

/** What a sentence calls a currency: 'Norwegian kroner', 'euros'. */
export function formatCurrencyName(currency: string): string {
  const format = new Intl.NumberFormat(region.language, { style: 'currency', currency, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Stripe’s minor units of a price: 199,000 of HUF 1990, 1990 of JPY 1990. */
export const toMinorUnits = (price: number, currency: string): number => Math.round(price * getUnit(currency));

export const toMajorUnits = (cents: number, currency: string): number => cents / getUnit(currency);

const getUnit = (currency: string): number => 10 ** getCurrency(currency).digits;

/**
 * Reads an amount that somebody typed, with a point or a comma before its cents: 1050 of '10.5'. Null for what is no amount, has more
 * digits than the currency, or can’t be charged or refunded, such as a fraction of a króna.
 */
export function parseAmount(text: string, currency: string): number | null {
  const [, whole, cents = ''] = /^(\d{1,10})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  const { digits, step, largestCharge } = getCurrency(currency);
  if (whole === undefined || cents.length > digits) return null;
  const amount = toMinorUnits(Number(`${whole}.${cents || '0'}`), currency);
  return amount % step === 0 && amount <= largestCharge ? amount : null;
}

/** Why Stripe can’t charge a price of the catalogue, in whole units of its currency, as a sentence; null where it can, and for 0, which is free. */
export function describePriceFault(price: number, currency: string): string | null {
  if (!isOfferedCurrency(currency))
    return `Stripe takes no payments in ${currency}. Choose another currency in the settings.`;
  if (price === 0) return null;
  const { smallestCharge, largestCharge } = getCurrency(currency);
  if (Number(price.toFixed(countPriceDigits(currency))) !== price) return `A price ${describeDigits(currency)}`;
  const amount = toMinorUnits(price, currency);
  if (amount < smallestCharge) return `Stripe charges ${formatCents(smallestCharge, currency)} or more. 0 is free.`;
  if (amount > largestCharge) return `Stripe charges ${formatCents(largestCharge, currency)} at most.`;
  return null;
}

/** Why an amount in minor units can’t be charged or refunded in its currency, as a sentence that begins with `what`; null where it can. */
export const describeAmountFault = (what: string, amount: number, currency: string): string | null =>
  amount % getCurrency(currency).step === 0 ? null : `${what} ${describeDigits(currency)}`;

/** Digits after the point of what is charged: none of krónur, 2 of Kuwaiti dinars, whose third must be 0. */
function countPriceDigits(currency: string): number {
  const { digits, step } = getCurrency(currency);
  return digits - Math.log10(step);
}

function describeDigits(currency: string): string {
  const digits = countPriceDigits(currency);
  return `in ${formatCurrencyName(currency)} has ${digits > 0 ? `at most ${digits}` : 'no'} digits after the point.`;
}

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

const getDayFormatter = memoizeByLocale(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }),
);

/** The day of a payment or a period, in a time zone: '14 December 2026'. */
export const formatBillingDate = (at: number, timeZone: string): string => getDayFormatter(timeZone).format(at);
