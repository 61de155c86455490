import { getCurrency, isOfferedCurrency } from './currencies.ts';
import { formatCents, formatCurrencyName, toMinorUnits } from './money.ts';

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
