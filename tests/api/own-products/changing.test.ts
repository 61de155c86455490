import { describe, expect, it } from 'vitest';
import { formatCents } from '#api/domain/money.ts';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';
import { CARD_OK, type Subscriber } from '../../support/payments/subscriber.ts';

const PLANS = [
  { name: 'Solo', price_month: 10, price_year: 100 },
  { name: 'Crew', price_month: 30, price_year: 300, sells_seats: true },
];

async function start(planName: string, interval: 'month' | 'year', quantity = 1) {
  const site = await createOwnSite({ products: [{ name: 'Buoy', plans: PLANS }] });
  const buyer = await site.createBuyer();
  const { key } = await site.findPlan(planName);
  const priceId = site.payments.findPriceId(key, interval);
  const { body } = await buyer.checkout(planName, { priceId, quantity });
  await site.control.pay(body.sessionId, { card: CARD_OK });
  const paid = await buyer.call('GET', `/checkout/${body.sessionId}`);
  await site.deliver();
  return { site, buyer, id: paid.body.subscription.stripe_subscription_id as string };
}
const readOwn = async (buyer: Subscriber) => (await buyer.call('GET', `/user/${buyer.id}`)).body.subscriptions[0];
/** Moves on to an hour after the end of the period. */
async function endPeriod(site: OwnSite, buyer: Subscriber): Promise<void> {
  const end = Date.parse((await readOwn(buyer)).current_period_end);
  await site.control.advanceTo(end / 1000 + 3600);
  await site.deliver();
}
const listPaid = (site: OwnSite) => site.control.list('invoice').map(({ amount_paid }) => amount_paid);

describe('a change from month to year of one plan', () => {
  it('begins at once with a year of its own, for what was previewed', async () => {
    const { site, buyer, id } = await start('Solo', 'month');
    const { body: offer } = await buyer.change('change-preview', id, { planName: 'Solo', interval: 'year' });
    expect(offer).toMatchObject({ when: 'now', interval: 'year', quantity: 1, due_now: 9000, next_payment: 10_000 });
    const { body } = await buyer.change('change', id, {
      planName: 'Solo',
      interval: 'year',
      prorationDate: offer.proration_date,
    });
    expect(body.message).toBe('You’re now on Solo by the year.');
    expect(body.subscription).toMatchObject({ price: { interval: 'year', unit_amount: 10_000 }, pending: null });
    expect(body.subscription.current_period_end).toBe(offer.next_payment_at);
    expect(listPaid(site)).toContain(9000);
  });

  it('can begin with the next period, which then is a year and is paid', async () => {
    const { site, buyer, id } = await start('Solo', 'month');
    const { body } = await buyer.change('change', id, { planName: 'Solo', interval: 'year', when: 'period_end' });
    expect(body.subscription.pending).toMatchObject({ plan_name: 'Solo', interval: 'year', quantity: 1 });
    expect(body.subscription).toMatchObject({ price: { interval: 'month' }, next_payment: { amount: 10_000 } });
    await endPeriod(site, buyer);
    expect(await readOwn(buyer)).toMatchObject({ price: { interval: 'year' }, pending: null });
    expect(listPaid(site)).toContain(10_000);
  });
});

describe('a change from year to month', () => {
  it('begins when the year that was paid is over', async () => {
    const { site, buyer, id } = await start('Solo', 'year');
    const terms = { planName: 'Solo', interval: 'month' };
    const { body: offer } = await buyer.change('change-preview', id, terms);
    expect(offer).toMatchObject({ when: 'period_end', interval: 'month', due_now: 0, next_payment: 1000 });
    expect((await buyer.change('change', id, terms)).body.message).toMatch(
      /^Your plan changes to Solo by the month on \d+ \w+ \d{4}\.$/,
    );
    await endPeriod(site, buyer);
    expect(await readOwn(buyer)).toMatchObject({ price: { interval: 'month', unit_amount: 1000 }, pending: null });
  });
});

