import type { CancellationReason } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { onPaymentError } from '#api/features/subscriptions/provider.service.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { changeOwnSubscription, type ChangeTarget, withoutSchedule } from './own-subscription.service.ts';

type Changed = { message: string; subscription: SubscriptionJson };

/** Ends a subscription with its period. Repeating it changes nothing. @throws not_found, conflict, unavailable. */
export async function cancelSubscription(
  deps: Deps,
  target: ChangeTarget,
  reason: CancellationReason,
): Promise<Changed> {
  const subscription = await changeOwnSubscription(deps, 'cancel', target, async (provided, own) => {
    if (own.current.cancelAt !== null) return;
    await withoutSchedule(provided, own, () => provided.payments.setCancelAtPeriodEnd(own.current.id, true, reason));
  }).catch(onPaymentError(deps, 'Failed to cancel subscription'));
  return { message: 'Subscription cancelled successfully', subscription };
}

/**
 * Ends a subscription at once, also one that was to end with its period. Nothing is refunded, and its open invoices are void.
 * @throws not_found, conflict, unavailable.
 */
export async function endSubscription(deps: Deps, target: ChangeTarget): Promise<Changed> {
  const subscription = await changeOwnSubscription(deps, 'cancel_now', target, async ({ payments }, { current }) => {
    await payments.cancelNow(current.id);
  }).catch(onPaymentError(deps, 'Failed to cancel subscription'));
  return { message: 'Subscription ended', subscription };
}

/** Takes a cancellation back, until the period ends. @throws not_found, conflict, unavailable. */
export async function reactivateSubscription(deps: Deps, target: ChangeTarget): Promise<Changed> {
  const subscription = await changeOwnSubscription(deps, 'reactivate', target, async ({ payments }, { current }) => {
    if (current.cancelAt !== null) await payments.setCancelAtPeriodEnd(current.id, false);
  }).catch(onPaymentError(deps, 'Failed to reactivate subscription'));
  return { message: 'Subscription reactivated successfully', subscription };
}
