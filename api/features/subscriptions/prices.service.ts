import { toIsoOrNull } from '#api/clock.ts';
import { computeCharge } from '#api/domain/currencies.ts';
import { computeAddedTax } from '#api/domain/invoice-tax.ts';
import { computePayment, type PriceColumns, readPrice } from '#api/domain/subscription-price.ts';
import type { subscriptions } from '#db/schema/index.ts';
import type { SubscriptionJson } from './subscriptions.contract.ts';

type SubscriptionRow = typeof subscriptions.$inferSelect;

/** What a subscription costs, whatever the catalogue says by now. */
export function toPriceJson(row: PriceColumns): SubscriptionJson['price'] {
  const price = readPrice(row);
  return (
    price && {
      unit_amount: price.unitAmount,
      currency: price.currency,
      quantity: price.quantity,
      interval: price.interval,
      interval_count: price.intervalCount,
      discounts: price.discounts.map(({ name, percentOff, amountOff, endsAt, duration }) => ({
        name,
        percent_off: percentOff,
        amount_off: amountOff,
        ends_at: toIsoOrNull(endsAt),
        is_once: duration === 'once',
      })),
    }
  );
}

/** The next payment of a subscription: when (UTC ms), and what it is before the customer's balance. */
export type ExpectedPayment = {
  subscriptionId: string;
  customerId: string;
  at: number;
  amount: number;
  currency: string;
};

/** By subscription, the percentages of tax that come on top of its price. */
export type AddedTaxes = ReadonlyMap<string, readonly number[]>;

/** At the scheduled plan's price, where one begins with the next period. Null where none is expected, or it isn’t known. */
function findExpectedPayment(row: SubscriptionRow, taxes: AddedTaxes): ExpectedPayment | null {
  const price = readPrice(row);
  const unitAmount = row.pendingPlanName === null ? row.unitAmount : row.pendingUnitAmount;
  const quantity = row.pendingQuantity ?? row.quantity;
  const isPaying = row.status === 'active' || row.status === 'trialing';
  if (price === null || unitAmount === null || !isPaying || row.cancelAt !== null) return null;
  const net = computePayment({ ...price, unitAmount, quantity }, row.currentPeriodEnd);
  return {
    subscriptionId: row.stripeSubscriptionId,
    customerId: row.customerId,
    at: row.currentPeriodEnd,
    amount: net + computeAddedTax(net, taxes.get(row.stripeSubscriptionId) ?? []),
    currency: price.currency,
  };
}

/** The payments that a user's subscriptions expect, the earliest first. */
export const listExpectedPayments = (rows: readonly SubscriptionRow[], taxes: AddedTaxes): ExpectedPayment[] =>
  rows
    .map((row) => findExpectedPayment(row, taxes))
    .filter((payment) => payment !== null)
    .sort((one, other) => one.at - other.at);

/**
 * What is charged at each of these payments of one customer, by subscription: a credit is used by the earliest, and what is too small
 * to be charged is added to the one after it.
 */
export function computeCharges(payments: readonly ExpectedPayment[], balance: number): Map<string, number> {
  const charges = new Map<string, number>();
  let left = balance;
  for (const { subscriptionId, amount, currency } of payments) {
    const charge = computeCharge(amount + left, currency);
    charges.set(subscriptionId, charge);
    left += amount - charge;
  }
  return charges;
}

/** The next payment of each of a user's subscriptions, with the balance of its customer. */
export function toNextPayments(
  rows: readonly SubscriptionRow[],
  taxes: AddedTaxes,
): Map<string, SubscriptionJson['next_payment']> {
  const newest = rows.toSorted((one, other) => other.syncedAt - one.syncedAt);
  const byCustomer = Map.groupBy(listExpectedPayments(rows, taxes), ({ customerId }) => customerId);
  const next = [...byCustomer].flatMap(([customerId, payments]) => {
    const balance = newest.find((row) => row.customerId === customerId)?.customerBalance ?? 0;
    const charges = computeCharges(payments, balance);
    return payments.map(
      ({ subscriptionId, currency }) =>
        [subscriptionId, { amount: charges.get(subscriptionId) ?? 0, currency }] as const,
    );
  });
  return new Map(next);
}
