import { z } from 'zod';
import { computeCharge } from '#api/domain/currencies.ts';
import { refuse, requireObject } from '../http/errors.ts';
import { boolean, integer, metadata, text, url } from '../http/params.ts';
import { type Call, retrieveRoute, type Route, route } from '../http/route.ts';
import { buildCheckoutSession, type CheckoutSession } from '../objects/pages.ts';
import { buildPaymentIntent } from '../objects/payment.ts';
import { chargeCard, checkSetup, type Payment } from '../cards/charge-card.ts';
import { attachPaymentMethod, type CardInput, createPaymentMethod } from '../cards/payment-methods.ts';
import type { Decline } from '../cards/test-cards.ts';
import type { Transaction } from '../state/transaction.ts';
import { updateCustomer } from './customers.ts';
import { finalizeInvoice, markPaid, type Work } from './invoices/finalize-invoice.ts';
import { emitPayment } from './invoices/pay-invoice.ts';
import { checkoutUrl } from './page-urls.ts';
import { requireActivePrice } from './subscriptions/change-items.ts';
import { createSubscription } from './subscriptions/create-subscription.ts';

const LIFE_SECONDS = 24 * 3600;

const createParams = z.strictObject({
  mode: z.enum(['subscription']),
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  cancel_url: url().optional(),
  client_reference_id: text(200).optional(),
  customer: text(),
  customer_update: z.strictObject({ address: z.enum(['auto']), name: z.enum(['auto']) }).optional(),
  line_items: z.array(z.strictObject({ price: text(), quantity: integer() })).length(1),
  metadata: metadata().optional(),
  subscription_data: z
    .strictObject({
      billing_mode: z.strictObject({ type: z.enum(['flexible']) }).optional(),
      metadata: metadata().optional(),
    })
    .optional(),
  success_url: url(),
  tax_id_collection: z.strictObject({ enabled: boolean() }).optional(),
});

function createSession({ tx, params, baseUrl }: Call<z.output<typeof createParams>>): CheckoutSession {
  const customer = requireObject(tx, 'customer', params.customer, 'customer');
  if ((params.automatic_tax?.enabled || params.tax_id_collection?.enabled) && params.customer_update === undefined) {
    throw refuse('Set `customer_update[address]` and `customer_update[name]` to `auto` to collect tax of a customer.', {
      param: 'customer_update',
    });
  }
  const [line] = params.line_items;
  const price = requireActivePrice(tx, line?.price ?? '', 'line_items[0][price]');
  const quantity = line?.quantity ?? 1;
  const id = tx.createId('checkout.session');
  tx.put('sandbox.checkout', {
    id,
    intent: null,
    price: price.id,
    quantity,
    metadata: { ...params.subscription_data?.metadata },
  });
  return tx.put(
    'checkout.session',
    buildCheckoutSession({
      id,
      amount_total: (price.unit_amount ?? 0) * quantity,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      created: tx.now(),
      currency: price.currency,
      customer: customer.id,
      expires_at: tx.now() + LIFE_SECONDS,
      metadata: { ...params.metadata },
      success_url: params.success_url,
      url: checkoutUrl(baseUrl, id),
    }),
  );
}

/** Expires an open session. It has created nothing that would have to be undone. */
export function expireSession(tx: Transaction, session: CheckoutSession): CheckoutSession {
  const expired = tx.update('checkout.session', session.id, { status: 'expired', url: null });
  tx.emit('checkout.session.expired', expired);
  return expired;
}

