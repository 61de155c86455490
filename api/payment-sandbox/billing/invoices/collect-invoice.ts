import type { Invoice } from '../../objects/invoice.ts';
import { isEnded, type Subscription } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { cancelSubscription } from '../subscriptions/cancel.ts';
import { applyPendingChange, dropPendingChange } from '../subscriptions/pending-change.ts';
import { finalizeInvoice, findInvoiceIntent, voidInvoice, type Work } from './finalize-invoice.ts';
import {
  findDefaultMethod,
  findSubscription,
  payInvoice,
  type PayOptions,
  type PayOutcome,
  recordFailure,
} from './pay-invoice.ts';

/** Decline codes after which the same card is not charged again. */
const HARD_DECLINES = new Set(['authentication_required', 'incorrect_number', 'lost_card', 'stolen_card']);

/** Pays an open invoice and settles its subscription: for the API, the hosted invoice page and retries. */
export function collectInvoice(work: Work, invoice: Invoice, options: PayOptions): PayOutcome {
  const outcome = payInvoice(work, invoice, options);
  settleSubscription(work.tx, outcome.invoice, outcome.status);
  return outcome;
}

/** Finalizes a draft an hour after the end of its period, and collects it. */
export function finalizeDueInvoice(work: Work, draft: Invoice): void {
  const open = finalizeInvoice(work, draft);
  if (open.status === 'paid') settleSubscription(work.tx, open, 'paid');
  else collectDueInvoice(work, open);
}

/** The first attempt after finalization, and each planned one. The subscription ends with the last one that fails. */
export function collectDueInvoice(work: Work, invoice: Invoice): void {
  const { tx } = work;
  const outcome = isPointless(tx, invoice)
    ? { status: 'failed' as const, invoice: recordFailure(tx, invoice, { payment: null, isAutomatic: true }) }
    : payInvoice(work, invoice, { isOffSession: true, isAutomatic: true });
  const subscription = settleSubscription(tx, outcome.invoice, outcome.status);
  if (outcome.status === 'paid') return;
  tx.emit('invoice.updated', outcome.invoice);
  if (outcome.invoice.next_payment_attempt === null && subscription.status === 'past_due') {
    cancelSubscription(tx, subscription, { reason: 'payment_failed' });
  }
}

/** Whether the last decline was final and the card is still the same. */
function isPointless(tx: Transaction, invoice: Invoice): boolean {
  const error = findInvoiceIntent(tx, invoice.id)?.last_payment_error;
  if (!error || !HARD_DECLINES.has(error.decline_code ?? error.code)) return false;
  return error.payment_method.id === findDefaultMethod(tx, invoice);
}

/** Sets the status of the invoice's subscription after a payment or a failed one, or applies its pending change. */
function settleSubscription(tx: Transaction, invoice: Invoice, outcome: 'paid' | 'failed'): Subscription {
  const subscription = findSubscription(tx, invoice);
  // An earlier invoice that is paid or not says nothing of a trial that runs.
  if (isEnded(subscription) || subscription.status === 'trialing') return subscription;
  if (tx.find('sandbox.pending_change', subscription.id)?.invoice === invoice.id) {
    return outcome === 'paid' ? applyPendingChange(tx, subscription) : subscription;
  }
  if (outcome === 'failed') return setStatus(tx, subscription, 'past_due');
  // Paying the latest invoice makes the subscription active again; paying an older one does not.
  return subscription.latest_invoice === invoice.id ? setStatus(tx, subscription, 'active') : subscription;
}

function setStatus(tx: Transaction, before: Subscription, status: Subscription['status']): Subscription {
  if (before.status === status) return before;
  const settled = tx.update('subscription', before.id, { status });
  tx.emit('customer.subscription.updated', settled);
  return settled;
}

/** A void invoice is not owed any more, so it cannot keep its subscription past due. */
export function closeInvoice(tx: Transaction, invoice: Invoice): Invoice {
  const closed = voidInvoice(tx, invoice);
  const subscription = findSubscription(tx, closed);
  if (subscription.latest_invoice !== closed.id) return closed;
  if (tx.find('sandbox.pending_change', subscription.id)?.invoice === closed.id) dropPendingChange(tx, subscription);
  else if (subscription.status === 'past_due') setStatus(tx, subscription, 'active');
  return closed;
}
