import { refuse, requireObject } from '../../http/errors.ts';
import { chargeCard, checkSetup, type Payment } from '../../payments/charge-card.ts';
import { attachPaymentMethod, createPaymentMethod } from '../../payments/payment-methods.ts';
import { finalizeInvoice, markPaid } from '../invoices/finalize-invoice.ts';
import { emitPayment, settleInvoicePayment } from '../invoices/pay-invoice.ts';
import { updateCustomer } from '../../resources/customers.ts';
import type { CheckoutSession, Customer, PaymentMethod } from '../objects/stored.ts';
import { createSubscription } from '../subscriptions/create-subscription.ts';
import type { Work } from '../work.ts';
import { completeSetup } from './complete-setup.ts';
import {
  closeSession,
  createPayer,
  fillSuccessUrl,
  type PagePayment,
  type PageResult,
  type PageStep,
  type Payer,
} from './page-step.ts';

/** As they arrive at the endpoint of a real account: payments before their creation, the session before its subscription. */
const EVENT_ORDER = [
  'charge.succeeded',
  'payment_method.attached',
  'customer.created',
  'customer.updated',
  'checkout.session.completed',
  'customer.subscription.created',
  'payment_intent.succeeded',
  'payment_intent.created',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_succeeded',
  'invoice_payment.paid',
];

/** Pays on the hosted page. @throws StripeError when the session is not open any more. */
export function payOnPage(work: Work, sessionId: string, page: PagePayment): PageResult {
  const { tx } = work;
  const session = tx.get('checkout.session', sessionId);
  if (session.status !== 'open') throw refuse('This Checkout Session is no longer open.');
  const customer = session.customer ? requireObject(tx, 'customer', session.customer, 'customer') : undefined;
  const method =
    'card' in page
      ? createPaymentMethod(tx, page.card, customer?.test_clock ?? null)
      : tx.get('payment_method', page.paymentMethod);
  const authentication = 'authentication' in page ? page.authentication : undefined;
  const email = customer?.email ?? session.customer_email ?? ('card' in page ? page.card.email : null) ?? null;
  const payer: Payer = { customer: customer ?? null, email, name: method.billing_details.name };
  if (session.mode === 'setup') return completeSetup(work, { session, payer, method, authentication });
  return paySubscription(work, { session, payer, method, authentication });
}

function paySubscription(work: Work, step: PageStep): PageResult {
  const { tx } = work;
  const { session, payer, method } = step;
  const due = Math.max(0, (session.amount_total ?? 0) + (payer.customer?.balance ?? 0));
  if (due < 50) {
    const setup = checkSetup(tx, method.id);
    if (typeof setup === 'object') return { status: 'declined', session, decline: setup };
    return complete(work, step, null);
  }
  const record = tx.get('sandbox.checkout', session.id);
  const payment = chargeCard(tx, {
    amount: due,
    currency: session.currency ?? 'usd',
    customer: payer.customer?.id ?? null,
    paymentMethod: method.id,
    description: 'Subscription creation',
    clock: payer.customer?.test_clock ?? null,
    isOffSession: false,
    authentication: step.authentication,
    savesCard: true,
    intent: tx.find('payment_intent', record.intent) ?? null,
  });
  if (payment.status === 'succeeded') return complete(work, step, payment);
  tx.update('sandbox.checkout', session.id, { intent: payment.intent.id });
  if (record.intent === null) tx.emit('payment_intent.created', payment.intent);
  emitPayment(work, payment);
  return payment.status === 'requires_action'
    ? { status: 'requires_action', session, paymentMethod: method.id }
    : { status: 'declined', session, decline: payment.decline };
}

type Succeeded = Extract<Payment, { status: 'succeeded' }>;

function complete(work: Work, { session, payer, method }: PageStep, payment: Succeeded | null): PageResult {
  const { tx } = work;
  return tx.emitInOrder(EVENT_ORDER, () => {
    const hadIntent = tx.get('sandbox.checkout', session.id).intent !== null;
    const customer = createPayer(tx, payer);
    if (payment && !hadIntent) tx.emit('payment_intent.created', payment.intent);
    if (payment && payment.intent.customer !== customer.id) {
      payment.intent = tx.update('payment_intent', payment.intent.id, { customer: customer.id });
      payment.charge = tx.update('charge', payment.charge.id, { customer: customer.id });
    }
    tx.emit('payment_method.attached', attachPaymentMethod(tx, method.id, customer.id));
    updateCustomer(tx, customer.id, { currency: session.currency });
    if (payment) emitPayment(work, payment);
    const { subscription, invoice } = startSubscription(work, { session, customer, method, payment });
    const completed = closeSession(
      tx,
      session,
      { customer, email: payer.email, name: payer.name },
      {
        invoice,
        subscription,
        payment_status: 'paid',
      },
    );
    tx.emit('checkout.session.completed', completed);
    return { status: 'complete', session: completed, redirectUrl: fillSuccessUrl(completed) };
  });
}

type Start = { session: CheckoutSession; customer: Customer; method: PaymentMethod; payment: Succeeded | null };

function startSubscription(work: Work, { session, customer, method, payment }: Start) {
  const { tx } = work;
  const record = tx.get('sandbox.checkout', session.id);
  const { subscription, draft } = createSubscription(tx, {
    customer: customer.id,
    items: record.lineItems.map(({ price, quantity }) => ({ price: tx.get('price', price), quantity })),
    status: 'active',
    fields: {
      default_payment_method: method.id,
      description: record.subscription.description,
      metadata: { ...record.subscription.metadata },
    },
  });
  tx.emit('invoice.created', draft);
  const open = finalizeInvoice(work, draft, payment?.intent);
  if (payment) settleInvoicePayment(tx, markPaid(tx, tx.update('invoice', open.id, { attempt_count: 1 })));
  tx.emit('customer.subscription.created', subscription);
  return { subscription: subscription.id, invoice: draft.id };
}
