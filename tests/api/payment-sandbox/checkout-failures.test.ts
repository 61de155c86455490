import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { subscribe, typesSince } from '../../support/payments/subscribe.ts';

async function start(params: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const { stripe, control } = await startTestSandbox();
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_creator', quantity: 1 }],
    success_url: 'http://localhost/{CHECKOUT_SESSION_ID}',
    ...params,
  });
  const read = () => stripe.checkout.sessions.retrieve(session.id);
  const list = () => stripe.subscriptions.list({ customer: customer.id, status: 'all' });
  return { stripe, control, customer, session, read, list, since: typesSince(control) };
}

describe('a session that is not paid', () => {
  it('stays open after a decline; another card pays it', async () => {
    const { control, session, read, list, since } = await start();
    const declined = await control.pay(session.id, { card: '4000000000009995' });
    expect(declined).toMatchObject({
      status: 'declined',
      decline: { code: 'card_declined', declineCode: 'insufficient_funds' },
    });
    expect(since()).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']);
    expect(await read()).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null, invoice: null });
    expect((await list()).data).toEqual([]);
    expect(await control.pay(session.id, { card: '4242424242424242' })).toMatchObject({ status: 'complete' });
    expect(since()).not.toContain('payment_intent.created');
    expect((await list()).data).toHaveLength(1);
  });

  it('asks for authentication; a failed one leaves it open', async () => {
    const { control, session, read, list, since } = await start();
    const asked = await control.pay(session.id, { card: '4000002500003155' });
    expect(asked).toMatchObject({ status: 'requires_action' });
    expect(since()).toEqual(['payment_intent.created', 'payment_intent.requires_action']);
    expect(await read()).toMatchObject({ status: 'open' });
    const failed = await control.pay(session.id, { card: '4000002500003155', authentication: 'failed' });
    expect(failed).toMatchObject({
      status: 'declined',
      decline: { code: 'payment_intent_authentication_failure' },
    });
    expect((await list()).data).toEqual([]);
    const passed = await control.pay(session.id, { card: '4000002500003155', authentication: 'passed' });
    expect(passed).toMatchObject({ status: 'complete' });
  });

  it('expires after its time, or by request', async () => {
    const { stripe, control, session, read, list, since } = await start();
    await control.advanceTo(session.expires_at);
    expect(await read()).toMatchObject({ status: 'expired', url: null });
    expect(since()).toEqual(['checkout.session.expired']);
    expect((await list()).data).toEqual([]);
    await expect(control.pay(session.id, { card: '4242424242424242' })).rejects.toMatchObject({ status: 400 });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
      message:
        'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
    });
  });

  it('is refused with wrong parameters', async () => {
    const { stripe, customer } = await start();
    const good: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      line_items: [{ price: 'price_creator', quantity: 1 }],
      success_url: 'http://localhost/',
    };
    await stripe.prices.update('price_studio', { active: false });
    const wrong: [object, object][] = [
      [{ mode: 'foo' }, { message: 'Invalid mode: must be one of payment, setup, or subscription' }],
      [{ line_items: undefined }, { code: 'parameter_missing', message: 'Missing required param: line_items.' }],
      [{ payment_method_types: ['card'] }, { code: 'parameter_unknown', param: 'payment_method_types' }],
      [{ line_items: [{ price: 'price_x', quantity: 1 }] }, { code: 'resource_missing', statusCode: 400 }],
      [
        { line_items: [{ price: 'price_studio', quantity: 1 }] },
        { message: 'The price specified is inactive. This field only accepts active prices.' },
      ],
      [{ customer: customer.id, customer_email: 'a@example.com' }, { param: 'customer' }],
      [{ customer_update: { address: 'auto' } }, { message: '`customer_update` can only be used with `customer`.' }],
      [
        { payment_intent_data: { description: 'x' } },
        { message: 'You can not pass `payment_intent_data` in `subscription` mode.' },
      ],
      [{ expires_at: 1 }, { param: 'expires_at' }],
    ];
    for (const [params, error] of wrong) {
      await expect(stripe.checkout.sessions.create({ ...good, ...params })).rejects.toMatchObject({
        statusCode: 400,
        ...error,
      });
    }
  });
});

describe('a session without a customer', () => {
  it('makes a new one at each purchase', async () => {
    const { stripe, control, session, read } = await start({ customer: undefined });
    await control.pay(session.id, { card: '4242424242424242', email: 'grace@example.com', name: 'Grace' });
    const done = await read();
    expect(done).toMatchObject({ customer_details: { email: 'grace@example.com', name: 'Grace' } });
    const intent = (await stripe.paymentIntents.list({ customer: done.customer as string })).data;
    expect(intent).toMatchObject([{ status: 'succeeded', amount_received: 1000 }]);
  });
});

describe('a setup session', () => {
  it('saves a card and makes it nobody’s default', async () => {
    const { stripe, control } = await startTestSandbox();
    const { customer } = await subscribe({ stripe, control });
    const setup = await stripe.checkout.sessions.create({
      mode: 'setup',
      customer: customer.id,
      currency: 'usd',
      success_url: 'http://localhost/',
    });
    const since = typesSince(control);
    await control.pay(setup.id, { card: '5555555555554444' });
    expect(since()).toEqual([
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
      'checkout.session.completed',
    ]);
    const done = await stripe.checkout.sessions.retrieve(setup.id, { expand: ['setup_intent.payment_method'] });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      setup_intent: { status: 'succeeded', payment_method: { card: { last4: '4444' } } },
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
  });
});
