import { computeCharge, getCurrency, offeredCurrencies } from '#api/domain/currencies.ts';
import { refuse } from '../http/errors.ts';
import { formatAmount } from '../pages/format.ts';
import type { Transaction } from '../state/transaction.ts';

/** @throws StripeError for an amount that can't be charged in its currency: too large, or with digits that Stripe does not charge. */
export function checkAmount(amount: number, currency: string, param: string): void {
  if (!offeredCurrencies.includes(currency.toUpperCase())) {
    const supported = offeredCurrencies.map((code) => code.toLowerCase()).join(', ');
    throw refuse(`Invalid currency: ${currency}. Stripe currently supports these currencies: ${supported}`, {
      param: 'currency',
    });
  }
  const { largestCharge, step } = getCurrency(currency);
  if (amount < 0) throw refuse('This value must be greater than or equal to 0.', { param });
  if (amount > largestCharge) {
    const largest = formatAmount(largestCharge, currency);
    throw refuse(`Amount must be no more than ${largest}`, { code: 'amount_too_large', param });
  }
  if (amount % step !== 0) {
    throw refuse(`Invalid ${param}: amounts in ${currency} must be multiples of ${step}.`, {
      code: 'invalid_charge_amount',
      param,
    });
  }
}

/** @throws StripeError for a checkout whose payment would be below the smallest charge. A total of 0 needs no payment. */
export function checkCheckoutTotal(amount: number, currency: string): void {
  if (amount === 0 || computeCharge(amount, currency) > 0) return;
  const smallest = formatAmount(getCurrency(currency).smallestCharge, currency);
  throw refuse(`The Checkout Session's total amount due must add up to at least ${smallest} ${currency}`, {
    code: 'amount_too_small',
  });
}

/** @throws StripeError where a customer already has something in another currency that goes on. */
export function requireOneCurrency(tx: Transaction, customer: string, currency: string): void {
  const running = tx.list('subscription', (each) => each.customer === customer && each.status !== 'canceled');
  const items = tx.list('invoiceitem', (each) => each.customer === customer && each.invoice === null);
  const other = [...running, ...items].find((each) => each.currency !== currency);
  if (!other) return;
  throw refuse(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
  );
}
