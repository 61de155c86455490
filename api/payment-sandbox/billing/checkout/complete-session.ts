import { refuse } from '../../http/errors.ts';
import { chargeCard, checkSetup, type Payment } from '../../payments/charge-card.ts';
import { attachPaymentMethod, type CardInput, createPaymentMethod } from '../../payments/payment-methods.ts';
import type { Decline } from '../../payments/test-cards.ts';
import type { Transaction } from '../../state/transaction.ts';
import { finalizeInvoice, markPaid } from '../invoices/finalize-invoice.ts';
import { emitPayment, settleInvoicePayment } from '../invoices/pay-invoice.ts';
import type { CheckoutSession, Customer, PaymentMethod } from '../objects/stored.ts';
import { createSubscription } from '../subscriptions/create-subscription.ts';
import type { Work } from '../work.ts';
import { createPayer } from './create-payer.ts';
import { completeSetup } from './complete-setup.ts';

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

/** What the payer sends on the page. `paymentMethod`: the card that was entered, once the bank's challenge page has been there. */
export type PagePayment = { card: CardInput } | { paymentMethod: string; authentication: 'passed' | 'failed' };

export type PageResult =
  | { status: 'complete'; session: CheckoutSession; redirectUrl: string }
  | { status: 'declined'; session: CheckoutSession; decline: Decline }
  | { status: 'requires_action'; session: CheckoutSession; paymentMethod: string };

/** Pays on the hosted page. @throws StripeError when the session is not open any more. */
export function payOnPage(work: Work, sessionId: string, page: PagePayment): PageResult {
  const { tx } = work;
  const session = tx.get('checkout.session', sessionId);
  if (session.status !== 'open') throw refuse('This Checkout Session is no longer open.');
  const customer = tx.find('customer', session.customer);
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

export type Payer = { customer: Customer | null; email: string | null; name: string | null };
export type PageStep = {
  session: CheckoutSession;
  payer: Payer;
  method: PaymentMethod;
  authentication: 'passed' | 'failed' | undefined;
};

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

type ClosingPayer = { customer: Customer; email: string | null; name: string | null };

export function closeSession(
  tx: Transaction,
  session: CheckoutSession,
  { customer, email, name }: ClosingPayer,
  fields: Partial<CheckoutSession>,
): CheckoutSession {
  return tx.update('checkout.session', session.id, {
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: email ?? customer.email,
      individual_name: null,
      name: name ?? customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    status: 'complete',
    url: null,
    ...fields,
  });
}

/** Where the browser goes: the session's id stands for the placeholder. */
export const fillSuccessUrl = ({ success_url, id }: CheckoutSession): string =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);
