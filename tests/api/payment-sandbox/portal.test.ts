import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  cancelFromPortal,
  replaceCardFromPortal,
  resumeFromPortal,
} from '#api/payment-sandbox/billing/portal/portal-actions.ts';
import { Store } from '#api/payment-sandbox/state/store.ts';
import { Transaction } from '#api/payment-sandbox/state/transaction.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, subscribe } from '../../support/payments/subscribe.ts';

const FEATURES: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, cancellation_reason: { enabled: true, options: ['unused', 'other'] } },
};

async function start(features = FEATURES) {
  const { stripe, control, sandbox } = await startTestSandbox();
  const bought = await subscribe({ stripe, control });
  const configuration = await stripe.billingPortal.configurations.create({ features });
  const created = await stripe.billingPortal.sessions.create({
    customer: bought.customer.id,
    configuration: configuration.id,
    return_url: 'http://localhost/back',
  });
  const session = control.get('billing_portal.session', created.id);
  if (!session) throw new Error('the session is stored');
  /** A copy of the sandbox's state to act on, as the portal page does. */
  const store = new Store();
  const kinds = ['customer', 'subscription', 'payment_method', 'sandbox.card', 'billing_portal.configuration'] as const;
  for (const kind of kinds) {
    store.apply(control.list(kind).map((object, index) => ({ kind, id: object.id, seq: index + 1, object })));
  }
  const tx = new Transaction(store, control.now());
  const types = () => tx.events.map(({ type }) => type);
  return { ...bought, stripe, control, sandbox, configuration, created, session, tx, types };
}

describe('a portal session', () => {
  it('has an address and the return address', async () => {
    const { created, sandbox, configuration } = await start();
    expect(created).toMatchObject({ configuration: configuration.id, return_url: 'http://localhost/back', flow: null });
    expect(created.url).toBe(`${sandbox.url}/portal/${created.id}`);
  });

  it('needs a configuration, and the feature of its flow', async () => {
    const { stripe, customer, configuration } = await start({ invoice_history: { enabled: true } });
    await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toMatchObject({
      message: expect.stringContaining('No configuration provided'),
    });
    await expect(
      stripe.billingPortal.sessions.create({
        customer: customer.id,
        configuration: configuration.id,
        flow_data: { type: 'payment_method_update' },
      }),
    ).rejects.toMatchObject({ param: 'flow_data[type]' });
  });

  it('keeps what an update of its configuration does not name', async () => {
    const { stripe, configuration } = await start();
    const updated = await stripe.billingPortal.configurations.update(configuration.id, {
      features: { subscription_cancel: { enabled: false } },
    });
    expect(updated.features).toMatchObject({
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: false, cancellation_reason: { options: ['unused', 'other'] } },
    });
  });
});

describe('in the portal', () => {
  it('a cancellation sets cancel_at and leaves cancel_at_period_end false; it can be taken back', async () => {
    const { tx, types, session, subscription } = await start();
    const details = { feedback: 'unused' as const, comment: null };
    const canceled = cancelFromPortal({ tx, baseUrl: '' }, session, subscription.id, details);
    expect(canceled).toMatchObject({
      status: 'active',
      cancel_at: firstItem(subscription).current_period_end,
      cancel_at_period_end: false,
      cancellation_details: { feedback: 'unused', reason: 'cancellation_requested' },
    });
    expect(resumeFromPortal(tx, session, subscription.id)).toMatchObject({ cancel_at: null, canceled_at: null });
    expect(types()).toEqual(Array(2).fill('customer.subscription.updated'));
  });

  it('a new card becomes the default of customer and subscription', async () => {
    const { tx, types, session, subscription, customer } = await start();
    const work = { tx, baseUrl: '' };
    expect(replaceCardFromPortal(work, session, { card: { number: '4000000000000002' } })).toMatchObject({
      status: 'declined',
    });
    const asked = replaceCardFromPortal(work, session, { card: { number: '4000002500003155' } });
    expect(asked).toMatchObject({ status: 'requires_action' });
    expect(types()).toEqual([]);
    expect(replaceCardFromPortal(work, session, { card: { number: '5555555555554444' } })).toEqual({
      status: 'complete',
    });
    const method = tx.get('customer', customer.id).invoice_settings.default_payment_method as string;
    expect(tx.get('payment_method', method).card?.last4).toBe('4444');
    expect(tx.get('subscription', subscription.id).default_payment_method).toBe(method);
    expect(types()).toEqual([
      'setup_intent.created',
      'setup_intent.succeeded',
      'payment_method.attached',
      'customer.updated',
      'customer.subscription.updated',
    ]);
  });

  it('nothing is offered that the configuration does not allow, or of another customer', async () => {
    const { tx, session, subscription } = await start({ invoice_history: { enabled: true } });
    const work = { tx, baseUrl: '' };
    expect(() => cancelFromPortal(work, session, subscription.id)).toThrow('does not offer');
    expect(() => cancelFromPortal(work, session, 'sub_other')).toThrow('no such running subscription');
  });
});
