import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSandboxClient, startTestSandbox } from '../../support/payments/sandbox.ts';
import { startWebhookReceiver, verifyWebhook } from '../../support/payments/webhook-receiver.ts';

describe('the catalogue', () => {
  it('has the products and prices of the start, with decimals as the SDK expects them', async () => {
    const { stripe } = await startTestSandbox();
    const price = await stripe.prices.retrieve('price_creator', { expand: ['product'] });
    expect(price).toMatchObject({
      unit_amount: 1000,
      currency: 'usd',
      recurring: { interval: 'month' },
      product: { name: 'Creator' },
    });
    expect(String(price.unit_amount_decimal)).toBe('1000');
    expect((await stripe.prices.list({ product: 'prod_pro' })).data.map(({ id }) => id)).toEqual(['price_pro']);
  });
});

describe('customers', () => {
  it('are created, changed, listed newest first and announced by signed webhooks', async () => {
    const receiver = await startWebhookReceiver();
    const { stripe, control } = await startTestSandbox({ webhook: receiver });
    const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { user: 'u1', team: 't1' } });
    await stripe.customers.create({ email: 'grace@example.com' });
    const changed = await stripe.customers.update(customer.id, { name: 'Ada', metadata: { team: '' } });
    expect(changed).toMatchObject({ name: 'Ada', metadata: { user: 'u1' } });
    expect((await stripe.customers.list()).data.map(({ email }) => email)).toEqual([
      'grace@example.com',
      'ada@example.com',
    ]);
    await control.whenDelivered();
    expect(receiver.types().filter((type) => type.startsWith('customer'))).toEqual([
      'customer.created',
      'customer.created',
      'customer.updated',
    ]);
    const last = verifyWebhook(receiver.get(-1));
    expect(last.data.previous_attributes).toEqual({ name: null, metadata: { team: 't1' } });
    expect(last.request?.id).toBe(changed.lastResponse.requestId);
  });

  it('keep a balance that someone changes by hand, with a transaction', async () => {
    const { stripe } = await startTestSandbox();
    const { id } = await stripe.customers.create({ email: 'ada@example.com' });
    expect(await stripe.customers.update(id, { balance: -500 })).toMatchObject({ balance: -500 });
    const { data } = await stripe.customers.listBalanceTransactions(id);
    expect(data).toMatchObject([{ amount: -500, ending_balance: -500, type: 'adjustment' }]);
  });

  it('are refused with Stripe’s errors', async () => {
    const { stripe, sandbox } = await startTestSandbox();
    const unknown = { foo: 'bar' } as Stripe.CustomerCreateParams;
    await expect(stripe.customers.create(unknown)).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'foo',
    });
    await expect(stripe.customers.retrieve('cus_x')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_x'",
    });
    const stranger = createSandboxClient(sandbox.url, { key: 'sk_test_other' });
    await expect(stranger.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });
});
