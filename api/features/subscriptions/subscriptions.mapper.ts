import { toIso, toIsoOrNull } from '#api/clock.ts';
import { getPlanName } from '#api/domain/catalogue.ts';
import { isLive } from '#api/domain/entitlements.ts';
import type { subscriptions } from '#db/schema/index.ts';
import type { ComingPayments } from './prices.service.ts';
import type { SubscriptionJson } from './subscriptions.contract.ts';
import { toSubscriptionSummary } from './summary.service.ts';

/** A row, and Stripe's address where an upgrade that waits for its payment was paid when it was last read. */
export type SubscriptionWithUrl = typeof subscriptions.$inferSelect & { unpaidUpgradeUrl: string | null };

/** What a row alone doesn’t say: the balance may go to another subscription, and links are signed for the viewer. */
type Beside = {
  payments: ComingPayments;
  lowerPrice: SubscriptionJson['lower_price'];
  unpaidUpgradeUrl: string | null;
};

/** A row from before there were intervals and seats of a change keeps those that it has. */
function toPendingJson(row: SubscriptionWithUrl): SubscriptionJson['pending'] {
  const { pendingPlanName, pendingAt, pendingInterval, pendingQuantity, interval, quantity } = row;
  if (pendingPlanName === null || pendingAt === null) return null;
  return {
    plan_name: getPlanName(pendingPlanName),
    interval: pendingInterval ?? interval ?? 'month',
    quantity: pendingQuantity ?? quantity,
    at: toIso(pendingAt),
  };
}

export function toSubscriptionJson(
  row: SubscriptionWithUrl,
  { payments, lowerPrice, unpaidUpgradeUrl }: Beside,
): SubscriptionJson {
  return {
    ...toSubscriptionSummary(row),
    ...payments,
    lower_price: lowerPrice,
    is_ended_unpaid: !isLive(row.status) && row.cancellationReason === 'payment_failed',
    pending_at: toIsoOrNull(row.pendingAt),
    pending: toPendingJson(row),
    unpaid_upgrade_url: unpaidUpgradeUrl,
  };
}
