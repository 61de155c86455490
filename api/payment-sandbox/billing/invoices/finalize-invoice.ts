import type { Transaction } from '../../state/transaction.ts';
import { buildBalanceTransaction, buildPaymentIntent } from '../objects/payment.ts';
import { buildInvoicePayment } from '../objects/invoice.ts';
import type { BalanceTransaction, Customer, Invoice, PaymentIntent } from '../objects/stored.ts';
import { invoicePdfUrl, invoiceUrl } from '../page-urls.ts';
import type { Work } from '../work.ts';
import { sumInvoice } from './draft-invoice.ts';

/** Minor units. A smaller amount is not charged but added to the customer's balance. 50 in a currency that is not here. */
const SMALLEST_CHARGES: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};

/**
 * Gives the draft its number, applies the customer's balance, and opens it; with nothing to charge it is paid at once.
 * `intent`: the payment that a checkout session has made before there was an invoice.
 */
export function finalizeInvoice({ tx, baseUrl }: Work, draft: Invoice, intent: PaymentIntent | null = null): Invoice {
  const payer = tx.get('customer', draft.customer);
  const now = tx.now(draft.test_clock);
  const sums = sumInvoice(draft.lines.data, payer);
  const due = sums.amount_due ?? 0;
  const isTooSmall = due > 0 && due < (SMALLEST_CHARGES[draft.currency] ?? 50);
  const charged = isTooSmall ? 0 : due;
  const total = sums.total ?? 0;
  const endingBalance = isTooSmall ? due : payer.balance + total - due;
  const numbered = takeNumber(tx, payer);
  if (endingBalance !== payer.balance) {
    const type = isTooSmall ? 'invoice_too_small' : 'applied_to_invoice';
    changeBalance(tx, numbered.payer, { endingBalance, invoice: draft, type });
  }
  const open = tx.update('invoice', draft.id, {
    ...sums,
    amount_due: charged,
    amount_remaining: charged,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: endingBalance,
    hosted_invoice_url: invoiceUrl(baseUrl, draft.id),
    invoice_pdf: invoicePdfUrl(baseUrl, draft.id),
    number: numbered.number,
    parent: snapshotMetadata(tx, draft),
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  tx.emit('invoice.finalized', open);
  return charged === 0 ? markPaid(tx, open) : openPayment(tx, open, intent);
}

function takeNumber(tx: Transaction, payer: Customer): { payer: Customer; number: string } {
  const sequence = payer.next_invoice_sequence ?? 1;
  const number = `${payer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
  return { payer: tx.update('customer', payer.id, { next_invoice_sequence: sequence + 1 }), number };
}

/** The subscription's metadata as it is now: later changes of it do not reach the invoice. */
function snapshotMetadata(tx: Transaction, { parent }: Invoice): Invoice['parent'] {
  const details = parent?.subscription_details;
  if (!parent || !details) return parent;
  const { metadata } = tx.get('subscription', details.subscription);
  return { ...parent, subscription_details: { ...details, metadata: { ...metadata } } };
}

type BalanceChange = { endingBalance: number; invoice: Invoice; type: BalanceTransaction['type'] };

function changeBalance(tx: Transaction, payer: Customer, { endingBalance, invoice, type }: BalanceChange): void {
  tx.put(
    'customer_balance_transaction',
    buildBalanceTransaction({
      id: tx.createId('customer_balance_transaction'),
      amount: endingBalance - payer.balance,
      created: tx.now(invoice.test_clock),
      currency: invoice.currency,
      customer: payer.id,
      ending_balance: endingBalance,
      invoice: invoice.id,
      type,
    }),
  );
  const changed = tx.update('customer', payer.id, { balance: endingBalance, currency: invoice.currency });
  tx.emit('customer.updated', changed, payer);
}

function createIntent(tx: Transaction, invoice: Invoice): PaymentIntent {
  const intent = tx.put(
    'payment_intent',
    buildPaymentIntent({
      id: tx.createId('payment_intent'),
      amount: invoice.amount_due,
      created: tx.now(invoice.test_clock),
      currency: invoice.currency,
      customer: invoice.customer,
      description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    }),
  );
  tx.emit('payment_intent.created', intent);
  return intent;
}

function openPayment(tx: Transaction, invoice: Invoice, paid: PaymentIntent | null): Invoice {
  const created = tx.now(invoice.test_clock);
  const intent = paid ?? createIntent(tx, invoice);
  tx.put(
    'invoice_payment',
    buildInvoicePayment({
      id: tx.createId('invoice_payment'),
      amount_requested: invoice.amount_due,
      created,
      currency: invoice.currency,
      invoice: invoice.id,
      payment: { type: 'payment_intent', payment_intent: intent.id },
    }),
  );
  return invoice;
}

/** Marks the invoice as paid. The caller updates the payment objects. */
export function markPaid(tx: Transaction, invoice: Invoice): Invoice {
  const now = tx.now(invoice.test_clock);
  const paid = tx.update('invoice', invoice.id, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  if (invoice.amount_due > 0) tx.emit('invoice.updated', paid, invoice);
  tx.emit('invoice.paid', paid);
  tx.emit('invoice.payment_succeeded', paid);
  return paid;
}

export const findInvoicePayment = (tx: Transaction, invoice: string) =>
  tx.list('invoice_payment', (each) => each.invoice === invoice && each.is_default)[0] ?? null;
