import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, CREW, findSoldProductId, FLEET, RUDDER, SOLO, toKey } from '../../support/payments/tideworks.ts';

let test: PaymentApp;

// A new sandbox for each case: its clock only goes forward.
beforeEach(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.close());

/** Moves the sandbox's clock. Ours stays, as it would when the two differ: amounts depend on Stripe's alone. */
const setTime = (iso: string) => test.control.advanceTo(Date.parse(iso) / 1_000);

type Case = [what: string, bought: string, changed: string, plans: [from: string, to: string], dueNow: number | null];

describe('the amount shown before a change is that of the invoice, to the cent', () => {
  it.each<Case>([
    ['in the middle of a month', '2027-01-01T00:00:00Z', '2027-01-10T12:00:00Z', [SOLO, CREW], 1387],
    ['ten days after', '2027-01-01T00:00:00Z', '2027-01-11T00:00:00Z', [CREW, FLEET], 6097],
    ['in February', '2027-02-01T00:00:00Z', '2027-02-10T12:00:00Z', [SOLO, CREW], 1321],
    ['from the 31st, in March', '2027-01-31T09:30:00Z', '2027-03-10T09:30:00Z', [SOLO, CREW], 1355],
    ['when summer time begins here', '2027-09-01T00:00:00Z', '2027-09-26T02:30:00Z', [CREW, FLEET], null],
    ['when summer time ends here', '2027-03-15T11:00:00Z', '2027-04-03T13:59:59Z', [SOLO, FLEET], null],
    ['from 31 January of a leap year', '2028-01-31T09:30:00Z', '2028-02-10T09:30:00Z', [SOLO, CREW], 1311],
    ['on a leap day', '2028-02-01T00:00:00Z', '2028-02-29T12:00:00Z', [SOLO, FLEET], null],
    ['a second after the purchase', '2027-01-01T00:00:00Z', '2027-01-01T00:00:01Z', [SOLO, CREW], 2000],
    // Less than 50 cents is not charged, but added to the next invoice.
    ['in the last hours', '2027-10-01T00:00:00Z', '2027-10-31T20:00:00Z', [SOLO, CREW], 0],
    ['in the last second', '2027-10-01T00:00:00Z', '2027-10-31T23:59:59Z', [SOLO, CREW], 0],
  ])('%s', async (_what, bought, changed, [from, to], dueNow) => {
    await setTime(bought);
    const user = await createSubscriber(test);
    const id = await user.subscribe(from);
    await setTime(changed);
    const { body: offer } = await user.change('change-preview', id, { planName: to });
    if (dueNow !== null) expect(offer.due_now).toBe(dueNow);
    const change = await user.change('change', id, { planName: to, prorationDate: offer.proration_date });
    expect(change).toMatchObject({ status: 200, body: { subscription: { plan_name: to } } });
    const subscription = await test.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice.total).toBe(offer.lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0));
    expect(invoice.amount_paid).toBe(offer.due_now);
    const next = await test.stripe.invoices.createPreview({ subscription: id });
    expect(next.amount_due).toBe(offer.next_payment);
    expect(offer.next_payment_at).toBe(change.body.subscription.current_period_end);
  });
});

it.each([CREW, SOLO])('the next payment after a change to %s keeps the quantity and the discount', async (planName) => {
  const user = await createSubscriber(test);
  const id = await user.subscribe(planName === CREW ? SOLO : CREW);
  const { items } = await test.stripe.subscriptions.retrieve(id);
  const { id: coupon } = await test.control.dashboard.createCoupon({ percent_off: 15, duration: 'forever' });
  await test.stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', quantity: 3 }],
    discounts: [{ coupon }],
    proration_behavior: 'none',
  });
  const { body: offer } = await user.change('change-preview', id, { planName });
  expect(offer.next_payment).toBe(3 * (planName === CREW ? 3000 : 1000) * 0.85);
  await user.change('change', id, { planName, prorationDate: offer.proration_date });
  await test.control.advanceTo(Date.parse(offer.next_payment_at) / 1_000 + 7_200);
  const [invoice] = (await test.stripe.invoices.list({ subscription: id, limit: 1 })).data;
  expect(invoice).toMatchObject({ billing_reason: 'subscription_cycle', amount_due: offer.next_payment });
});

