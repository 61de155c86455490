import { expect, it } from 'vitest';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import { CARD_OK } from '../../support/payments/subscriber.ts';

const PLANS = [
  { name: 'Solo', price_month: 10, price_year: 100, trial_days: 14 },
  { name: 'Crew', price_month: 30, price_year: 300, trial_days: 14, sells_seats: true },
];
const HOUR = 3600;

type Change = { planName: string; interval?: 'month' | 'year'; quantity?: number; when?: 'now' | 'period_end' };

async function startTrial(planName: string, quantity = 1) {
  const site = await createOwnSite({ products: [{ name: 'Buoy', plans: PLANS }] });
  const buyer = await site.createBuyer();
  const { body } = await buyer.checkout(planName, { quantity });
  await site.control.pay(body.sessionId, { card: CARD_OK });
  const { body: paid } = await buyer.call('GET', `/checkout/${body.sessionId}`);
  await site.deliver();
  const read = async () => (await buyer.call('GET', `/user/${buyer.id}`)).body.subscriptions[0];
  return {
    site,
    buyer,
    trialEnd: String(paid.subscription.trial_end),
    id: paid.subscription.stripe_subscription_id,
    read,
  };
}

/** Amounts that were paid, the newest first; without those of 0. */
const listPaid = async ({ stripe }: OwnSite, subscription: string) =>
  (await stripe.invoices.list({ subscription })).data.map((invoice) => invoice.amount_paid).filter((paid) => paid > 0);

type Row = [what: string, from: [planName: string, quantity?: number], change: Change, terms: object, amount: number];

const CHANGES: Row[] = [
  ['another plan now', ['Solo'], { planName: 'Crew' }, { plan: 'Crew', interval: 'month', quantity: 1 }, 3_000],
  [
    'the year now',
    ['Solo'],
    { planName: 'Solo', interval: 'year' },
    { plan: 'Solo', interval: 'year', quantity: 1 },
    10_000,
  ],
  [
    'more seats now',
    ['Crew'],
    { planName: 'Crew', quantity: 3 },
    { plan: 'Crew', interval: 'month', quantity: 3 },
    9_000,
  ],
  [
    'a smaller plan at the end',
    ['Crew'],
    { planName: 'Solo' },
    { plan: 'Solo', interval: 'month', quantity: 1 },
    1_000,
  ],
  [
    'the year at the end',
    ['Solo'],
    { planName: 'Solo', interval: 'year', when: 'period_end' },
    { plan: 'Solo', interval: 'year', quantity: 1 },
    10_000,
  ],
  [
    'fewer seats at the end',
    ['Crew', 3],
    { planName: 'Crew', quantity: 1 },
    { plan: 'Crew', interval: 'month', quantity: 1 },
    3_000,
  ],
];

it.each(CHANGES)(
  'A change during a trial charges nothing, leaves the trial as long as it was, and its end charges what the preview said: %s',
  async (_, [planName, quantity], change, terms, amount) => {
    const { site, buyer, id, trialEnd, read } = await startTrial(planName, quantity);
    const { body: offer, status } = await buyer.change('change-preview', id, change);
    expect({ status, offer }).toMatchObject({
      status: 200,
      offer: { due_now: 0, next_payment: amount, next_payment_at: trialEnd },
    });
    const changed = await buyer.change('change', id, { ...change, prorationDate: offer.proration_date });
    expect(changed).toMatchObject({ status: 200, body: { subscription: { status: 'trialing', trial_end: trialEnd } } });
    expect(await read()).toMatchObject({ current_period_end: trialEnd });
    expect(await listPaid(site, id)).toEqual([]);
    await site.control.advanceTo(Date.parse(trialEnd) / 1000 + 2 * HOUR);
    await site.deliver();
    expect(await listPaid(site, id)).toEqual([amount]);
    const { plan_name: plan, price, status: after, pending, current_period_end: end } = await read();
    expect({ plan, interval: price.interval, quantity: price.quantity, after, pending }).toEqual({
      ...terms,
      after: 'active',
      pending: null,
    });
    const days = (Date.parse(end) - Date.parse(trialEnd)) / 86_400_000;
    expect(Math.round(days)).toBe(price.interval === 'year' ? 365 : 31);
  },
);

it('A scheduled change during a trial is taken back, and the trial ends with the plan that it began with', async () => {
  const { site, buyer, id, trialEnd } = await startTrial('Crew');
  await buyer.change('change', id, { planName: 'Solo' });
  expect((await buyer.change('cancel-change', id)).status).toBe(200);
  await site.control.advanceTo(Date.parse(trialEnd) / 1000 + 2 * HOUR);
  expect(await listPaid(site, id)).toEqual([3_000]);
});

it('A change to the year during a trial leaves a coupon of one payment for the first payment after the trial', async () => {
  const { site, buyer, id, trialEnd } = await startTrial('Solo');
  const coupon = await site.stripe.coupons.create({ amount_off: 300, currency: 'nzd', duration: 'once' });
  await site.stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
  await site.deliver();
  const change: Change = { planName: 'Solo', interval: 'year', when: 'now' };
  const { body: offer } = await buyer.change('change-preview', id, change);
  expect(offer).toMatchObject({ due_now: 0, next_payment: 9_700, next_payment_at: trialEnd });
  await buyer.change('change', id, { ...change, prorationDate: offer.proration_date });
  await site.control.advanceTo(Date.parse(trialEnd) / 1000 + 2 * HOUR);
  expect(await listPaid(site, id)).toEqual([9_700]);
});
