import { declineError, refuse, StripeError } from '../../http/errors.ts';
import type { Invoice } from '../../objects/invoice.ts';
import type { Subscription } from '../../objects/subscription.ts';
import { chargeCard, type Payment } from '../../cards/charge-card.ts';
import type { Transaction } from '../../state/transaction.ts';
import { receiptUrl } from '../page-urls.ts';
import { findInvoiceIntent, markPaid, type Work } from './finalize-invoice.ts';

export type PayOptions = {
  /** The payment method to use; otherwise the default one. */
  paymentMethod?: string | null;
  isOffSession: boolean;
  authentication?: 'passed' | 'failed';
  /** Started by due work, not by a request: it counts as an attempt and plans the next one. */
  isAutomatic?: boolean;
};

type FailedPayment = Exclude<Payment, { status: 'succeeded' }>;
export type PayOutcome =
  { status: 'paid'; invoice: Invoice } | { status: 'failed'; invoice: Invoice; payment: FailedPayment | null };

/** Collects an open invoice. The subscription is settled by the caller: see `collect-invoice.ts`. */
export function payInvoice(work: Work, invoice: Invoice, options: PayOptions): PayOutcome {
  const { tx } = work;
  const paymentMethod = options.paymentMethod ?? findDefaultMethod(tx, invoice);
  if (!paymentMethod) {
    return { status: 'failed', invoice: recordFailure(tx, invoice, { payment: null, ...options }), payment: null };
  }
  const intent = findInvoiceIntent(tx, invoice.id);
  if (!intent) throw new Error(`invoice ${invoice.id} has no payment`);
  const { isOffSession, authentication } = options;
  const payment = chargeCard(tx, { intent, paymentMethod, isOffSession, authentication });
  emitPayment(work, payment);
  if (payment.status !== 'succeeded') {
    return { status: 'failed', invoice: recordFailure(tx, invoice, { payment, ...options }), payment };
  }
  const counted = tx.update('invoice', invoice.id, { attempt_count: invoice.attempt_count + 1 });
  return { status: 'paid', invoice: markPaid(tx, counted) };
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

type Failure = { payment: FailedPayment | null; isAutomatic?: boolean };

/** The first attempt is always counted, later ones only if they are automatic, as at Stripe. Automatic ones plan the next. */
export function recordFailure(tx: Transaction, invoice: Invoice, { payment, isAutomatic = false }: Failure): Invoice {
  const isCounted = isAutomatic || invoice.attempt_count === 0;
  const attempts = invoice.attempt_count + (isCounted ? 1 : 0);
  const failed = tx.update('invoice', invoice.id, {
    attempt_count: attempts,
    next_payment_attempt: isAutomatic ? planNextAttempt(tx.now(), attempts) : invoice.next_payment_attempt,
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

export const findSubscription = (tx: Transaction, { parent }: Invoice): Subscription =>
  tx.get('subscription', parent.subscription_details.subscription);

/** The subscription's own method comes before the customer's, even if it is the one that fails. */
export const findSubscriptionMethod = (
  tx: Transaction,
  { default_payment_method: own, customer }: Subscription,
): string | null => own ?? tx.find('customer', customer)?.invoice_settings.default_payment_method ?? null;

export const findDefaultMethod = (tx: Transaction, invoice: Invoice): string | null =>
  findSubscriptionMethod(tx, findSubscription(tx, invoice));

/** The error of a request whose payment failed. What the attempt wrote is kept. */
export function paymentError(payment: FailedPayment | null): StripeError {
  if (!payment) {
    return refuse('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    });
  }
  if (payment.status === 'failed') return declineError(payment.decline, { keepsChanges: true });
  return new StripeError(
    402,
    {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
    },
    { keepsChanges: true },
  );
}
