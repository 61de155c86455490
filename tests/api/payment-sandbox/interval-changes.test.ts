import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { toMonthlyPrices } from '../../support/payments/price-ids.ts';
import { SANDBOX_KEY } from '../../support/payments/catalogue.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { changeTo, firstItem, startAt, subscribe } from '../../support/payments/subscribe.ts';

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000;
const NOW = { type: 'now' } as const;

type Started = Awaited<ReturnType<typeof startAt>>;

/** Anchor and period of the item, Unix seconds. */
async function readPeriod({ stripe, subscription }: Started) {
  const current = await stripe.subscriptions.retrieve(subscription.id);
  const { current_period_start: start, current_period_end: end, price } = firstItem(current);
  return { anchor: current.billing_cycle_anchor, start, end, price: price.id };
}

async function listAmounts({ stripe, subscription }: Started) {
  const { data } = await stripe.invoices.list({ subscription: subscription.id });
  return data.map(({ lines, amount_paid: paid }) => ({ lines: lines.data.map(({ amount }) => amount), paid }));
}

async function schedule(started: Started, price: string, next: Stripe.SubscriptionScheduleUpdateParams.Phase) {
  const { stripe, subscription } = started;
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const { items = [], start_date = 0, end_date = 0 } = phases[0] ?? {};
  const current = items.map(({ price: each, quantity = 1 }) => ({ price: String(each), quantity }));
  return stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    phases: [
      { items: current, start_date, end_date },
      { proration_behavior: 'none', ...next, items: [{ price, quantity: 1 }] },
    ],
  });
}

describe('an immediate change to another interval', () => {
  it.each([
    ['that says so', { billing_cycle_anchor: NOW }],
    ['that says nothing of the anchor', {}],
  ])('%s begins a period now, credits the unused time and charges the new price in whole', async (_, anchor) => {
    const started = await startAt(at('2027-01-01T00:00'));
    const { stripe, control, subscription } = started;
    const change = at('2027-01-10T12:00');
    await control.advanceTo(change);
    const items = changeTo(subscription, 'price_pro_year');
    const params = { items, proration_behavior: 'always_invoice', proration_date: change, ...anchor } as const;
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: params,
    });
    await control.advanceTo(change + 900);
    const changed = await stripe.subscriptions.update(subscription.id, {
      ...params,
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    });
    const invoice = changed.latest_invoice as Stripe.Invoice;
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-694, 30_000]);
    expect([preview.total, invoice.total, invoice.amount_paid]).toEqual([29_306, 29_306, 29_306]);
    expect(invoice).toMatchObject({
      billing_reason: 'subscription_update',
      lines: {
        data: [
          { amount: -694, parent: { subscription_item_details: { proration: true } } },
          { amount: 30_000, parent: { subscription_item_details: { proration: false } } },
        ],
      },
    });
    expect(await readPeriod(started)).toEqual({
      anchor: change + 900,
      start: change + 900,
      end: at('2028-01-10T12:15'),
      price: 'price_pro_year',
    });
  });

  it('is charged in whole and at once without prorations, too', async () => {
    const started = await startAt(at('2027-01-01T00:00'));
    const { stripe, control, subscription } = started;
    await control.advanceTo(at('2027-01-10T00:00'));
    const items = changeTo(subscription, 'price_pro_year');
    await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'none' });
    expect(await listAmounts(started)).toEqual([
      { lines: [30_000], paid: 30_000 },
      { lines: [1000], paid: 1000 },
    ]);
  });

  it('from the year to the month credits the rest of the year, which pays the months that follow', async () => {
    const started = await startAt(at('2027-01-01T00:00'), { price: 'price_pro_year' });
    const { stripe, control, customer, subscription } = started;
    await control.advanceTo(at('2027-07-02T12:00'));
    const items = changeTo(subscription, 'price_pro');
    await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'always_invoice' });
    expect(await readPeriod(started)).toMatchObject({ start: at('2027-07-02T12:00'), end: at('2027-08-02T12:00') });
    expect((await listAmounts(started))[0]).toEqual({ lines: [-15_000, 3000], paid: 0 });
    await control.advanceTo(at('2027-08-02T14:00'));
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -9000 });
  });

  it('keeps anchor and price until its invoice is paid, and takes both then', async () => {
    const started = await startAt(at('2027-01-01T00:00'));
    const { stripe, control, customer, subscription } = started;
    const card = await control.dashboard.addCard(customer.id, '4000000000000341');
    await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id });
    await control.advanceTo(at('2027-01-10T00:00'));
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: changeTo(subscription, 'price_pro_year'),
      billing_cycle_anchor: NOW,
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    expect(changed.pending_update).toMatchObject({ billing_cycle_anchor: at('2027-01-10T00:00') });
    expect(await readPeriod(started)).toMatchObject({ anchor: at('2027-01-01T00:00'), price: 'price_creator' });
    const good = await control.dashboard.addCard(customer.id, '4242424242424242');
    await stripe.invoices.pay(String(changed.latest_invoice), { payment_method: good.id });
    expect(await readPeriod(started)).toEqual({
      anchor: at('2027-01-10T00:00'),
      start: at('2027-01-10T00:00'),
      end: at('2028-01-10T00:00'),
      price: 'price_pro_year',
    });
  });

  it('moves a cancellation at the end of the period to the end of the new period', async () => {
    const { stripe, control, subscription } = await startAt(at('2027-01-01T00:00'));
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await control.advanceTo(at('2027-01-10T00:00'));
    const items = changeTo(subscription, 'price_pro_year');
    const changed = await stripe.subscriptions.update(subscription.id, { items });
    expect(changed).toMatchObject({ cancel_at_period_end: true, cancel_at: at('2028-01-10T00:00') });
  });
});

