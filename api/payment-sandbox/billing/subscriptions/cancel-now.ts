import { draftInvoice } from '../invoices/draft-invoice.ts';
import { finalizeInvoice } from '../invoices/finalize-invoice.ts';
import { payInvoice } from '../invoices/pay-invoice.ts';
import type { Subscription } from '../objects/stored.ts';
import type { Work } from '../work.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import type { CancelFlags } from './cancel-flags.ts';
import { prorateItems } from './prorate-items.ts';

type CancelNow = { details: CancelFlags['cancellation_details']; isProrated: boolean; isInvoiced: boolean };

/** Cancels by request. With `prorate` the unused time is credited: on an invoice at once, or as a pending item. */
export function cancelNow(work: Work, subscription: Subscription, { details, isProrated, isInvoiced }: CancelNow) {
  const { tx } = work;
  const now = tx.now(subscription.test_clock);
  if (isProrated) prorateItems(tx, subscription, [], now);
  const canceled = cancelSubscription(tx, subscription, { reason: 'cancellation_requested', details });
  if (!isInvoiced) return canceled;
  const draft = draftInvoice(tx, canceled, {
    reason: 'subscription_update',
    period: { start: subscription.items.data[0]?.current_period_start ?? now, end: now },
    cycleItems: [],
  });
  if (draft.lines.data.length === 0) {
    tx.delete('invoice', draft.id);
    return canceled;
  }
  tx.emit('invoice.created', draft);
  const open = finalizeInvoice(work, draft);
  if (open.status === 'open') payInvoice(work, open, { isOffSession: true });
  return tx.update('subscription', canceled.id, { latest_invoice: draft.id });
}
