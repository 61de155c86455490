import { toIsoOrNull } from '#api/clock.ts';
import { computePayment, type PriceColumns, readPrice } from '#api/domain/subscription-price.ts';
import type { subscriptions } from '#db/schema/index.ts';
import type { SubscriptionJson } from './subscriptions.contract.ts';

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

/** The scheduled plan's price, where one begins with the next period. */
export function toNextPaymentJson(row: typeof subscriptions.$inferSelect): SubscriptionJson['next_payment'] {
  const price = readPrice(row);
  const unitAmount = row.pendingPlanName === null ? row.unitAmount : row.pendingUnitAmount;
  if (price === null || unitAmount === null || row.status !== 'active' || row.cancelAt !== null) return null;
  return { amount: computePayment({ ...price, unitAmount }, row.currentPeriodEnd), currency: price.currency };
}