describe('a change of the anchor alone', () => {
  it('begins a period now: the unused time is credited and the price is charged in whole', async () => {
    const started = await startAt(at('2027-01-01T00:00'));
    const { stripe, control, subscription } = started;
    await control.advanceTo(at('2027-01-10T12:00'));
    await stripe.subscriptions.update(subscription.id, {
      billing_cycle_anchor: NOW,
      proration_behavior: 'always_invoice',
    });
    expect((await listAmounts(started))[0]).toEqual({ lines: [-694, 1000], paid: 306 });
    expect(await readPeriod(started)).toMatchObject({ start: at('2027-01-10T12:00'), end: at('2027-02-10T12:00') });
  });
});

describe('a scheduled change to another interval', () => {
  const year = { duration: { interval: 'year', interval_count: 1 } } as const;

  it('with `phase_start` collects the price of the year when the phase begins, and again a year later', async () => {
    const started = await startAt(at('2026-11-28T10:00'));
    const { stripe, control, subscription } = started;
    await schedule(started, 'price_pro_year', { ...year, items: [], billing_cycle_anchor: 'phase_start' });
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview).toMatchObject({
      total: 30_000,
      lines: { data: [{ period: { start: at('2026-12-28T10:00'), end: at('2027-12-28T10:00') } }] },
    });
    await control.advanceTo(at('2026-12-28T12:00'));
    expect(await readPeriod(started)).toEqual({
      anchor: at('2026-12-28T10:00'),
      start: at('2026-12-28T10:00'),
      end: at('2027-12-28T10:00'),
      price: 'price_pro_year',
    });
    await control.advanceTo(at('2027-12-28T12:00'));
    expect(await listAmounts(started)).toEqual([
      { lines: [30_000], paid: 30_000 },
      { lines: [30_000], paid: 30_000 },
      { lines: [1000], paid: 1000 },
    ]);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ schedule: null });
  });

  it.each([{}, { billing_cycle_anchor: 'automatic' as const }])(
    'with %o sets the price of the year and does not collect it until the year from the first anchor is over',
    async (anchor) => {
      const started = await startAt(at('2026-11-28T10:00'));
      const { stripe, control, subscription } = started;
      await schedule(started, 'price_pro_year', { ...year, items: [], ...anchor });
      const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
      expect(preview.lines.data.map(({ period }) => period)).toEqual([
        { start: at('2027-11-28T10:00'), end: at('2028-11-28T10:00') },
      ]);
      await control.advanceTo(at('2027-01-30T12:00'));
      expect(await readPeriod(started)).toEqual({
        anchor: at('2026-11-28T10:00'),
        start: at('2026-11-28T10:00'),
        end: at('2027-11-28T10:00'),
        price: 'price_pro_year',
      });
      expect(await listAmounts(started)).toEqual([{ lines: [1000], paid: 1000 }]);
      await control.advanceTo(at('2027-11-28T12:00'));
      expect((await listAmounts(started))[0]).toEqual({ lines: [30_000], paid: 30_000 });
    },
  );

  it('from the year to the month is collected when the phase begins, with or without `phase_start`', async () => {
    const started = await startAt(at('2026-11-28T10:00'), { price: 'price_pro_year' });
    await schedule(started, 'price_creator', { duration: { interval: 'month', interval_count: 1 }, items: [] });
    await started.control.advanceTo(at('2027-11-28T12:00'));
    expect((await listAmounts(started))[0]).toEqual({ lines: [1000], paid: 1000 });
    expect(await readPeriod(started)).toMatchObject({ start: at('2027-11-28T10:00'), end: at('2027-12-28T10:00') });
  });
});

describe('the adapter', () => {
  async function start() {
    const time = at('2026-11-28T10:00');
    const { sandbox, stripe, control } = await startTestSandbox({ now: () => time * 1000 });
    const payments = createStripePayments({
      secretKey: SANDBOX_KEY,
      apiBase: sandbox.url,
      webhookSecrets: [],
      priceIds: {
        Creator: toMonthlyPrices('price_creator'),
        Pro: [{ priceId: 'price_pro_year', interval: 'year', isCurrent: true }],
      },
      sandboxUrl: sandbox.url,
      now: Date.now,
    });
    const started = { stripe, control, ...(await subscribe({ stripe, control })) };
    return { payments, change: { subscriptionId: started.subscription.id, priceId: 'price_pro_year' }, ...started };
  }

  it('schedules a year so that it is collected when the month is over, case 06', async () => {
    const { payments, change, ...started } = await start();
    await payments.scheduleChange({ ...change, prorationAt: null }, 'schedule');
    await started.control.advanceTo(at('2026-12-28T12:00'));
    expect((await listAmounts(started))[0]).toEqual({ lines: [30_000], paid: 30_000 });
    expect(await readPeriod(started)).toMatchObject({ start: at('2026-12-28T10:00'), end: at('2027-12-28T10:00') });
  });

  it('asks for a new period when the interval changes now, and charges what it previewed', async () => {
    const { payments, change, ...started } = await start();
    await started.control.advanceTo(at('2026-12-08T10:00'));
    const { total, prorationAt } = await payments.previewChange({ ...change, prorationAt: null });
    await started.control.advanceTo(at('2026-12-08T10:10'));
    await payments.changeNow({ ...change, prorationAt }, 'change');
    expect((await listAmounts(started))[0]).toEqual({ lines: [-667, 30_000], paid: 29_333 });
    expect(total).toBe(29_333);
    expect(await readPeriod(started)).toMatchObject({ start: at('2026-12-08T10:10'), end: at('2027-12-08T10:10') });
  });
});
