import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { CARD_FAILING, CARD_OK, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, CREW, DECKHAND, findPriceId, FLEET, RUDDER, SOLO } from '../../support/payments/tideworks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

/** Moves the sandbox's clock, and ours along with it. */
async function advance(milliseconds: number): Promise<void> {
  await test.control.advanceTo(test.control.now() + milliseconds / 1_000);
}

async function listInvoices(user: Subscriber) {
  return (await user.call('GET', `/user/${user.id}/billing`)).body.invoices;
}

/** As someone would who replaces the card by one that fails at every charge. */
async function replaceCard(id: string): Promise<void> {
  const { customer } = await test.stripe.subscriptions.retrieve(id);
  const method = await test.control.dashboard.addCard(String(customer), CARD_FAILING);
  await test.stripe.subscriptions.update(id, { default_payment_method: method.id });
}

describe('an upgrade', () => {
  it('12 14 charges what was shown, at once, and replaces the plan', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await advance(10 * DAY_MS);
    const { status, body: offer } = await user.change('change-preview', id, { planName: CREW });
    expect(status).toBe(200);
    expect(offer).toMatchObject({
      plan_name: CREW,
      direction: 'upgrade',
      due_now: 1333,
      next_payment: 3000,
      next_payment_at: '2026-12-21T00:00:00.000Z',
      currency: 'nzd',
      lines: [{ amount: -667 }, { amount: 2000 }],
    });
    await advance(15 * MINUTE_MS);
    const changed = await user.change('change', id, { planName: CREW, prorationDate: offer.proration_date });
    expect(changed).toMatchObject({
      status: 200,
      body: { message: 'You’re now on Crew.', subscription: { plan_name: CREW, unpaid_upgrade_url: null } },
    });
    const [invoice] = await listInvoices(user);
    expect(invoice).toMatchObject({ status: 'paid', total: 1333, amount_paid: 1333, plan_name: CREW });
    const subscription = await test.stripe.subscriptions.retrieve(id);
    expect(subscription.items.data).toHaveLength(1);
    const next = await test.stripe.invoices.createPreview({ subscription: id });
    expect(next.total).toBe(3000);
  });

  it('14 is refused with a date ahead of Stripe’s clock, which would cost less', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    const { body: offer } = await user.change('change-preview', id, { planName: CREW });
    const prorationDate = offer.proration_date + 14 * 60;
    expect(await user.change('change', id, { planName: CREW, prorationDate })).toMatchObject({
      status: 409,
      body: { message: 'This amount is out of date. Check the new amount and confirm again.' },
    });
  });

  it('14 with an amount that is older than 15 minutes, or of the last period, asks again', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    const { body: offer } = await user.change('change-preview', id, { planName: CREW });
    const outdated = {
      status: 409,
      body: { message: 'This amount is out of date. Check the new amount and confirm again.' },
    };
    const confirm = () => user.change('change', id, { planName: CREW, prorationDate: offer.proration_date });
    await advance(16 * MINUTE_MS);
    expect(await confirm()).toMatchObject(outdated);
    await advance(31 * DAY_MS);
    expect(await confirm()).toMatchObject(outdated);
    expect(await test.stripe.subscriptions.retrieve(id)).toMatchObject({
      items: { data: [{ price: { id: findPriceId(test, SOLO) } }] },
    });
    const { body: fresh } = await user.change('change-preview', id, { planName: CREW });
    const changed = await user.change('change', id, { planName: CREW, prorationDate: fresh.proration_date });
    expect(changed).toMatchObject({ status: 200 });
  });

  it('twice at once on one offer is one charge', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    const { body: offer } = await user.change('change-preview', id, { planName: CREW });
    const body = { planName: CREW, prorationDate: offer.proration_date };
    const both = await Promise.all([user.change('change', id, body), user.change('change', id, body)]);
    expect(both.map(({ status }) => status)).toEqual([200, 409]);
    expect(both[1]?.body.message).toBe('You’re already on Crew.');
    expect(await listInvoices(user)).toHaveLength(2);
  });

  it('8 13 whose payment fails keeps the plan, shows where to pay, and expires', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await replaceCard(id);
    const changed = await user.change('change', id, { planName: CREW });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        message: 'Pay the difference to start Crew.',
        subscription: {
          plan_name: SOLO,
          status: 'active',
          unpaid_upgrade_url: expect.stringMatching(/^\/api\/subscriptions\/invoice-links\//),
        },
      },
    });
    const waiting = 'Your change to Crew is waiting for its payment. Pay it, or try again tomorrow.';
    expect(await user.change('change', id, { planName: FLEET })).toMatchObject({
      status: 409,
      body: { message: waiting },
    });
    await advance(24 * HOUR_MS);
    await test.deliver();
    const { body } = await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`);
    expect(body.subscription).toMatchObject({ plan_name: SOLO, status: 'active', unpaid_upgrade_url: null });
    expect((await listInvoices(user))[0]).toMatchObject({ status: 'void', total: 2000 });
  });

  it('8 that needs the bank’s approval is paid on the invoice’s page, and then starts', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await replaceCard(id);
    await user.change('change', id, { planName: CREW });
    const { latest_invoice: invoice, customer } = await test.stripe.subscriptions.retrieve(id);
    const good = await test.control.dashboard.addCard(String(customer), CARD_OK);
    await test.stripe.invoices.pay(String(invoice), { payment_method: good.id });
    await test.deliver();
    const { body } = await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`);
    expect(body.subscription).toMatchObject({ plan_name: CREW, unpaid_upgrade_url: null });
  });

  it('is refused while a payment is past due', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await replaceCard(id);
    await advance(31 * DAY_MS + 2 * HOUR_MS);
    await test.deliver();
    const { body } = await user.call('GET', `/user/${user.id}/billing`);
    expect(body.past_due).toMatchObject({
      plan_name: SOLO,
      amount: 1000,
      pay_url: expect.stringContaining('/api/subscriptions/invoice-links/'),
    });
    const message = 'Your last payment didn’t go through. Pay it before you change your plan.';
    for (const act of ['change', 'change-preview']) {
      expect(await user.change(act, id, { planName: CREW })).toMatchObject({ status: 409, body: { message } });
    }
    expect(await user.change('cancel', id)).toMatchObject({ status: 200 });
  });

  it.each([
    ['to the same plan', SOLO, 409],
    ['to a plan of another product', RUDDER, 400],
    ['to the free plan', DECKHAND, 400],
  ])('%s is refused', async (_what, planName, status) => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    expect(await user.change('change', id, { planName })).toMatchObject({ status });
    expect(await user.change('change-preview', id, { planName })).toMatchObject({ status });
  });

  it('of a cancelled subscription asks to reactivate it first', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await user.change('cancel', id);
    const message = 'Your subscription is set to end. Reactivate it before you change your plan.';
    expect(await user.change('change', id, { planName: CREW })).toMatchObject({ status: 409, body: { message } });
  });
});