/** A subscription that keeps a price of its own, which the site no longer sells. */
async function keepPrice(id: string, plan: string, unit_amount: number, interval: 'month' | 'year') {
  const { items } = await test.stripe.subscriptions.retrieve(id);
  const params = { product: findSoldProductId(test, plan), currency: 'nzd', unit_amount, recurring: { interval } };
  const kept = await test.control.dashboard.createPrice(params);
  const ids = [{ priceId: kept.id, interval, isCurrent: false }];
  test.deps.payments = createStripePayments({ ...test.settings, priceIds: { [toKey(plan)]: ids } });
  await test.stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: kept.id, quantity: 1 }],
    proration_behavior: 'none',
  });
}

describe('whether a change is an upgrade', () => {
  it('is decided by the plans and not by the prices: from a yearly price it starts at once, and its next payment is that of the new month', async () => {
    await setTime('2027-01-01T00:00:00Z');
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await keepPrice(id, SOLO, 10_000, 'year');
    await setTime('2027-01-11T00:00:00Z');
    const { body: offer } = await user.change('change-preview', id, { planName: CREW });
    expect(offer).toMatchObject({ direction: 'upgrade', next_payment_at: '2027-02-11T00:00:00.000Z' });
    const { body } = await user.change('change', id, { planName: CREW, prorationDate: offer.proration_date });
    expect(body.subscription).toMatchObject({ plan_name: CREW, current_period_end: offer.next_payment_at });
    const next = await test.stripe.invoices.createPreview({ subscription: id });
    expect(offer.next_payment).toBe(next.amount_due);
    expect(body.subscription.next_payment).toEqual({ amount: next.amount_due, currency: 'nzd' });
  });

  it('is decided by the plans also where an earlier price was lower than that of the smaller plan', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    await keepPrice(id, CREW, 900, 'month');
    const { body: offer } = await user.change('change-preview', id, { planName: SOLO });
    expect(offer).toMatchObject({ direction: 'downgrade', due_now: 0, next_payment: 1000 });
  });
});

describe('the next payment on the account', () => {
  it('includes what an upgrade in the last hours left to pay, as the preview said', async () => {
    await setTime('2027-10-01T00:00:00Z');
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await setTime('2027-10-31T20:00:00Z');
    const { body: offer } = await user.change('change-preview', id, { planName: CREW });
    expect(offer.next_payment).toBeGreaterThan(3000);
    const { body } = await user.change('change', id, { planName: CREW, prorationDate: offer.proration_date });
    expect(body.subscription.next_payment).toEqual({ amount: offer.next_payment, currency: 'nzd' });
    await test.control.advanceTo(Date.parse(offer.next_payment_at) / 1_000 + 7_200);
    const [invoice] = (await test.stripe.invoices.list({ subscription: id, limit: 1 })).data;
    expect(invoice).toMatchObject({ amount_paid: offer.next_payment });
    await test.deliver();
    const { body: paid } = await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`);
    expect(paid.subscription.next_payment).toEqual({ amount: 3000, currency: 'nzd' });
  });

  it('uses a credit once: that of the subscription that is paid first', async () => {
    const user = await createSubscriber(test);
    await user.subscribe(RUDDER);
    await test.control.advanceTo(test.control.now() + 86_400);
    const id = await user.subscribe(SOLO);
    const { customer } = await test.stripe.subscriptions.retrieve(id);
    await test.stripe.customers.update(String(customer), { balance: -800 });
    await test.deliver();
    const { body } = await user.call('GET', `/user/${user.id}`);
    const nextPayments = body.subscriptions.map((each: { plan_name: string; next_payment: { amount: number } }) => [
      each.plan_name,
      each.next_payment.amount,
    ]);
    expect(nextPayments).toEqual([
      [SOLO, 800],
      [RUDDER, 0],
    ]);
  });
});

it('a plan of another currency than the subscription’s is refused', async () => {
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  const retrieve = test.payments.getSubscription.bind(test.payments);
  vi.spyOn(test.payments, 'getSubscription').mockImplementation(async (...args) => ({
    ...(await retrieve(...args)),
    currency: 'nok',
  }));
  const { status, body } = await user.change('change-preview', id, { planName: CREW });
  expect(status).toBe(409);
  expect(body.message).toContain('You pay in Norwegian kroner, and Crew is sold in New Zealand dollars.');
});

it('the next payment of a downgrade includes what an upgrade left to pay', async () => {
  await setTime('2027-10-01T00:00:00Z');
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  await setTime('2027-10-31T20:00:00Z');
  const { body: up } = await user.change('change-preview', id, { planName: CREW });
  await user.change('change', id, { planName: CREW, prorationDate: up.proration_date });
  const rest = up.next_payment - 3000;
  expect(rest).toBeGreaterThan(0);
  const { body: down } = await user.change('change-preview', id, { planName: SOLO });
  expect(down).toMatchObject({ due_now: 0, next_payment: 1000 + rest });
});
