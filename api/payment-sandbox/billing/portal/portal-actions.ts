import { refuse } from '../../http/errors.ts';
import { AUTHENTICATION_FAILURE, checkSetup, markSetUp } from '../../payments/charge-card.ts';
import { attachPaymentMethod, createPaymentMethod } from '../../payments/payment-methods.ts';
import type { Decline } from '../../payments/test-cards.ts';
import { updateCustomer } from '../../resources/customers.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { PagePayment } from '../checkout/page-step.ts';
import { buildSetupIntent } from '../objects/payment.ts';
import type { PortalSession, Subscription } from '../objects/stored.ts';
import { type CancelFlags, endOfPeriod, resolveCancelFlags } from '../subscriptions/cancel-flags.ts';
import { cancelNow } from '../subscriptions/cancel-now.ts';
import type { Work } from '../work.ts';

type Details = CancelFlags['cancellation_details'];

/** The cancel button. At the end of the period the portal sets `cancel_at` and leaves `cancel_at_period_end` false. */
export function cancelFromPortal(
  work: Work,
  session: PortalSession,
  subscriptionId: string,
  details?: Details,
): Subscription {
  const { tx } = work;
  const subscription = requireOwn(tx, session, subscriptionId);
  const { subscription_cancel: feature } = tx.get('billing_portal.configuration', session.configuration).features;
  if (!feature.enabled) throw refuse('This portal does not offer to cancel.');
  if (feature.mode === 'immediately') {
    const isProrated = feature.proration_behavior !== 'none';
    return cancelNow(work, subscription, {
      details,
      isProrated,
      isInvoiced: feature.proration_behavior === 'always_invoice',
    });
  }
  return change(tx, subscription, { cancel_at: endOfPeriod(subscription), cancellation_details: details });
}

/** The "don't cancel" button. */
export const resumeFromPortal = (tx: Transaction, session: PortalSession, subscriptionId: string): Subscription =>
  change(tx, requireOwn(tx, session, subscriptionId), { cancel_at: null });

function change(tx: Transaction, before: Subscription, flags: CancelFlags): Subscription {
  const after = tx.update('subscription', before.id, resolveCancelFlags(tx, before, flags));
  tx.emit('customer.subscription.updated', after, before);
  return after;
}

function requireOwn(tx: Transaction, session: PortalSession, id: string): Subscription {
  const subscription = tx.find('subscription', id);
  if (subscription?.customer !== session.customer || subscription.status === 'canceled') {
    throw refuse('There is no such running subscription.');
  }
  return subscription;
}

export type CardChange =
  | { status: 'complete' }
  | { status: 'declined'; decline: Decline }
  | { status: 'requires_action'; paymentMethod: string };

/** A new card becomes the default of the customer and of every running subscription. */
export function replaceCardFromPortal({ tx }: Work, session: PortalSession, page: PagePayment): CardChange {
  const customer = tx.get('customer', session.customer);
  const clock = customer.test_clock ?? null;
  const method =
    'card' in page ? createPaymentMethod(tx, page.card, clock) : tx.get('payment_method', page.paymentMethod);
  const authentication = 'authentication' in page ? page.authentication : undefined;
  const outcome = authentication === 'failed' ? AUTHENTICATION_FAILURE : checkSetup(tx, method.id);
  if (typeof outcome === 'object') return { status: 'declined', decline: outcome };
  if (outcome === 'requires_action' && authentication !== 'passed') {
    return { status: 'requires_action', paymentMethod: method.id };
  }
  if (authentication === 'passed') markSetUp(tx, method.id);
  const intent = buildSetupIntent({
    id: tx.createId('setup_intent'),
    created: tx.now(clock),
    customer: customer.id,
    payment_method: method.id,
  });
  tx.emit('setup_intent.created', intent);
  tx.emit('setup_intent.succeeded', tx.put('setup_intent', { ...intent, status: 'succeeded' }));
  tx.emit('payment_method.attached', attachPaymentMethod(tx, method.id, customer.id));
  const settings = { ...customer.invoice_settings, default_payment_method: method.id };
  updateCustomer(tx, customer.id, { invoice_settings: settings });
  const isRunning = ({ status }: Subscription) => status !== 'canceled' && status !== 'incomplete_expired';
  for (const before of tx.list('subscription', (each) => each.customer === customer.id && isRunning(each))) {
    const after = tx.update('subscription', before.id, { default_payment_method: method.id });
    tx.emit('customer.subscription.updated', after, before);
  }
  return { status: 'complete' };
}
