import type { PlanName } from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { previewChange } from '../subscription-api.ts';

/** The server accepts an offer for 15 minutes. */
const RENEW_MS = 14 * 60 * 1000;

/** What a change to the plan costs now; asked for again before the offer expires, and after a reactivation. */
export function useChangePreview(userId: number, subscription: SubscriptionJson, planName: PlanName) {
  const { stripe_subscription_id: id, cancel_at_period_end: isCancelling } = subscription;
  const { state, isLoading, reload } = useQuery(
    `preview ${id} ${planName} ${isCancelling}`,
    (signal) => previewChange(userId, id, planName, signal),
    { pollAfter: (preview) => preview && RENEW_MS },
  );
  // What was refused, or is about to expire, can't be accepted.
  return { state: isLoading ? { status: 'loading' as const } : state, reload };
}
