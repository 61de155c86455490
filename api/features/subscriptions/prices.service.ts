import { toIso, toIsoOrNull } from '#api/clock.ts';
import { type ExpectedPayments, type ForecastPayment, forecastPayments } from '#api/domain/payment-forecast.ts';
import { type PriceColumns, readPrice } from '#api/domain/subscription-price.ts';
import type { subscriptions } from '#db/schema/index.ts';
import type { ComingPaymentJson, SubscriptionJson } from './subscriptions.contract.ts';

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

/** By subscription, the percentages of tax that come on top of its price. */
export type AddedTaxes = ReadonlyMap<string, readonly number[]>;

/** At the scheduled plan's terms, where one begins with the next period. Null where no payment is expected, or it isn’t known. */
function findExpectedPayments(row: SubscriptionRow, taxes: AddedTaxes): ExpectedPayments | null {
  const price = readPrice(row);
  const isChanging = row.pendingPlanName !== null;
  const unitAmount = isChanging ? row.pendingUnitAmount : row.unitAmount;
  const isPaying = row.status === 'active' || row.status === 'trialing';
  if (price === null || unitAmount === null || !isPaying || row.cancelAt !== null) return null;
  const isOtherInterval = isChanging && row.pendingInterval !== null && row.pendingInterval !== price.interval;
  return {
    subscriptionId: row.stripeSubscriptionId,
    customerId: row.customerId,
    at: row.currentPeriodEnd,
    periodStart: row.status === 'trialing' ? row.currentPeriodEnd : row.currentPeriodStart,
    interval: (isChanging && row.pendingInterval) || price.interval,
    intervalCount: isOtherInterval ? 1 : price.intervalCount,
    unitAmount,
    quantity: row.pendingQuantity ?? row.quantity,
    discounts: price.discounts,
    currency: price.currency,
    addedTaxes: taxes.get(row.stripeSubscriptionId) ?? [],
  };
}

/** The payments that a user's subscriptions expect. */
export const listExpectedPayments = (rows: readonly SubscriptionRow[], taxes: AddedTaxes): ExpectedPayments[] =>
  rows.map((row) => findExpectedPayments(row, taxes)).filter((payments) => payments !== null);

export type ComingPayments = Pick<SubscriptionJson, 'next_payment' | 'coming_payments'>;

export const NO_PAYMENTS: ComingPayments = { next_payment: null, coming_payments: [] };

export const toComingPaymentsJson = (payments: readonly ForecastPayment[]): ComingPaymentJson[] =>
  payments.map((payment) => ({ ...payment, at: toIso(payment.at) }));

const findNewest = (rows: readonly SubscriptionRow[]): SubscriptionRow[] =>
  rows.toSorted((one, other) => other.syncedAt - one.syncedAt);

/** The credit of each of a user's customers at Stripe, who have a currency each; subscriptions that have ended know it, too. */
export function listCredits(rows: readonly SubscriptionRow[]): { amount: number; currency: string }[] {
  const byCustomer = Map.groupBy(findNewest(rows), ({ customerId }) => customerId);
  return [...byCustomer.values()].flatMap(([row]) => {
    const { customerBalance: balance = null, currency = null } = row ?? {};
    return balance === null || balance >= 0 || currency === null ? [] : [{ amount: -balance, currency }];
  });
}

const findBalance = (rows: readonly SubscriptionRow[], id: string): number =>
  findNewest(rows).find(({ customerId }) => customerId === id)?.customerBalance ?? 0;

/** The payments of one of a user's subscriptions, at another price from the next one on. */
export function forecastAtPrice(
  rows: readonly SubscriptionRow[],
  taxes: AddedTaxes,
  { subscriptionId, ...terms }: Pick<ExpectedPayments, 'subscriptionId' | 'unitAmount' | 'addedTaxes'>,
): readonly ForecastPayment[] {
  const customerId = rows.find((row) => row.stripeSubscriptionId === subscriptionId)?.customerId ?? '';
  const own = rows.filter((row) => row.customerId === customerId);
  const expected = listExpectedPayments(own, taxes).map((each) =>
    each.subscriptionId === subscriptionId ? { ...each, ...terms } : each,
  );
  return forecastPayments(expected, findBalance(rows, customerId)).get(subscriptionId) ?? [];
}

/** The coming payments of each of a user's subscriptions, with the balance of its customer. */
export function toComingPayments(
  rows: readonly SubscriptionRow[],
  taxes: AddedTaxes,
): ReadonlyMap<string, ComingPayments> {
  const byCustomer = Map.groupBy(listExpectedPayments(rows, taxes), ({ customerId }) => customerId);
  const coming = [...byCustomer].flatMap(([customerId, expected]) => {
    const forecasts = forecastPayments(expected, findBalance(rows, customerId));
    return expected.map(({ subscriptionId, currency }) => {
      const payments = forecasts.get(subscriptionId) ?? [];
      const [next] = payments;
      const next_payment = next ? { amount: next.amount, currency } : null;
      return [subscriptionId, { next_payment, coming_payments: toComingPaymentsJson(payments) }] as const;
    });
  });
  return new Map(coming);
}
