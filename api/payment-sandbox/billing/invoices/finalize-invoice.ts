import { computeCharge } from '#api/domain/currencies.ts';
import type { Call } from '../../http/route.ts';
import type { Customer } from '../../objects/customer.ts';
import type { Invoice } from '../../objects/invoice.ts';
import { buildPaymentIntent, type PaymentIntent } from '../../objects/payment.ts';
import { invoicePdfUrl, invoiceUrl } from '../page-urls.ts';
import { setCurrency } from '../customer-currency.ts';
import type { Transaction } from '../../state/transaction.ts';
import { sumInvoice } from './draft-invoice.ts';

/** What every step of billing needs: the transaction, and the sandbox's origin for the addresses of its pages. */
export type Work = Pick<Call<unknown>, 'tx' | 'baseUrl'>;

/**
 * Gives the draft its number, applies the customer's balance, and opens it; with nothing to charge it is paid at once.
 * `intent`: the payment that a checkout session has made before there was an invoice.
 */
export function finalizeInvoice({ tx, baseUrl }: Work, draft: Invoice, intent: PaymentIntent | null = null): Invoice {
  const payer = setCurrency(tx, draft.customer, draft.currency);
  const sums = sumInvoice(draft.lines.data, payer);
  const charged = computeCharge(sums.amount_due, draft.currency);
  const endingBalance = payer.balance + sums.total - charged;
  const { metadata } = tx.get('subscription', draft.parent.subscription_details.subscription);
  const open = tx.update('invoice', draft.id, {
    ...sums,
    amount_due: charged,
    amount_remaining: charged,
    automatically_finalizes_at: null,
    effective_at: tx.now(),
    ending_balance: endingBalance,
    hosted_invoice_url: invoiceUrl(baseUrl, draft.id),
    invoice_pdf: invoicePdfUrl(baseUrl, draft.id),
    number: takeNumber(tx, payer),
    // The subscription's metadata as it is now: later changes of it do not reach the invoice.
    parent: {
      ...draft.parent,
      subscription_details: { ...draft.parent.subscription_details, metadata: { ...metadata } },
    },
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: tx.now() },
  });
  if (endingBalance !== payer.balance) {
    const fields = { balance: endingBalance, currency: draft.currency };
    tx.emit('customer.updated', tx.update('customer', payer.id, fields));
  }
  tx.emit('invoice.finalized', open);
  return charged === 0 ? markPaid(tx, open) : openPayment(tx, open, intent);
}

function takeNumber(tx: Transaction, { id, invoice_prefix, next_invoice_sequence: sequence = 1 }: Customer): string {
  tx.update('customer', id, { next_invoice_sequence: sequence + 1 });
  return `${invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

function openPayment(tx: Transaction, invoice: Invoice, paid: PaymentIntent | null): Invoice {
  const intent = paid ?? createIntent(tx, invoice);
  tx.put('invoice_payment', {
    id: tx.createId('invoice_payment'),
    object: 'invoice_payment',
    amount_paid: null,
    created: tx.now(),
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
  });
  return invoice;
}

function createIntent(tx: Transaction, invoice: Invoice): PaymentIntent {
  const intent = buildPaymentIntent({
    id: tx.createId('payment_intent'),
    amount: invoice.amount_due,
    created: tx.now(),
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
  });
  tx.emit('payment_intent.created', tx.put('payment_intent', intent));
  return intent;
}

export const findInvoicePayment = (tx: Transaction, invoice: string) =>
  tx.list('invoice_payment', (each) => each.invoice === invoice)[0];

/** What pays an invoice; undefined for one of 0. */
export const findInvoiceIntent = (tx: Transaction, invoice: string): PaymentIntent | undefined =>
  tx.find('payment_intent', findInvoicePayment(tx, invoice)?.payment.payment_intent);

/** Marks the invoice and its payment as paid. */
export function markPaid(tx: Transaction, invoice: Invoice): Invoice {
  const paid = tx.update('invoice', invoice.id, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: tx.now() },
  });
  if (invoice.amount_due > 0) tx.emit('invoice.updated', paid);
  tx.emit('invoice.paid', paid);
  tx.emit('invoice.payment_succeeded', paid);
  const record = findInvoicePayment(tx, invoice.id);
  if (record) {
    const settled = tx.update('invoice_payment', record.id, { amount_paid: paid.amount_paid, status: 'paid' });
    tx.emit('invoice_payment.paid', settled);
  }
  return paid;
}

/** Voids an unpaid invoice and cancels its payment. */
export function voidInvoice(tx: Transaction, before: Invoice): Invoice {
  const closed = tx.update('invoice', before.id, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: tx.now() },
  });
  const record = findInvoicePayment(tx, before.id);
  if (record) tx.update('invoice_payment', record.id, { status: 'canceled' });
  const intent = findInvoiceIntent(tx, before.id);
  if (intent && intent.status !== 'succeeded') {
    tx.emit('payment_intent.canceled', tx.update('payment_intent', intent.id, { status: 'canceled' }));
  }
  tx.emit('invoice.updated', closed);
  tx.emit('invoice.voided', closed);
  return closed;
}
