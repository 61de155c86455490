import { findRenewalAfter } from './billing-periods.ts';
import { computeCharge } from './currencies.ts';
import { computeAddedTax } from './invoice-tax.ts';
import { computePayment, type Discount } from './subscription-price.ts';

/** The payments that a subscription expects, at what it costs from the next one on. */
export type ExpectedPayments = {
  subscriptionId: string;
  customerId: string;
  /** When the next one is, and when the period before it began (UTC ms). */
  at: number;
  periodStart: number;
  interval: string;
  intervalCount: number;
  unitAmount: number;
  quantity: number;
  discounts: readonly Discount[];
  currency: string;
  /** Percentages of tax on top of the price. */
  addedTaxes: readonly number[];
};

/** A payment of another amount than the one before it. */
export type ForecastPayment = {
  at: number;
  amount: number;
  /** The payment after it is of the same amount. */
  repeats: boolean;
};

/** Payments that are looked at: what a credit pays for longer than that isn't worth a sentence. */
const MAX_PAYMENTS = 600;
/** Amounts that are told after the next one: more would be a table. */
const MAX_LATER = 4;

/** The payment of so many periods after the next one, before the customer's balance. */
function computeExpected(expected: ExpectedPayments, count: number) {
  const at = findRenewalAfter(expected, count);
  const discounts = expected.discounts.filter(({ duration }) => count === 0 || duration !== 'once');
  const net = computePayment({ ...expected, discounts }, at);
  const lasts = discounts.every(({ duration, endsAt }) => duration !== 'once' && (endsAt === null || endsAt <= at));
  return { at, amount: net + computeAddedTax(net, expected.addedTaxes), lasts };
}

/** Adds a payment to those of a subscription, which hold only the ones of another amount. */
function addPayment(payments: ForecastPayment[], { at, amount }: { at: number; amount: number }): void {
  const last = payments.at(-1);
  if (last?.amount === amount) last.repeats = true;
  else payments.push({ at, amount, repeats: false });
}

/**
 * Forecasts the next payment of each of these subscriptions of one customer, and then one whenever the amount is another one: a discount ends, a
 * credit is used by the earliest payment, and what is too small to be charged is added to the one after it.
 */
export function forecastPayments(
  expected: readonly ExpectedPayments[],
  balance: number,
): ReadonlyMap<string, readonly ForecastPayment[]> {
  const rows = expected.map((each) => ({ each, count: 0, isSettled: false, payments: [] as ForecastPayment[] }));
  let left = balance;
  for (let looked = 0; looked < MAX_PAYMENTS && rows.some(({ isSettled }) => !isSettled); looked += 1) {
    const row = rows.reduce((first, other) =>
      findRenewalAfter(other.each, other.count) < findRenewalAfter(first.each, first.count) ? other : first,
    );
    const { at, amount, lasts } = computeExpected(row.each, row.count);
    const charge = computeCharge(amount + left, row.each.currency);
    left += amount - charge;
    addPayment(row.payments, { at, amount: charge });
    row.count += 1;
    row.isSettled = lasts && charge === amount;
  }
  return new Map(
    rows.map(({ each, payments, isSettled }) => {
      const last = payments.at(-1);
      if (last && isSettled) last.repeats = true;
      return [each.subscriptionId, payments.slice(0, MAX_LATER + 1)];
    }),
  );
}
