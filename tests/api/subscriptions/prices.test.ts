import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { createPaymentApp, type PaymentApp } from '../../support/payments/payment-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { toMonthlyPrices } from '../../support/payments/price-ids.ts';

const DAY_MS = 24 * 60 * 60_000;

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

describe('a price that is no longer sold', () => {
  it('20 renews for those who have it, and they keep their plan', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe('Creator');
    await test.control.dashboard.updatePrice('price_sandbox_creator', { active: false });
    await test.control.advanceTo(test.control.now() + (31 * DAY_MS) / 1_000);
    await test.deliver();
    const { body } = await user.call('GET', `/user/${user.id}/product/4`);
    expect(body.subscription).toMatchObject({
      stripe_subscription_id: id,
      plan_name: 'Creator',
      status: 'active',
      current_period_end: '2027-01-21T00:00:00.000Z',
    });
    const { invoices } = (await user.call('GET', `/user/${user.id}/billing`)).body;
    expect(invoices).toMatchObject([
      { plan_name: 'Creator', total: 1000, status: 'paid' },
      { plan_name: 'Creator', total: 1000, status: 'paid' },
    ]);
  });

  it('20 stays in the settings behind the current one, so that its plan is known', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe('Pro');
    const { product } = await test.stripe.prices.retrieve('price_sandbox_pro');
    const newer = {
      product: String(product),
      unit_amount: 3000,
      currency: 'usd',
      recurring: { interval: 'month' },
    } as const;
    const { id: newPriceId } = await test.control.dashboard.createPrice(newer);
    const priceIds = { ...test.settings.priceIds, Pro: toMonthlyPrices(newPriceId, 'price_sandbox_pro') };
    test.deps.payments = createStripePayments({ ...test.settings, priceIds });
    const { body } = await user.call('GET', '/plans');
    expect(body.find(({ planName }: { planName: string }) => planName === 'Pro').priceId).toBe(newPriceId);
    expect(await user.checkout('Pro', { priceId: 'price_sandbox_pro' })).toMatchObject({ status: 400 });
    expect(await user.change('change', id, { planName: 'Pro' })).toMatchObject({
      status: 409,
      body: { message: 'You’re already on Pro.' },
    });
    expect(await user.change('change', id, { planName: 'Studio' })).toMatchObject({
      status: 200,
      body: { subscription: { plan_name: 'Studio' } },
    });
    test.deps.payments = test.payments;
  });
});
