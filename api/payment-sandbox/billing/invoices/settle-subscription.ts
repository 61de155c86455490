import type { Transaction } from '../../state/transaction.ts';
import type { Invoice, Subscription } from '../objects/stored.ts';
import { applyPendingChange, dropPendingChange } from '../subscriptions/pending-change.ts';
import { findSubscription } from './pay-invoice.ts';

/** Sets the status of the invoice's subscription after a payment or a failed one, or applies its pending change. */
export function settleSubscription(tx: Transaction, invoice: Invoice, outcome: 'paid' | 'failed'): Subscription | null {
  const subscription = findSubscription(tx, invoice);
  if (!subscription || subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
    return subscription;
  }
  const isPendingChange = tx.find('sandbox.pending_change', subscription.id)?.invoice === invoice.id;
  if (isPendingChange) return outcome === 'paid' ? applyPendingChange(tx, subscription) : subscription;
  const status = outcome === 'paid' ? statusAfterPayment(subscription, invoice) : statusAfterFailure(subscription);
  if (status === subscription.status) return subscription;
  const settled = tx.update('subscription', subscription.id, { status });
  tx.emit('customer.subscription.updated', settled, subscription);
  return settled;
}

/** Paying the latest invoice makes the subscription active again; paying an older one does not. */
function statusAfterPayment(subscription: Subscription, invoice: Invoice): Subscription['status'] {
  return subscription.latest_invoice === invoice.id ? 'active' : subscription.status;
}

const statusAfterFailure = ({ status }: Subscription): Subscription['status'] =>
  status === 'active' || status === 'trialing' ? 'past_due' : status;

/** A void or uncollectible invoice is not owed any more, so it cannot keep its subscription past due. */
export function settleClosedInvoice(tx: Transaction, invoice: Invoice): void {
  const before = findSubscription(tx, invoice);
  if (!before || before.latest_invoice !== invoice.id) return;
  if (tx.find('sandbox.pending_change', before.id)?.invoice === invoice.id) {
    dropPendingChange(tx, before);
    return;
  }
  const status = statusAfterClosing(before, invoice);
  if (status === before.status) return;
  const settled = tx.update('subscription', before.id, {
    status,
    ...(status === 'incomplete_expired' && { ended_at: tx.now(before.test_clock) }),
  });
  tx.emit('customer.subscription.updated', settled, before);
}

function statusAfterClosing({ status }: Subscription, invoice: Invoice): Subscription['status'] {
  if (status === 'incomplete') return invoice.status === 'void' ? 'incomplete_expired' : 'active';
  return status === 'past_due' || status === 'unpaid' ? 'active' : status;
}
