import { type CurrencyDigits, getCurrencyDigits } from './currency-digits.ts';

/**
 * How Stripe counts, charges and rounds each currency that it takes payments in, and with how many digits people write it. The one
 * source of digits for server, browser, payment sandbox and checks: `Intl` differs by runtime (HUF has 2 digits in ICU 75 and none in
 * ICU 78, RSD 2 in Node 24 and none in Chromium 156), and amounts are sent and shown by it.
 *
 * Sources, as of November 2026: docs.stripe.com/currencies (presentment currencies; minor units; special cases of ISK, UGX, HUF and TWD;
 * minimum and maximum charge amounts), its section ‘Three-decimal currencies’ of 2022 (stripe.com/docs/currencies), and
 * support.stripe.com/questions/deprecation-of-fractional-isk-charges-and-refunds. Stripe’s own SDK for Android keeps the same exceptions
 * to its platform’s digits (stripe-android, CurrencyFormatter.kt, issue 13265).
 */
export type Currency = CurrencyDigits & {
  /** Charged at least, in minor units. Less is added to the customer’s balance. */
  smallestCharge: number;
  /** Charged at most, in minor units. */
  largestCharge: number;
};

/**
 * Currencies that Stripe takes payments in. BHD, JOD, KWD, OMR and TND are listed for accounts in the Emirates. Replaced currencies that
 * Stripe’s API still knows aren’t offered: ANG (XCG since 2025), BGN and HRK (EUR since 2026 and 2023), STD (STN since 2018).
 */
export const offeredCurrencies: readonly string[] = [
  ...['AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BHD', 'BIF', 'BMD', 'BND'],
  ...['BOB', 'BRL', 'BSD', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CVE', 'CZK', 'DJF'],
  ...['DKK', 'DOP', 'DZD', 'EGP', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD'],
  ...['HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KRW', 'KWD'],
  ...['KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MUR', 'MVR'],
  ...['MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR'],
  ...['PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD'],
  ...['SZL', 'THB', 'TJS', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VND', 'VUV'],
  ...['WST', 'XAF', 'XCD', 'XCG', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW'],
];

/**
 * ‘Minimum charge amount by currency’, in minor units, where it isn’t 50. It counts in the currency that is paid out, which is taken to be
 * that of the payment; where Stripe names none, 50 is taken, too.
 */
const SMALLEST: Readonly<Record<string, number>> = {
  AED: 200,
  CZK: 1500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1000,
};
const USUAL_SMALLEST = 50;

/** ‘Maximum charge amounts’ of card payments: 9 digits with every card, American Express included, and these by currency. */
const LARGEST: Readonly<Record<string, number>> = {
  COP: 9_999_999_999,
  HUF: 9_999_999_999,
  IDR: 999_999_999_999,
  JPY: 9_999_999_999,
  LBP: 99_999_999_999,
};
const USUAL_LARGEST = 999_999_999;

function createCurrency(code: string): Currency {
  const digits = getCurrencyDigits(code);
  const { step } = digits;
  return {
    ...digits,
    smallestCharge: Math.max(SMALLEST[code] ?? USUAL_SMALLEST, step),
    largestCharge: Math.floor((LARGEST[code] ?? USUAL_LARGEST) / step) * step,
  };
}

const offered = new Map(offeredCurrencies.map((code) => [code, createCurrency(code)]));

export const isOfferedCurrency = (code: string): boolean => offered.has(code.toUpperCase());

/** Its code may be in small letters. A replaced or unknown currency counts in hundredths, as Stripe says of all that it doesn’t name. */
export function getCurrency(code: string): Currency {
  const upper = code.toUpperCase();
  return offered.get(upper) ?? createCurrency(upper);
}

/** The nearest amount that can be charged or refunded: UGX 333.33 becomes UGX 333. Halves go up. */
export function roundToStep(amount: number, code: string): number {
  const { step } = getCurrency(code);
  return Math.round(amount / step) * step;
}

/**
 * Charged of an amount that is owed: nothing of one below the smallest charge. The rest, also that of rounding, stays in the customer’s
 * balance; Stripe documents this rounding for invoices in UGX, and it is taken to be that of ISK and of thousandths, too.
 */
export function computeCharge(owed: number, code: string): number {
  const charge = roundToStep(owed, code);
  return charge < getCurrency(code).smallestCharge ? 0 : charge;
}
