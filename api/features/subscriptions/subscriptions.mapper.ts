import { toIso, toIsoOrNull } from '#api/clock.ts';
import { findPlanName, findProduct, getPlanName } from '#api/domain/catalogue.ts';
import { liveSubscriptionStatuses } from '#api/domain/enums.ts';
import type { subscriptions } from '#db/schema/index.ts';
import { toPriceJson } from './prices.service.ts';
import type { SubscriptionJson } from './subscriptions.contract.ts';

/** A row, and Stripe's address where an upgrade that waits for its payment was paid when it was last read. */
export type SubscriptionWithUrl = typeof subscriptions.$inferSelect & { unpaidUpgradeUrl: string | null };

export const findProductName = (productId: number | null): string | null => findProduct(productId)?.name ?? null;

export const isLiveStatus = (status: SubscriptionJson['status']): boolean =>
  liveSubscriptionStatuses.some((live) => live === status);

/** What a row alone doesn’t say: the balance may go to another subscription, and links are signed for the viewer. */
type Beside = { nextPayment: SubscriptionJson['next_payment']; unpaidUpgradeUrl: string | null };

export function toSubscriptionJson(
  row: SubscriptionWithUrl,
  { nextPayment, unpaidUpgradeUrl }: Beside,
): SubscriptionJson {
  return {
    id: row.id,
    stripe_subscription_id: row.stripeSubscriptionId,
    product_id: row.productId,
    product_name: findProductName(row.productId) ?? '',
    plan_name: getPlanName(row.planName),
    status: row.status,
    price: toPriceJson(row),
    next_payment: nextPayment,
    current_period_start: toIso(row.currentPeriodStart),
    // Someone may have set another end in Stripe's dashboard.
    current_period_end: toIso(row.cancelAt ?? row.currentPeriodEnd),
    ended_at: toIsoOrNull(row.endedAt),
    is_ended_unpaid: !isLiveStatus(row.status) && row.cancellationReason === 'payment_failed',
    cancel_at_period_end: row.cancelAt !== null && isLiveStatus(row.status),
    pending_plan_name: findPlanName(row.pendingPlanName),
    pending_at: toIsoOrNull(row.pendingAt),
    unpaid_upgrade_url: unpaidUpgradeUrl,
    created_at: toIso(row.createdAt),
  };
}
