import { describe, expect, it } from 'vitest';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import { CARD_OK, type Subscriber } from '../../support/payments/subscriber.ts';

const PLANS = [
  { name: 'Solo', price_month: 10, price_year: 100, trial_days: 14 },
  { name: 'Crew', price_month: 30, price_year: 300, sells_seats: true },
];
const createSite = () => createOwnSite({ products: [{ name: 'Buoy', plans: PLANS }] });

type Price = { interval: string; price: number; priceId: string | null; obstacle: string | null };
async function listPrices(buyer: Subscriber, planName: string): Promise<Price[]> {
  const { body } = await buyer.call('GET', '/plans');
  return body.find((plan: { planName: string }) => plan.planName === planName).prices;
}
async function buy(site: OwnSite, buyer: Subscriber, planName: string, changes: Record<string, unknown> = {}) {
  const { status, body } = await buyer.checkout(planName, changes);
  expect({ status, body }).toMatchObject({ status: 200 });
  await site.control.pay(body.sessionId, { card: CARD_OK });
  const paid = await buyer.call('GET', `/checkout/${body.sessionId}`);
  return paid.body.subscription;
}
const readSession = (site: OwnSite, id: string) => site.control.get('checkout.session', id);

describe('a plan with two prices', () => {
  it('A plan with two prices is listed once with both, and is bought by the interval of the price that was pressed', async () => {
    const site = await createSite();
    const buyer = await site.createBuyer();
    const prices = await listPrices(buyer, 'Crew');
    expect(prices).toMatchObject([
      { interval: 'month', price: 30, obstacle: null },
      { interval: 'year', price: 300, obstacle: null },
    ]);
    const subscription = await buy(site, buyer, 'Crew', { priceId: prices[1]?.priceId });
    expect(subscription.price).toMatchObject({ interval: 'year', unit_amount: 30_000, quantity: 1 });
  });

  it('says before the press that a price can’t be bought: it has none at Stripe, or Stripe charges another', async () => {
    const site = await createSite();
    const buyer = await site.createBuyer();
    const { id } = await site.findPlan('Crew');
    await site.saveDraft('plans', id, { stripe_price_year: '' });
    await site.publish();
    const [month, year] = await listPrices(buyer, 'Crew');
    expect(month?.obstacle).toBeNull();
    expect(year).toMatchObject({ priceId: null, obstacle: expect.stringMatching(/^You can’t buy Crew at the moment/) });
    await site.control.dashboard.updatePrice(month?.priceId ?? '', { active: false });
    expect(await buyer.checkout('Crew', { priceId: month?.priceId })).toMatchObject({ status: 409 });
    expect((await listPrices(buyer, 'Crew'))[0]?.obstacle).toMatch(/^You can’t buy Crew/);
  });
});

describe('seats', () => {
  it('Seats are bought by their number, of plans that are sold by the seat alone', async () => {
    const site = await createSite();
    const buyer = await site.createBuyer();
    expect(await buyer.checkout('Solo', { quantity: 2 })).toMatchObject({
      status: 400,
      body: { message: 'Solo isn’t sold by the seat. Reload the page and choose it again.' },
    });
    expect(await buyer.checkout('Crew', { quantity: 0 })).toMatchObject({ status: 400 });
    const subscription = await buy(site, buyer, 'Crew', { quantity: 3 });
    expect(subscription).toMatchObject({ price: { quantity: 3 }, next_payment: { amount: 9000 } });
  });

  it('Seats of another number open a checkout of their own, and the earlier one can’t be paid any more', async () => {
    const site = await createSite();
    const buyer = await site.createBuyer();
    const [one, same, other] = [
      (await buyer.checkout('Crew', { quantity: 2 })).body.sessionId,
      (await buyer.checkout('Crew', { quantity: 2 })).body.sessionId,
      (await buyer.checkout('Crew', { quantity: 5 })).body.sessionId,
    ];
    expect(same).toBe(one);
    expect(readSession(site, one)).toMatchObject({ status: 'expired' });
    expect(readSession(site, other)).toMatchObject({ amount_total: 15_000 });
  });
});

describe('a trial', () => {
  it('A trial is free at first, and is given once for each person and product', async () => {
    const site = await createSite();
    const buyer = await site.createBuyer();
    const subscription = await buy(site, buyer, 'Solo');
    expect(subscription).toMatchObject({ status: 'trialing', trial_end: expect.any(String) });
    await buyer.change('cancel', subscription.stripe_subscription_id);
    await site.admin.call('POST', `/api/subscriptions/cancel/${subscription.stripe_subscription_id}`, {
      userId: buyer.id,
      when: 'now',
    });
    const { body } = await buyer.checkout('Solo');
    expect(readSession(site, body.sessionId)).toMatchObject({ amount_total: 1000 });
    const newcomer = await site.createBuyer();
    expect(readSession(site, (await newcomer.checkout('Solo')).body.sessionId)).toMatchObject({ amount_total: 0 });
  });
});

describe('the email that a trial ends', () => {
  it('comes once, days before, with the day and the first payment; none comes where nothing will be charged', async () => {
    const site = await createSite();
    const listEmails = async () =>
      (await site.db.client.execute("SELECT to_email, data FROM outbox WHERE kind = 'trial-ending'")).rows;
    const [going, leaving] = [await site.createBuyer(), await site.createBuyer()];
    const subscription = await buy(site, going, 'Solo');
    const coupon = await site.stripe.coupons.create({ percent_off: 40, duration: 'once' });
    await site.stripe.subscriptions.update(subscription.stripe_subscription_id, { discounts: [{ coupon: coupon.id }] });
    const left = await buy(site, leaving, 'Solo');
    await leaving.change('cancel', left.stripe_subscription_id);
    await site.deliver();
    expect(await listEmails()).toEqual([]);
    await site.control.advanceTo(Date.parse(subscription.trial_end) / 1000 - 2 * 86_400);
    await site.deliver();
    const emails = await listEmails();
    expect(emails.map(({ to_email }) => to_email)).toEqual([going.email]);
    expect(JSON.parse(String(emails[0]?.data))).toMatchObject({ productName: 'Buoy', amount: '$6.00' });
    expect(JSON.parse(String(emails[0]?.data)).later).toMatch(/^\$10\.00 every month from \d/);
  });
});

describe('promotion codes', () => {
  it('Promotion codes are asked for on the payment page while there is one that is active', async () => {
    const site = await createSite();
    const readField = async () => {
      const { body } = await (await site.createBuyer()).checkout('Crew');
      return readSession(site, body.sessionId)?.allow_promotion_codes;
    };
    expect(await readField()).toBeNull();
    const code = await site.payments.createPromotionCode(
      {
        code: 'AUTUMN',
        percentOff: 20,
        amountOff: null,
        currency: null,
        duration: 'once',
        durationMonths: null,
        productIds: null,
        maxRedemptions: null,
        expiresAt: null,
      },
      'autumn',
    );
    expect(await readField()).toBe(true);
    await site.payments.deactivatePromotionCode(code.id);
    expect(await readField()).toBeNull();
  });
});
