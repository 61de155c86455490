import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { readToken } from '#src/lib/session-storage.ts';
import { loadCheckoutStatus } from '../subscription-api.ts';

export type CheckoutOutcome =
  | { name: 'active'; subscription: SubscriptionJson | null; isCharged: boolean }
  | { name: 'failed' }
  /** Nobody is signed in in this browser. */
  | { name: 'signed-out' }
  /** No session id, or one that is not this user's. */
  | { name: 'unknown' };

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 8000;

export const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Asks the server, with growing delays, until the checkout is known. Null when `isStopped` says so first. */
export async function waitForOutcome(sessionId: string, isStopped: () => boolean): Promise<CheckoutOutcome | null> {
  for (let delay = FIRST_DELAY_MS; !isStopped(); delay = Math.min(delay * 1.5, MAX_DELAY_MS)) {
    const outcome = await loadOutcome(sessionId);
    if (outcome) return outcome;
    await wait(delay);
  }
  return null;
}

/** Null while it is processed, and where the server gave no answer: the next request may get one. */
async function loadOutcome(sessionId: string): Promise<CheckoutOutcome | null> {
  if (!readToken()) return { name: 'signed-out' };
  try {
    const { status, subscription, is_charged: isCharged } = await loadCheckoutStatus(sessionId);
    if (status === 'processing') return null;
    return status === 'active' ? { name: 'active', subscription, isCharged } : { name: 'failed' };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 401) return { name: 'signed-out' };
    return status === 400 || status === 403 || status === 404 ? { name: 'unknown' } : null;
  }
}
