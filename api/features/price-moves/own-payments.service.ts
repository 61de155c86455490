import type { Plan, PlanInterval } from '#api/domain/catalogue-types.ts';
import { findPrice } from '#api/domain/catalogue.ts';
import { findRateOfChange, type SubscriptionTax } from '#api/domain/charged-rate.ts';
import { toMinorUnits } from '#api/domain/money.ts';
import { type ForecastPayment, forecastPayments } from '#api/domain/payment-forecast.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import type { Discount } from '#api/domain/subscription-price.ts';

/** A subscription, as Stripe or its row has it. */
export type MovingSubscription = {
  id: string;
  customerId: string;
  productId: number | null;
  currency: string;
  interval: PlanInterval;
  quantity: number;
  discounts: readonly Discount[];
  tax: SubscriptionTax | null;
  currentPeriodStart: number;
  currentPeriodEnd: number;
};

export type OwnPayments = { payments: readonly ForecastPayment[]; hasDiscount: boolean; hasTax: boolean };

/** Percentages of tax on top of the new price. What Stripe Tax charges then isn't known. */
function listAddedRates(settings: SiteSettings, { productId, tax }: MovingSubscription): number[] {
  if (tax === null || tax.isAutomatic) return [];
  const rate = findRateOfChange(settings, productId);
  return (rate ? [rate] : tax.rates).filter(({ isInclusive }) => !isInclusive).map(({ percent }) => percent);
}

/**
 * The payments of a subscriber at what their plan is sold for now, from a renewal on: after discounts that still apply then, for their seats,
 * and with tax on top. Null where the plan isn't sold by their interval.
 */
export function forecastOwnPayments(
  settings: SiteSettings,
  plan: Plan,
  moving: MovingSubscription,
  at: number,
): OwnPayments | null {
  const { id: subscriptionId, customerId, currency, interval, quantity, currentPeriodStart: periodStart } = moving;
  const price = findPrice(plan, interval);
  if (!price) return null;
  // A discount of the next payment is used up by a renewal before the move.
  const discounts = moving.discounts.filter(
    ({ duration, endsAt }) =>
      (duration !== 'once' || at <= moving.currentPeriodEnd) && (endsAt === null || endsAt > at),
  );
  const addedTaxes = listAddedRates(settings, moving);
  const unitAmount = toMinorUnits(price.amount, plan.currency);
  const own = { subscriptionId, customerId, currency, quantity, periodStart, at, interval, intervalCount: 1 };
  const forecast = forecastPayments([{ ...own, unitAmount, discounts, addedTaxes }], 0).get(subscriptionId) ?? [];
  return { payments: forecast, hasDiscount: discounts.length > 0, hasTax: addedTaxes.length > 0 };
}