export const checkoutRoutes: readonly Route[] = [
  route({ method: 'POST', path: '/v1/checkout/sessions', params: createParams, handle: createSession }),
  retrieveRoute('/v1/checkout/sessions/:id', 'checkout.session'),
  route({
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    params: z.strictObject({}),
    handle: ({ tx, id }) => {
      const session = requireObject(tx, 'checkout.session', id);
      if (session.status === 'open') return expireSession(tx, session);
      throw refuse(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    },
  }),
];

/** What the payer sends on the page. `paymentMethod`: the card that was entered, once the bank's challenge page has been there. */
export type PagePayment = { card: CardInput } | { paymentMethod: string; authentication: 'passed' | 'failed' };

export type PageResult =
  | { status: 'complete'; session: CheckoutSession; redirectUrl: string }
  | { status: 'declined'; session: CheckoutSession; decline: Decline }
  | { status: 'requires_action'; session: CheckoutSession; paymentMethod: string };

/** As they arrive at the endpoint of a real account: payments before their creation, the session before its subscription. */
const EVENT_ORDER = [
  'charge.succeeded',
  'payment_method.attached',
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
  const customer = requireObject(tx, 'customer', session.customer, 'customer');
  const paymentMethod = 'card' in page ? createPaymentMethod(tx, page.card).id : page.paymentMethod;
  const due = computeCharge((session.amount_total ?? 0) + customer.balance, session.currency ?? '');
  if (due === 0) {
    const setup = checkSetup(tx, paymentMethod);
    if (typeof setup === 'object') return { status: 'declined', session, decline: setup };
    return complete(work, session, { paymentMethod, payment: null, isNewIntent: false });
  }
  const begun = tx.find('payment_intent', tx.get('sandbox.checkout', session.id).intent);
  const intent = begun ?? putIntent(tx, session, due);
  const authentication = 'authentication' in page ? page.authentication : undefined;
  const payment = chargeCard(tx, { intent, paymentMethod, isOffSession: false, authentication });
  if (payment.status === 'succeeded') return complete(work, session, { paymentMethod, payment, isNewIntent: !begun });
  tx.update('sandbox.checkout', session.id, { intent: intent.id });
  if (!begun) tx.emit('payment_intent.created', payment.intent);
  emitPayment(work, payment);
  return payment.status === 'requires_action'
    ? { status: 'requires_action', session, paymentMethod }
    : { status: 'declined', session, decline: payment.decline };
}

const putIntent = (tx: Transaction, { currency, customer }: CheckoutSession, amount: number) =>
  tx.put(
    'payment_intent',
    buildPaymentIntent({
      id: tx.createId('payment_intent'),
      amount,
      created: tx.now(),
      currency,
      customer,
      description: 'Subscription creation',
    }),
  );

/** `payment`: null where a credit covers all. */
type Paid = { paymentMethod: string; payment: Extract<Payment, { status: 'succeeded' }> | null; isNewIntent: boolean };

function complete(work: Work, session: CheckoutSession, { paymentMethod, payment, isNewIntent }: Paid): PageResult {
  const { tx } = work;
  const { customer, currency } = session;
  return tx.emitInOrder(EVENT_ORDER, () => {
    const { price, quantity, metadata } = tx.get('sandbox.checkout', session.id);
    if (payment && isNewIntent) tx.emit('payment_intent.created', payment.intent);
    tx.emit('payment_method.attached', attachPaymentMethod(tx, paymentMethod, customer));
    updateCustomer(tx, customer, { currency });
    if (payment) emitPayment(work, payment);
    const bought = { customer, price: tx.get('price', price), quantity, paymentMethod, metadata };
    const { subscription, draft } = createSubscription(tx, bought);
    tx.emit('invoice.created', draft);
    const open = finalizeInvoice(work, draft, payment?.intent);
    if (payment) markPaid(tx, tx.update('invoice', open.id, { attempt_count: 1 }));
    tx.emit('customer.subscription.created', subscription);
    const completed = tx.update('checkout.session', session.id, {
      invoice: draft.id,
      payment_status: 'paid',
      status: 'complete',
      subscription: subscription.id,
      url: null,
    });
    tx.emit('checkout.session.completed', completed);
    return { status: 'complete', session: completed, redirectUrl: fillSuccessUrl(completed) };
  });
}

/** Where the browser goes: the session's id stands for the placeholder. */
export const fillSuccessUrl = ({ success_url, id }: CheckoutSession): string =>
  success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
