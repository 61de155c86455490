import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, startOnClock, subscribe, typesSince } from '../../support/payments/subscribe.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const START = Date.parse('2027-01-01T00:00Z') / 1000;

async function start(card?: string) {
  const { stripe, control } = await startTestSandbox();
  const bought = await subscribe({ stripe, control }, { card });
  const [charge] = (await stripe.charges.list({ customer: bought.customer.id })).data;
  return { stripe, control, ...bought, charge: charge?.id ?? '', since: typesSince(control) };
}

describe('a refund', () => {
  it('gives back a part, then the rest, and no more; subscription and invoice stay', async () => {
    const { stripe, subscription, charge, since } = await start();
    await stripe.refunds.create({ charge, amount: 400 });
    expect(since()).toEqual(['refund.created', 'charge.refunded', 'charge.updated']);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      status: 'succeeded',
      amount_refunded: 400,
      refunded: false,
    });
    await expect(stripe.refunds.create({ charge, amount: 700 })).rejects.toMatchObject({ param: 'amount' });
    expect(await stripe.refunds.create({ charge, reason: 'requested_by_customer' })).toMatchObject({ amount: 600 });
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect(await stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
      refunded: true,
      refunds: { data: [{ amount: 600 }, { amount: 400 }] },
    });
    expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', amount_paid: 1000 },
    });
  });

  it('may fail later', async () => {
    const { stripe, control, charge, since } = await start('4000000000005126');
    const refund = await stripe.refunds.create({ charge });
    expect(refund.status).toBe('succeeded');
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1000, refunded: true });
    await control.advanceTo(control.now() + 120);
    expect(since()).toContain('refund.failed');
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
  });
});

it('a payment leads back to its invoice', async () => {
  const { stripe, subscription, customer } = await start();
  const [intent] = (await stripe.paymentIntents.list({ customer: customer.id })).data;
  const found = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent?.id },
  });
  expect(found.data).toMatchObject([{ invoice: subscription.latest_invoice, status: 'paid' }]);
});

it('a deleted customer has no running subscription, and cannot be used', async () => {
  const { stripe, subscription, customer, since } = await start();
  expect(await stripe.customers.del(customer.id)).toEqual({ id: customer.id, object: 'customer', deleted: true });
  expect(since()).toEqual(['customer.subscription.deleted', 'customer.deleted']);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' });
  await expect(
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: 'price_creator', quantity: 1 }],
      success_url: 'http://localhost/',
    }),
  ).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' });
});

it('an archived price renews, and is refused for anything new', async () => {
  const { stripe, control, subscription, customer } = await start();
  const end = firstItem(subscription).current_period_end;
  await stripe.prices.update('price_creator', { active: false });
  await control.advanceTo(end + HOUR);
  expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid', billing_reason: 'subscription_cycle' },
  });
  await expect(
    stripe.subscriptions.create({ customer: customer.id, items: [{ price: 'price_creator' }] }),
  ).rejects.toMatchObject({
    param: 'items[0][price]',
    message: 'The price specified is inactive. This field only accepts active prices.',
  });
});

describe('a preview', () => {
  it('stores nothing and emits nothing', async () => {
    const { stripe, control, subscription, customer } = await start();
    const count = control.events().length;
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: firstItem(subscription).id, price: 'price_pro' }],
        proration_behavior: 'always_invoice',
      },
    });
    expect(preview).toMatchObject({ status: 'draft', number: null, billing_reason: 'upcoming' });
    expect(preview.id).toMatch(/^upcoming_in_/);
    expect(control.events()).toHaveLength(count);
    expect((await stripe.invoiceItems.list({ customer: customer.id })).data).toEqual([]);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      items: { data: [{ price: { id: 'price_creator' } }] },
    });
  });

  it('of a subscription that ends has nothing to show', async () => {
    const { stripe, subscription } = await start();
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(stripe.invoices.createPreview({ subscription: subscription.id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
  });
});

describe('a test clock', () => {
  it('answers at once that it advances, and is ready when everything due is done', async () => {
    const { stripe, control, clock, subscription } = await startOnClock(START);
    const end = firstItem(subscription).current_period_end;
    const since = typesSince(control);
    const target = end + HOUR + 60;
    expect(await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: target })).toMatchObject({
      status: 'advancing',
      status_details: { advancing: { target_frozen_time: target } },
    });
    expect(await stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
      status: 'ready',
      frozen_time: target,
    });
    const types = since();
    expect([types[0], types.at(-1)]).toEqual(['test_helpers.test_clock.advancing', 'test_helpers.test_clock.ready']);
    const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(renewal).toMatchObject({ created: end, status_transitions: { paid_at: end + HOUR }, test_clock: clock.id });
    expect((await stripe.invoices.list()).data).toEqual([]);
  });

  it('moves forward only, and at most two periods at once', async () => {
    const { stripe, clock, advance } = await startOnClock(START);
    for (const time of [START, START - 1, START + 70 * DAY]) {
      await expect(stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: time })).rejects.toMatchObject({
        statusCode: 400,
        param: 'frozen_time',
      });
    }
    expect(await advance(START + 59 * DAY)).toMatchObject({ status: 'ready' });
  });

  it('takes its customers with it', async () => {
    const { stripe, clock, customer, subscription } = await startOnClock(START);
    expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' });
  });
});
