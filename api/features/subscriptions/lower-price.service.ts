import type { Deps } from '#api/deps.ts';
import { findPlanByKey, findPrice } from '#api/domain/catalogue.ts';
import { listAddedAfterChange, parseSubscriptionTax } from '#api/domain/charged-rate.ts';
import { toMinorUnits } from '#api/domain/money.ts';
import type { subscriptions } from '#db/schema/index.ts';
import { type AddedTaxes, forecastAtPrice, toComingPaymentsJson } from './prices.service.ts';
import type { SubscriptionJson } from './subscriptions.contract.ts';

type SubscriptionRow = typeof subscriptions.$inferSelect;
type Own = { rows: readonly SubscriptionRow[]; taxes: AddedTaxes };

/**
 * What the plan of a subscription costs now, where that is less than its user pays, and their payments after a switch to it: with their own
 * discounts, seats, credit and tax. Null where there is nothing to switch to.
 */
export function toLowerPriceJson(
  { site }: Pick<Deps, 'site'>,
  row: SubscriptionRow,
  { rows, taxes }: Own,
): SubscriptionJson['lower_price'] {
  const unitAmount = findLowerAmount(row);
  if (unitAmount === null) return null;
  const { stripeSubscriptionId: subscriptionId, productId, tax } = row;
  const addedTaxes =
    listAddedAfterChange(site.settings, productId, parseSubscriptionTax(tax)) ?? taxes.get(subscriptionId) ?? [];
  const payments = forecastAtPrice(rows, taxes, { subscriptionId, unitAmount, addedTaxes });
  return { unit_amount: unitAmount, coming_payments: toComingPaymentsJson(payments) };
}

/** In minor units, for each seat. */
function findLowerAmount({ planName, unitAmount, currency, interval, ...row }: SubscriptionRow): number | null {
  const plan = findPlanByKey(planName);
  const isPaying = row.status === 'active' || row.status === 'trialing';
  const isSettled = isPaying && row.cancelAt === null && row.pendingPlanName === null;
  if (!plan || plan.isArchived || unitAmount === null || !isSettled) return null;
  const price = findPrice(plan, interval === 'year' ? 'year' : 'month');
  if (!price || row.intervalCount !== 1 || plan.currency.toLowerCase() !== currency) return null;
  const now = toMinorUnits(price.amount, plan.currency);
  return now < unitAmount ? now : null;
}
