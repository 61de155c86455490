import type { Transaction } from '../../state/transaction.ts';
import type { Invoice, Subscription } from '../objects/stored.ts';
import type { AfterLastRetry } from '../records.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';
import type { Work } from '../work.ts';
import { finalizeInvoice, findInvoicePayment } from './finalize-invoice.ts';
import { findDefaultMethod, findSubscription, payInvoice, recordFailure } from './pay-invoice.ts';
import { settleSubscription } from './settle-subscription.ts';

/** Decline codes after which the same card is not charged again. */
const HARD_DECLINES = new Set([
  'authentication_required',
  'highest_risk_level',
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'transaction_not_allowed',
]);

/** Finalizes a draft an hour after the end of its period, and collects it. */
export function finalizeDueInvoice(work: Work, draft: Invoice): void {
  const open = finalizeInvoice(work, draft);
  if (open.status === 'paid') settleSubscription(work.tx, open, 'paid');
  else collectDueInvoice(work, open);
}

/** The first attempt after finalization, and each planned one. */
export function collectDueInvoice(work: Work, invoice: Invoice): void {
  const { tx } = work;
  const outcome = isPointless(tx, invoice)
    ? { status: 'failed' as const, invoice: recordFailure(tx, invoice, { payment: null, isAutomatic: true }) }
    : payInvoice(work, invoice, { isOffSession: true, isAutomatic: true });
  const subscription = settleSubscription(tx, outcome.invoice, outcome.status);
  if (outcome.status === 'paid') return;
  tx.emit('invoice.updated', outcome.invoice, invoice);
  if (outcome.invoice.next_payment_attempt === null && subscription) giveUp(tx, subscription);
}

/** Whether the last decline was final and the card is still the same. */
function isPointless(tx: Transaction, invoice: Invoice): boolean {
  const record = findInvoicePayment(tx, invoice.id);
  const error = tx.find('payment_intent', record?.payment.payment_intent as string | undefined)?.last_payment_error;
  if (!error || !HARD_DECLINES.has(error.decline_code ?? error.code ?? '')) return false;
  const refused = (error.payment_method as { id: string } | undefined)?.id;
  return refused === findDefaultMethod(tx, invoice.customer, findSubscription(tx, invoice));
}

export const getAfterLastRetry = (tx: Transaction): AfterLastRetry =>
  tx.find('sandbox.billing_settings', 'settings')?.afterLastRetry ?? 'cancel';

export const setAfterLastRetry = (tx: Transaction, afterLastRetry: AfterLastRetry) =>
  tx.put('sandbox.billing_settings', { id: 'settings', afterLastRetry });

function giveUp(tx: Transaction, subscription: Subscription): void {
  const afterLastRetry = getAfterLastRetry(tx);
  if (subscription.status !== 'past_due' || afterLastRetry === 'past_due') return;
  if (afterLastRetry === 'cancel') {
    cancelSubscription(tx, subscription, { reason: 'payment_failed' });
    return;
  }
  const unpaid = tx.update('subscription', subscription.id, { status: 'unpaid' });
  tx.emit('customer.subscription.updated', unpaid, subscription);
}
