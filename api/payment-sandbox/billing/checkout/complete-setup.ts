import { AUTHENTICATION_FAILURE, checkSetup, markSetUp } from '../../payments/charge-card.ts';
import { attachPaymentMethod } from '../../payments/payment-methods.ts';
import type { Decline } from '../../payments/test-cards.ts';
import { buildSetupIntent } from '../objects/payment.ts';
import type { Work } from '../work.ts';
import { closeSession, createPayer, fillSuccessUrl, type PageResult, type PageStep } from './page-step.ts';

/** Saves a card. As at Stripe, it becomes nobody's default: the application does that. */
export function completeSetup({ tx }: Work, { session, payer, method, authentication }: PageStep): PageResult {
  const outcome: ReturnType<typeof checkSetup> =
    authentication === 'failed' ? AUTHENTICATION_FAILURE : checkSetup(tx, method.id);
  if (typeof outcome === 'object') return { status: 'declined', session, decline: outcome satisfies Decline };
  if (outcome === 'requires_action' && authentication !== 'passed') {
    return { status: 'requires_action', session, paymentMethod: method.id };
  }
  if (authentication === 'passed') markSetUp(tx, method.id);
  const customer = createPayer(tx, payer);
  const intent = tx.put(
    'setup_intent',
    buildSetupIntent({ id: tx.createId('setup_intent'), created: tx.now(), customer: customer.id }),
  );
  tx.emit('setup_intent.created', intent);
  tx.emit('payment_method.attached', attachPaymentMethod(tx, method.id, customer.id));
  const succeeded = tx.update('setup_intent', intent.id, { payment_method: method.id, status: 'succeeded' });
  tx.emit('setup_intent.succeeded', succeeded);
  const completed = closeSession(
    tx,
    session,
    { customer, email: payer.email, name: payer.name },
    {
      payment_status: 'no_payment_required',
      setup_intent: succeeded.id,
    },
  );
  tx.emit('checkout.session.completed', completed);
  return { status: 'complete', session: completed, redirectUrl: fillSuccessUrl(completed) };
}