describe('another number of seats', () => {
  it('begins at once where it is more, for the rest of the period', async () => {
    const { buyer, id } = await start('Crew', 'month', 2);
    const terms = { planName: 'Crew', quantity: 5 };
    const { body: offer } = await buyer.change('change-preview', id, terms);
    expect(offer).toMatchObject({ when: 'now', quantity: 5, due_now: 9000, next_payment: 15_000 });
    const { body } = await buyer.change('change', id, { ...terms, prorationDate: offer.proration_date });
    expect(body.message).toBe('You’re now on Crew by the month with 5 seats.');
    expect(body.subscription).toMatchObject({ price: { quantity: 5 }, next_payment: { amount: 15_000 } });
  });

  it('has a receipt without a number of seats, since its amount is for those that came on top', async () => {
    const { site, buyer, id } = await start('Crew', 'month', 2);
    await buyer.change('change', id, { planName: 'Crew', quantity: 5 });
    await site.deliver();
    const { rows } = await site.db.client.execute("SELECT data FROM outbox WHERE kind = 'payment-receipt' ORDER BY id");
    const receipts = rows.map((row) => JSON.parse(String(row.data)).rows as { label: string; value: string }[]);
    const quantities = receipts.map((lines) => lines.find(({ label }) => label === 'Seats')?.value);
    expect(quantities).toEqual(['2', undefined]);
  });

  it('begins with the next period where it is less', async () => {
    const { site, buyer, id } = await start('Crew', 'month', 5);
    const { body } = await buyer.change('change', id, { planName: 'Crew', quantity: 2 });
    expect(body.subscription).toMatchObject({
      price: { quantity: 5 },
      pending: { plan_name: 'Crew', interval: 'month', quantity: 2 },
      next_payment: { amount: 6000 },
    });
    await endPeriod(site, buyer);
    expect(await readOwn(buyer)).toMatchObject({ price: { quantity: 2 }, pending: null });
  });

  it('is told in the email with the interval', async () => {
    const { site, buyer, id } = await start('Crew', 'month', 1);
    await buyer.change('change', id, { planName: 'Crew', interval: 'year', quantity: 3 });
    await site.deliver();
    const { next_payment: next } = await readOwn(buyer);
    const payments = expect.stringMatching(
      new RegExp(`^${formatCents(next.amount, next.currency).replace('$', '\\$')} every year from `),
    );
    const { rows } = await site.db.client.execute("SELECT data FROM outbox WHERE kind = 'plan-changed'");
    expect(rows.map((row) => JSON.parse(String(row.data)))).toMatchObject([
      { fromPlan: 'Crew by the month with 1 seat', toPlan: 'Crew by the year with 3 seats', startsOn: null, payments },
    ]);
  });
});

describe('a change that a plan isn’t sold by', () => {
  it('is refused, and so is one that changes nothing', async () => {
    const { buyer, id } = await start('Solo', 'month');
    expect(await buyer.change('change', id, { planName: 'Solo', quantity: 3 })).toMatchObject({ status: 400 });
    expect(await buyer.change('change', id, { planName: 'Solo', interval: 'week' })).toMatchObject({ status: 400 });
    expect(await buyer.change('change', id, { planName: 'Solo', interval: 'month' })).toMatchObject({
      status: 409,
      body: { message: 'You’re already on Solo by the month.' },
    });
  });
});

it('Seats don’t come along to a plan that isn’t sold by the seat: it is paid once', async () => {
  const { buyer, id } = await start('Crew', 'month', 3);
  const { body: offer } = await buyer.change('change-preview', id, { planName: 'Solo' });
  expect(offer).toMatchObject({ when: 'period_end', quantity: 1, next_payment: 1000 });
  const { body } = await buyer.change('change', id, { planName: 'Solo' });
  expect(body.subscription.pending).toMatchObject({ plan_name: 'Solo', quantity: 1 });
});
