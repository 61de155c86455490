import { toIso, toIsoOrNull } from '#api/clock.ts';
import { findPlanName, findProductName, getPlanName } from '#api/domain/catalogue.ts';
import { isLive } from '#api/domain/entitlements.ts';
import type { subscriptions } from '#db/schema/index.ts';
import { toPriceJson } from './prices.service.ts';
import type { SubscriptionSummaryJson } from './subscriptions.contract.ts';

/** What its row says of a subscription, for its user and for admins. */
export const toSubscriptionSummary = (row: typeof subscriptions.$inferSelect): SubscriptionSummaryJson => ({
  id: row.id,
  stripe_subscription_id: row.stripeSubscriptionId,
  product_id: row.productId,
  product_name: findProductName(row.productId) ?? '',
  plan_name: getPlanName(row.planName),
  status: row.status,
  price: toPriceJson(row),
  current_period_start: toIso(row.currentPeriodStart),
  // Someone may have set another end in Stripe's dashboard.
  current_period_end: toIso(row.cancelAt ?? row.currentPeriodEnd),
  ended_at: toIsoOrNull(row.endedAt),
  cancel_at_period_end: row.cancelAt !== null && isLive(row.status),
  trial_end: toIsoOrNull(row.trialEnd),
  pending_plan_name: findPlanName(row.pendingPlanName),
  created_at: toIso(row.createdAt),
});
