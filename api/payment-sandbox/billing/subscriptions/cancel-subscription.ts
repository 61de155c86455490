import type { Transaction } from '../../state/transaction.ts';
import type { Subscription } from '../objects/stored.ts';
import { detachSchedule } from '../schedules/detach-schedule.ts';
import type { CancelFlags } from './cancel-flags.ts';
import { findSubscriptionInvoices } from './create-subscription.ts';
import { dropPendingChange } from './pending-change.ts';

type CancelOptions = {
  reason: 'cancellation_requested' | 'payment_failed';
  details?: CancelFlags['cancellation_details'];
};

/** Ends a subscription now. Its open and draft invoices stay payable, but nobody collects them any more. */
export function cancelSubscription(
  tx: Transaction,
  before: Subscription,
  { reason, details }: CancelOptions,
): Subscription {
  const now = tx.now(before.test_clock);
  if (before.pending_update) dropPendingChange(tx, before);
  if (before.schedule) detachSchedule(tx, before.schedule, 'canceled');
  const current = tx.get('subscription', before.id);
  const canceled = tx.update('subscription', before.id, {
    cancel_at_period_end: current.cancel_at_period_end,
    canceled_at: current.canceled_at ?? now,
    cancellation_details: {
      comment: details?.comment ?? current.cancellation_details?.comment ?? null,
      feedback: details?.feedback ?? current.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
    ended_at: now,
    pending_update: null,
    schedule: null,
    status: 'canceled',
  });
  tx.emit('customer.subscription.deleted', canceled);
  stopCollecting(tx, canceled.id);
  return canceled;
}

function stopCollecting(tx: Transaction, subscription: string): void {
  for (const invoice of findSubscriptionInvoices(tx, subscription)) {
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue;
    if (!invoice.auto_advance && invoice.next_payment_attempt === null) continue;
    const stopped = tx.update('invoice', invoice.id, {
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    });
    tx.emit('invoice.updated', stopped, invoice);
  }
}
