import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { OwnSite } from '../../support/payments/own-site.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { sellAtPrices, toMonthlyPrices } from '../../support/payments/price-ids.ts';
import { BUOY_ID, CREW, findPriceId, findSoldProductId, FLEET, SOLO, toKey } from '../../support/payments/tideworks.ts';

const DAY_MS = 24 * 60 * 60_000;

let test: OwnSite;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

describe('a price that is no longer sold', () => {
  it('20 renews for those who have it, and they keep their plan', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await test.control.dashboard.updatePrice(findPriceId(test, SOLO), { active: false });
    await test.control.advanceTo(test.control.now() + (31 * DAY_MS) / 1_000);
    await test.deliver();
    const { body } = await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`);
    expect(body.subscription).toMatchObject({
      stripe_subscription_id: id,
      plan_name: SOLO,
      status: 'active',
      current_period_end: '2027-01-21T00:00:00.000Z',
    });
    const { invoices } = (await user.call('GET', `/user/${user.id}/billing`)).body;
    expect(invoices).toMatchObject([
      { plan_name: SOLO, total: 1000, status: 'paid' },
      { plan_name: SOLO, total: 1000, status: 'paid' },
    ]);
  });

  it('20 stays behind the current one, so that its plan is known', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    const newer = {
      product: findSoldProductId(test, CREW),
      unit_amount: 3000,
      currency: 'nzd',
      recurring: { interval: 'month' },
    } as const;
    const { id: newPriceId } = await test.control.dashboard.createPrice(newer);
    const earlier = findPriceId(test, CREW);
    onTestFinished(sellAtPrices(test, { [toKey(CREW)]: toMonthlyPrices(newPriceId, earlier) }));
    const { body } = await user.call('GET', '/plans');
    expect(body.find(({ planName }: { planName: string }) => planName === CREW).priceId).toBe(newPriceId);
    expect(await user.checkout(CREW, { priceId: earlier })).toMatchObject({ status: 400 });
    expect(await user.change('change', id, { planName: CREW })).toMatchObject({
      status: 409,
      body: { message: 'You’re already on Crew.' },
    });
    expect(await user.change('change', id, { planName: FLEET })).toMatchObject({
      status: 200,
      body: { subscription: { plan_name: FLEET } },
    });
  });
});
