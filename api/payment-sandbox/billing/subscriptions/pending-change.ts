import type { Transaction } from '../../state/transaction.ts';
import type { Subscription } from '../objects/stored.ts';
import { voidInvoice } from '../invoices/close-invoice.ts';

const LIFE_SECONDS = 23 * 3600;

/** When a change that waits for its payment expires: after 23 hours, or at the end of the period if that is earlier. */
export function pendingExpiry(tx: Transaction, subscription: Subscription): number {
  const ends = subscription.items.data.map((item) => item.current_period_end);
  return Math.min(tx.now(subscription.test_clock) + LIFE_SECONDS, ...ends);
}

/** Applies a pending change after its invoice was paid. */
export function applyPendingChange(tx: Transaction, before: Subscription): Subscription {
  const change = tx.get('sandbox.pending_change', before.id);
  const applied = tx.update('subscription', before.id, {
    ...change.fields,
    pending_update: null,
  });
  for (const debits of change.debits) tx.put('sandbox.debits', { ...debits });
  tx.delete('sandbox.pending_change', before.id);
  tx.emit('customer.subscription.pending_update_applied', applied);
  tx.emit('customer.subscription.updated', applied, before);
  return applied;
}

/** Drops a pending change that was not paid in time, or was replaced by another, and voids its invoice. */
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
