import { computeCharge } from '#api/domain/currencies.ts';
import { refuse, requireObject } from '../../http/errors.ts';
import type { Kinds } from '../../objects/kinds.ts';
import type { CheckoutSession } from '../../objects/pages.ts';
import { buildPaymentIntent } from '../../objects/payment.ts';
import { chargeCard, checkSetup, type Payment } from '../../cards/charge-card.ts';
import { attachPaymentMethod, type CardInput, createPaymentMethod } from '../../cards/payment-methods.ts';
import type { Decline } from '../../cards/test-cards.ts';
import type { Transaction } from '../../state/transaction.ts';
import { readBalance, setCurrency } from '../customer-currency.ts';
import { finalizeInvoice, markPaid, type Work } from '../invoices/finalize-invoice.ts';
import { emitPayment } from '../invoices/pay-invoice.ts';
import { createSubscription } from '../subscriptions/create-subscription.ts';
import { announceDueEnd, toTrialEnd } from '../subscriptions/trials.ts';

/** What the payer sends on the page. `paymentMethod`: the card that was entered, once the bank's challenge page has been there. */
export type PagePayment =
  | { card: CardInput }
  | { paymentMethod: string; authentication: 'passed' | 'failed' }
  /** Nothing is due today, and the session asks for no card then. */
  | { card: null };

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
  if (session.automatic_tax.status === 'requires_location_inputs') throw refuse('Enter your billing address.');
  const balance = readBalance(customer, session.currency);
  const due = computeCharge((session.amount_total ?? 0) + balance, session.currency);
  if ('card' in page && page.card === null) {
    if (!asksNoCard(session)) throw refuse('This Checkout Session needs a payment method.');
    return complete(work, session, { paymentMethod: null, payment: null, isNewIntent: false });
  }
  const paymentMethod = 'card' in page ? createPaymentMethod(tx, page.card).id : page.paymentMethod;
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

/** Whether the page can be left without a card: nothing is due, and the session says that it needs none then. */
export const asksNoCard = (session: CheckoutSession): boolean =>
  session.payment_method_collection === 'if_required' && session.amount_total === 0;

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
type Paid = {
  paymentMethod: string | null;
  payment: Extract<Payment, { status: 'succeeded' }> | null;
  isNewIntent: boolean;
};

function complete(work: Work, session: CheckoutSession, { paymentMethod, payment, isNewIntent }: Paid): PageResult {
  const { tx } = work;
  const { customer, currency } = session;
  return tx.emitInOrder(EVENT_ORDER, () => {
    const { price, quantity, metadata, ...record } = tx.get('sandbox.checkout', session.id);
    if (payment && isNewIntent) tx.emit('payment_intent.created', payment.intent);
    if (paymentMethod) tx.emit('payment_method.attached', attachPaymentMethod(tx, paymentMethod, customer));
    setCurrency(tx, customer, currency);
    if (payment) emitPayment(work, payment);
    const { discount, missingMethod, trialDays, isTaxed = false, taxRates = [], defaultTaxRates = [] } = record;
    const { subscription, draft } = createSubscription(tx, {
      customer,
      price: tx.get('price', price),
      quantity,
      paymentMethod,
      metadata,
      discounts: toDiscounts(discount),
      taxation: { isAutomatic: isTaxed, rates: taxRates },
      defaultRates: defaultTaxRates,
      trialEnd: trialDays ? toTrialEnd(tx.now(), trialDays) : null,
      missingMethod,
    });
    tx.emit('invoice.created', draft);
    const open = finalizeInvoice(work, draft, payment?.intent);
    if (payment) markPaid(tx, tx.update('invoice', open.id, { attempt_count: 1 }));
    tx.emit('customer.subscription.created', subscription);
    announceDueEnd(tx, subscription);
    const payer = tx.get('customer', customer);
    const completed = tx.update('checkout.session', session.id, {
      customer_details: {
        address: payer.address,
        email: payer.email,
        name: payer.name ?? null,
        tax_exempt: payer.tax_exempt,
        tax_ids: draft.customer_tax_ids,
      },
      invoice: draft.id,
      payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
      status: 'complete',
      subscription: subscription.id,
      url: null,
    });
    tx.emit('checkout.session.completed', completed);
    return { status: 'complete', session: completed, redirectUrl: fillSuccessUrl(completed) };
  });
}

function toDiscounts(discount: Kinds['sandbox.checkout']['discount']) {
  if (!discount) return [];
  return [discount.promotionCode ? { promotion_code: discount.promotionCode } : { coupon: discount.coupon }];
}

/** Where the browser goes: the session's id stands for the placeholder. */
export const fillSuccessUrl = ({ success_url, id }: CheckoutSession): string =>
  success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
