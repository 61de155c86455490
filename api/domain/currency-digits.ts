/**
 * How many digits an amount of a currency has: all that formatting needs, and so all that most screens load. Sources, bounds and the
 * currencies that are offered are in `currencies.ts`.
 */
export type CurrencyDigits = {
  /** Digits after the point in Stripe’s minor unit: 2 for hundredths. */
  digits: 0 | 2 | 3;
  /** Digits that people write where the rest are zeros: none in ‘1990 Ft’, which Stripe counts in hundredths. */
  displayDigits: 0 | 2 | 3;
  /** Charges and refunds are multiples of it, in minor units: 100 where only whole units are charged, 10 where the third digit must be 0. */
  step: 1 | 10 | 100;
};

/** Counted in whole units. UGX is in Stripe’s list of them, too, but its special case, which says hundredths, decides. */
const ZERO_DECIMAL = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);

/** Counted in thousandths, of which the last digit must be 0. */
const THREE_DECIMAL = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** Counted in hundredths that must be 00: fractions can’t be charged. Those of HUF and TWD can; only their payouts are whole. */
const WHOLE_UNITS_ONLY = new Set(['ISK', 'UGX']);

/** Counted in hundredths by Stripe, and written without them. */
const WRITTEN_WHOLE = new Set([
  'AFN',
  'ALL',
  'COP',
  'HUF',
  'IDR',
  'ISK',
  'LAK',
  'LBP',
  'MMK',
  'PKR',
  'RSD',
  'SOS',
  'TWD',
  'UGX',
  'YER',
]);

const findDigits = (code: string) => {
  if (ZERO_DECIMAL.has(code)) return 0;
  return THREE_DECIMAL.has(code) ? 3 : 2;
};

const findStep = (code: string) => {
  if (WHOLE_UNITS_ONLY.has(code)) return 100;
  return THREE_DECIMAL.has(code) ? 10 : 1;
};

/** Its code may be in small letters. A replaced or unknown currency counts in hundredths, as Stripe says of all that it doesn’t name. */
export function getCurrencyDigits(currency: string): CurrencyDigits {
  const code = currency.toUpperCase();
  const digits = findDigits(code);
  return { digits, displayDigits: WRITTEN_WHOLE.has(code) ? 0 : digits, step: findStep(code) };
}
