import { endOfPeriod, type Subscription } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { voidInvoice } from '../invoices/finalize-invoice.ts';
import { findDebits } from '../proration.ts';

const LIFE_SECONDS = 23 * 3600;

type Restored = { invoice: string; restoreDebits: () => void };

/** Reverts a change of items and stores it until its invoice is paid: for 23 hours, or to the end of the period if that is earlier. */
export function postponeChange(tx: Transaction, before: Subscription, { invoice, restoreDebits }: Restored): void {
  const changed = tx.get('subscription', before.id);
  const { items, billing_cycle_anchor: anchor } = changed;
  tx.put('sandbox.pending_change', {
    id: before.id,
    invoice,
    items,
    fields: pickPending(changed),
    debits: items.data.map(({ id }) => ({ id, debits: [...findDebits(tx, id)] })),
  });
  tx.update('subscription', before.id, {
    ...pickPending(before),
    items: before.items,
    pending_update: {
      billing_cycle_anchor: anchor === before.billing_cycle_anchor ? null : anchor,
      expires_at: Math.min(tx.now() + LIFE_SECONDS, endOfPeriod(before)),
      subscription_items: [...items.data],
    },
  });
  restoreDebits();
}

const pickPending = (subscription: Subscription) => ({
  billing_cycle_anchor: subscription.billing_cycle_anchor,
  cancel_at: subscription.cancel_at,
  discounts: subscription.discounts,
  status: subscription.status,
  trial_end: subscription.trial_end,
  trial_start: subscription.trial_start,
});

/** Applies a pending change after its invoice was paid. */
export function applyPendingChange(tx: Transaction, before: Subscription): Subscription {
  const { items, fields, debits } = tx.get('sandbox.pending_change', before.id);
  const applied = tx.update('subscription', before.id, {
    ...fields,
    items,
    pending_update: null,
  });
  for (const each of debits) tx.put('sandbox.debits', { ...each });
  tx.delete('sandbox.pending_change', before.id);
  tx.emit('customer.subscription.pending_update_applied', applied);
  tx.emit('customer.subscription.updated', applied);
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
