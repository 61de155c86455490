import { StripeError, refuse } from '../../http/errors.ts';
import { chargeCard, type Payment } from '../../payments/charge-card.ts';
import { declineError } from '../../payments/payment-methods.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { Invoice, PaymentIntent, Subscription } from '../objects/stored.ts';
import { receiptUrl } from '../page-urls.ts';
import type { Work } from '../work.ts';
import { findInvoicePayment, markPaid } from './finalize-invoice.ts';

export type PayOptions = {
  /** The payment method to use; otherwise the default one. */
  paymentMethod?: string | null;
  isOffSession: boolean;
  authentication?: 'passed' | 'failed';
  /** Started by due work, not by a request: it counts as an attempt and plans the next one. */
  isAutomatic?: boolean;
};

export type PayOutcome =
  | { status: 'paid'; invoice: Invoice }
  | { status: 'failed'; invoice: Invoice; payment: Exclude<Payment, { status: 'succeeded' }> | null };

/** Collects an open invoice. The subscription is settled by the caller: see `settle-subscription.ts`. */
export function payInvoice(work: Work, invoice: Invoice, options: PayOptions): PayOutcome {
  const { tx } = work;
  const subscription = findSubscription(tx, invoice);
  const paymentMethod = options.paymentMethod ?? findDefaultMethod(tx, invoice.customer, subscription);
  if (!paymentMethod)
    return { status: 'failed', invoice: recordFailure(tx, invoice, { payment: null, ...options }), payment: null };
  const record = findInvoicePayment(tx, invoice.id);
  const before = tx.find('payment_intent', record?.payment.payment_intent as string | undefined);
  if (!before) throw new Error(`invoice ${invoice.id} has no payment`);
  const payment = chargeCard(tx, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    paymentMethod,
    description: before.description,
    clock: invoice.test_clock,
    isOffSession: options.isOffSession,
    authentication: options.authentication,
    savesCard: true,
    intent: before,
  });
  emitPayment(work, payment);
  if (payment.status !== 'succeeded') {
    return { status: 'failed', invoice: recordFailure(tx, invoice, { payment, ...options }), payment };
  }
  const paid = markPaid(tx, tx.update('invoice', invoice.id, { attempt_count: invoice.attempt_count + 1 }));
  settleInvoicePayment(tx, paid);
  return { status: 'paid', invoice: paid };
}

export function settleInvoicePayment(tx: Transaction, invoice: Invoice): void {
  const record = findInvoicePayment(tx, invoice.id);
  if (!record) return;
  const paid = tx.update('invoice_payment', record.id, {
    amount_paid: invoice.amount_paid,
    status: 'paid',
    status_transitions: { ...record.status_transitions, paid_at: tx.now(invoice.test_clock) },
  });
  tx.emit('invoice_payment.paid', paid);
}

/** Emits the events of a charge, and gives a successful one the address of its receipt. */
export function emitPayment({ tx, baseUrl }: Work, payment: Payment): void {
  if (payment.status === 'requires_action') {
    tx.emit('payment_intent.requires_action', payment.intent);
    return;
  }
  if (payment.status === 'succeeded') {
    const charge = tx.update('charge', payment.charge.id, { receipt_url: receiptUrl(baseUrl, payment.charge.id) });
    tx.emit('payment_intent.succeeded', payment.intent);
    tx.emit('charge.succeeded', charge);
    return;
  }
  if (payment.charge) tx.emit('charge.failed', payment.charge);
  tx.emit('payment_intent.payment_failed', payment.intent);
}

type Failure = { payment: Payment | null; isAutomatic?: boolean };

/** The first attempt is always counted, later ones only if they are automatic, as at Stripe. Automatic ones plan the next. */
export function recordFailure(tx: Transaction, invoice: Invoice, { payment, isAutomatic = false }: Failure): Invoice {
  const isCounted = isAutomatic || invoice.attempt_count === 0;
  const attempts = invoice.attempt_count + (isCounted ? 1 : 0);
  const failed = tx.update('invoice', invoice.id, {
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: isAutomatic
      ? planNextAttempt(tx.now(invoice.test_clock), attempts)
      : invoice.next_payment_attempt,
  });
  if (payment?.status === 'requires_action' || payment?.intent.last_payment_error?.code === 'authentication_required') {
    tx.emit('invoice.payment_action_required', failed);
  }
  tx.emit('invoice.payment_failed', failed);
  return failed;
}

const DAY_SECONDS = 86_400;
/** Days between the attempts: eight more within two weeks of the first. */
const RETRY_GAPS = [1, 2, 2, 2, 2, 2, 2, 1];

/** null after the last attempt. */
function planNextAttempt(now: number, attempts: number): number | null {
  const days = RETRY_GAPS[attempts - 1];
  return days === undefined ? null : now + days * DAY_SECONDS;
}

export const findSubscription = (tx: Transaction, invoice: Invoice): Subscription | null =>
  tx.find('subscription', invoice.parent?.subscription_details?.subscription) ?? null;

/** The subscription's own method comes before the customer's, even if it is the one that fails. */
export function findDefaultMethod(tx: Transaction, customer: string | null, subscription: Subscription | null) {
  const payer = tx.find('customer', customer);
  return subscription?.default_payment_method ?? payer?.invoice_settings.default_payment_method ?? null;
}

/** The error of a request whose payment failed. */
export function paymentError(
  payment: Exclude<Payment, { status: 'succeeded' }> | null,
  { actionCode, keepsChanges }: { actionCode: string; keepsChanges: boolean },
): StripeError {
  if (!payment) {
    return refuse(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    );
  }
  const intent: PaymentIntent = payment.intent;
  if (payment.status === 'requires_action') {
    return new StripeError(
      402,
      {
        type: 'card_error',
        code: actionCode,
        message:
          'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
        payment_intent: intent,
      },
      { keepsChanges },
    );
  }
  return declineError(
    payment.decline,
    { ...(payment.charge && { charge: payment.charge.id }), payment_intent: intent },
    { keepsChanges },
  );
}
