import type { Transaction } from '../../state/transaction.ts';
import type { Subscription } from '../objects/stored.ts';
import { voidInvoice } from '../invoices/close-invoice.ts';

const LIFE_SECONDS = 23 * 3600;

/** The end of a change that waits for its payment: 23 hours, but not past the period. */
export function pendingExpiry(tx: Transaction, subscription: Subscription): number {
  const ends = subscription.items.data.map((item) => item.current_period_end);
  return Math.min(tx.now(subscription.test_clock) + LIFE_SECONDS, ...ends);
}

/** The payment came: the change becomes the subscription. */
export function applyPendingChange(tx: Transaction, before: Subscription): Subscription {
  const change = tx.get('sandbox.pending_change', before.id);
  const applied = tx.update('subscription', before.id, {
    items: { ...before.items, data: [...change.items] },
    pending_update: null,
    ...(change.metadata && { metadata: { ...change.metadata } }),
    ...(change.cancelAtPeriodEnd !== null && {
      cancel_at_period_end: change.cancelAtPeriodEnd,
      cancel_at: change.cancelAtPeriodEnd ? (change.items[0]?.current_period_end ?? null) : null,
    }),
  });
  for (const debits of change.debits) tx.put('sandbox.debits', { ...debits });
  tx.delete('sandbox.pending_change', before.id);
  tx.emit('customer.subscription.pending_update_applied', applied);
  tx.emit('customer.subscription.updated', applied, before);
  return applied;
}

/** Nobody paid in time, or something else took its place: the invoice is void, the subscription stays as it is. */
export function dropPendingChange(tx: Transaction, before: Subscription): Subscription {
  const change = tx.find('sandbox.pending_change', before.id);
  if (!change) return before;
  tx.delete('sandbox.pending_change', before.id);
  const invoice = tx.get('invoice', change.invoice);
  if (invoice.status === 'open') voidInvoice(tx, invoice);
  const dropped = tx.update('subscription', before.id, { pending_update: null });
  tx.emit('customer.subscription.pending_update_expired', dropped);
  return dropped;
}
