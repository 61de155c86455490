import { useEffect } from 'react';
import type { PlanName } from '#api/domain/catalogue.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { previewChange } from '../subscription-api.ts';

/** The server accepts an offer for 15 minutes. */
const RENEW_MS = 14 * 60 * 1000;

/** What a change to the plan costs now; asked for again before the offer expires. */
export function useChangePreview(userId: number, subscriptionId: string, planName: PlanName) {
  const { state, retry } = useQuery(`${subscriptionId} ${planName}`, (signal) =>
    previewChange(userId, subscriptionId, planName, signal),
  );
  const preview = state.status === 'loaded' ? state.value : null;
  useEffect(() => {
    if (!preview) return;
    const timer = setTimeout(retry, RENEW_MS);
    return () => clearTimeout(timer);
  }, [preview, retry]);
  return { state, retry };
}
