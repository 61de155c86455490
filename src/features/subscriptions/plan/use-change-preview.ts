import { useEffect } from 'react';
import type { PlanName } from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { previewChange } from '../subscription-api.ts';

/** The server accepts an offer for 15 minutes. */
const RENEW_MS = 14 * 60 * 1000;

/** What a change to the plan costs now; asked for again before the offer expires, and after a reactivation. */
export function useChangePreview(userId: number, subscription: SubscriptionJson, planName: PlanName) {
  const { stripe_subscription_id: id, cancel_at_period_end: isCancelling } = subscription;
  const { state, retry } = useQuery(`${id} ${planName} ${isCancelling}`, (signal) =>
    previewChange(userId, id, planName, signal),
  );
  const preview = state.status === 'loaded' ? state.value : null;
  useEffect(() => {
    if (!preview) return;
    const timer = setTimeout(retry, RENEW_MS);
    return () => clearTimeout(timer);
  }, [preview, retry]);
  return { state, retry };
}
