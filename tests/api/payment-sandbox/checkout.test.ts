import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { startCheckout, subscribe, typesSince } from '../../support/payments/subscribe.ts';

async function start() {
  const { stripe, control } = await startTestSandbox();
  const { customer, session } = await startCheckout({ stripe });
  const read = () => stripe.checkout.sessions.retrieve(session.id);
  const count = () => control.list('subscription').length;
  return { stripe, control, customer, session, read, count, since: typesSince(control) };
}

describe('a checkout session', () => {
  it('makes subscription and paid invoice only when the card is charged, and announces them in Stripe’s order', async () => {
    const { stripe, control, session, since } = await start();
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      subscription: null,
      invoice: null,
      amount_total: 1000,
      expires_at: session.created + 86_400,
    });
    const result = await control.pay(session.id, { card: '4242424242424242' });
    expect(result).toMatchObject({
      status: 'complete',
      redirectUrl: `http://shop.example/success?session_id=${session.id}`,
    });
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments'],
    });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      subscription: {
        status: 'active',
        metadata: { user: 'user_1' },
        items: { data: [{ price: { id: 'price_creator' }, quantity: 1 }] },
        latest_invoice: {
          status: 'paid',
          billing_reason: 'subscription_create',
          amount_due: 1000,
          amount_paid: 1000,
          amount_remaining: 0,
          attempt_count: 1,
          parent: { subscription_details: { metadata: { user: 'user_1' } } },
          lines: { data: [{ description: '1 × Creator (at $10.00 / month)', amount: 1000 }] },
          payments: { data: [{ status: 'paid', is_default: true, payment: { type: 'payment_intent' } }] },
        },
      },
    });
    expect(since()).toEqual([
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
      'invoice.updated',
    ]);
  });

  it('stays open after a decline; another card pays it', async () => {
    const { control, session, read, count, since } = await start();
    expect(await control.pay(session.id, { card: '4000000000009995' })).toMatchObject({
      status: 'declined',
      decline: { code: 'card_declined', declineCode: 'insufficient_funds' },
    });
    expect(since()).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']);
    expect(await read()).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null, invoice: null });
    expect(count()).toBe(0);
    expect(await control.pay(session.id, { card: '4242424242424242' })).toMatchObject({ status: 'complete' });
    expect(since()).not.toContain('payment_intent.created');
    expect(count()).toBe(1);
  });

  it('asks for authentication; a failed one leaves it open', async () => {
    const { control, session, read, count, since } = await start();
    const card = '4000002500003155';
    expect(await control.pay(session.id, { card })).toMatchObject({ status: 'requires_action' });
    expect(since()).toEqual(['payment_intent.created', 'payment_intent.requires_action']);
    expect(await read()).toMatchObject({ status: 'open' });
    expect(await control.pay(session.id, { card, authentication: 'failed' })).toMatchObject({
      status: 'declined',
      decline: { code: 'payment_intent_authentication_failure' },
    });
    expect(count()).toBe(0);
    expect(await control.pay(session.id, { card, authentication: 'passed' })).toMatchObject({ status: 'complete' });
  });

  it('expires after its time', async () => {
    const { stripe, control, session, read, count, since } = await start();
    await control.advanceTo(session.expires_at);
    expect(await read()).toMatchObject({ status: 'expired', url: null });
    expect(since()).toEqual(['checkout.session.expired']);
    expect(count()).toBe(0);
    await expect(control.pay(session.id, { card: '4242424242424242' })).rejects.toMatchObject({ status: 400 });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('charges nothing where a credit of the customer covers the plan', async () => {
    const { stripe, control, customer, session, count } = await start();
    await stripe.customers.update(customer.id, { balance: -1500 });
    expect(await control.pay(session.id, { card: '4000000000000002' })).toMatchObject({ status: 'declined' });
    expect(await control.pay(session.id, { card: '4242424242424242' })).toMatchObject({ status: 'complete' });
    expect(count()).toBe(1);
    expect(control.list('charge')).toEqual([]);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -500 });
  });

  it('refuses an archived price and an unknown customer', async () => {
    const { stripe, control, customer } = await start();
    await control.dashboard.updatePrice('price_studio', { active: false });
    const create = (customerId: string, price: string) =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customerId,
        line_items: [{ price, quantity: 1 }],
        success_url: 'http://localhost/',
      });
    await expect(create(customer.id, 'price_studio')).rejects.toMatchObject({
      message: 'The price specified is inactive. This field only accepts active prices.',
    });
    await expect(create('cus_x', 'price_pro')).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' });
  });
});

it('a deleted customer has no running subscription, and stays known as deleted', async () => {
  const started = await startTestSandbox();
  const { customer, subscription } = await subscribe(started);
  const since = typesSince(started.control);
  const { stripe } = started;
  expect(await stripe.customers.del(customer.id)).toEqual({ id: customer.id, object: 'customer', deleted: true });
  expect(since()).toEqual(['customer.subscription.deleted', 'customer.deleted']);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' });
});
