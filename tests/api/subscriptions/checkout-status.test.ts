import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { CARD_OK, createSubscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, BUOY_NAME, CREW, findPriceId, SOLO, toKey } from '../../support/payments/tideworks.ts';

const NOT_FOUND = {
  status: 404,
  body: { message: 'Checkout not found. Check your email for a receipt, or contact support.' },
};

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

async function count(table: string, userId: number): Promise<number> {
  const conditions: Record<string, string> = {
    subscriptions: 'user_id = ?',
    invoices: 'user_id = ?',
    outbox: "kind = 'payment-receipt' AND to_email = (SELECT email FROM users WHERE id = ?)",
    audit_log: "action = 'subscription.started' AND json_extract(detail, '$.user') = ?",
  };
  const sql = `SELECT count(*) FROM ${table} WHERE ${conditions[table]}`;
  return Number((await test.db.client.execute({ sql, args: [userId] })).rows[0]?.[0]);
}

const countAll = async (userId: number) =>
  Promise.all(['subscriptions', 'invoices', 'outbox', 'audit_log'].map((table) => count(table, userId)));

describe('status of a checkout', () => {
  it('4 7 is known before any webhook, which then doubles nothing', async () => {
    const user = await createSubscriber(test);
    const { body } = await user.checkout(CREW);
    expect(await user.call('GET', `/checkout/${body.sessionId}`)).toEqual({
      status: 200,
      body: { status: 'processing', subscription: null, is_charged: false },
    });
    await test.control.pay(body.sessionId, { card: CARD_OK });
    const paid = await user.call('GET', `/checkout/${body.sessionId}`);
    const start = new Date(test.clock.now()).toISOString();
    expect(paid).toEqual({
      status: 200,
      body: {
        status: 'active',
        is_charged: true,
        subscription: {
          id: expect.any(Number),
          stripe_subscription_id: expect.stringMatching(/^sub_/),
          product_id: BUOY_ID,
          product_name: BUOY_NAME,
          plan_name: CREW,
          status: 'active',
          price: {
            unit_amount: 3000,
            currency: 'nzd',
            quantity: 1,
            interval: 'month',
            interval_count: 1,
            discounts: [],
          },
          next_payment: { amount: 3000, currency: 'nzd' },
          coming_payments: [{ at: '2026-12-21T00:00:00.000Z', amount: 3000, repeats: true }],
          ended_at: null,
          is_ended_unpaid: false,
          lower_price: null,
          current_period_start: start,
          current_period_end: '2026-12-21T00:00:00.000Z',
          cancel_at_period_end: false,
          trial_end: null,
          pending_plan_name: null,
          pending_at: null,
          pending: null,
          unpaid_upgrade_url: null,
          created_at: start,
        },
      },
    });
    expect(await countAll(user.id)).toEqual([1, 1, 1, 1]);
    await test.deliver();
    expect(await user.call('GET', `/checkout/${body.sessionId}`)).toEqual(paid);
    expect(await countAll(user.id)).toEqual([1, 1, 1, 1]);
  });

  it('5 is the same when the webhooks come first', async () => {
    const user = await createSubscriber(test);
    const { body } = await user.checkout(SOLO);
    await test.control.pay(body.sessionId, { card: CARD_OK });
    await test.deliver();
    expect(await countAll(user.id)).toEqual([1, 1, 1, 1]);
    const { body: known } = await user.call('GET', `/checkout/${body.sessionId}`);
    expect(known).toMatchObject({ status: 'active', subscription: { plan_name: SOLO } });
    expect(await countAll(user.id)).toEqual([1, 1, 1, 1]);
  });

  it('has failed for a session that expired', async () => {
    const user = await createSubscriber(test);
    const { body } = await user.checkout(SOLO);
    await user.checkout(CREW);
    expect(await user.call('GET', `/checkout/${body.sessionId}`)).toEqual({
      status: 200,
      body: { status: 'failed', subscription: null, is_charged: false },
    });
  });

  it('T15 T7 shows a session to nobody else', async () => {
    const [owner, other] = [await createSubscriber(test), await createSubscriber(test)];
    const { body } = await owner.checkout(SOLO);
    await test.control.pay(body.sessionId, { card: CARD_OK });
    expect(await other.call('GET', `/checkout/${body.sessionId}`)).toMatchObject(NOT_FOUND);
    expect(await countAll(other.id)).toEqual([0, 0, 0, 0]);
  });

  it.each(['cs_test_unknown', 'cs_live_1', 'sub_1', '<img src=x onerror=alert(1)>', 'cs_test_a/../../x', 'cs_test_é'])(
    'T15 is not found for %s',
    async (sessionId) => {
      const user = await createSubscriber(test);
      expect(await user.call('GET', `/checkout/${encodeURIComponent(sessionId)}`)).toMatchObject(NOT_FOUND);
    },
  );

  it('F11 is unavailable while Stripe is down, and known afterwards', async () => {
    const user = await createSubscriber(test);
    const { body } = await user.checkout(SOLO);
    await test.control.pay(body.sessionId, { card: CARD_OK });
    test.control.setFault({ match: { path: '/v1/subscriptions/:id' }, kind: '503', times: 10 });
    expect(await user.call('GET', `/checkout/${body.sessionId}`)).toMatchObject({ status: 503 });
    test.control.clearFaults();
    expect(await user.call('GET', `/checkout/${body.sessionId}`)).toMatchObject({ body: { status: 'active' } });
    expect(await countAll(user.id)).toEqual([1, 1, 1, 1]);
  });

  it('1 of two paid tabs leaves one subscription; the second payment is returned', async () => {
    const user = await createSubscriber(test);
    const first = await user.checkout(SOLO);
    // As if both had been opened before the first attempt was known.
    const { rows } = await test.db.client.execute({
      sql: 'SELECT customer_id FROM stripe_customers WHERE user_id = ?',
      args: [user.id],
    });
    const second = await test.payments.createCheckoutSession(
      {
        userId: user.id,
        customerId: String(rows[0]?.customer_id),
        priceId: findPriceId(test, CREW),
        quantity: 1,
        trialDays: 0,
        takesPromotionCodes: false,
        productId: BUOY_ID,
        planKey: toKey(CREW),
        successUrl: 'http://localhost:4321/subscription/success',
        cancelUrl: 'http://localhost:4321/buoy/prices',
        tax: { isAutomatic: false, asksTaxNumber: false, rate: null },
      },
      `second tab of ${user.id}`,
    );
    await test.control.pay(first.body.sessionId, { card: CARD_OK });
    test.clock.advance(5_000);
    await test.control.pay(second.id, { card: CARD_OK });
    await user.call('GET', `/checkout/${second.id}`);
    await test.deliver();
    const { body } = await user.call('GET', `/checkout/${second.id}`);
    expect(body).toMatchObject({ status: 'active', subscription: { plan_name: SOLO } });
    const { subscriptions } = (await user.call('GET', `/user/${user.id}`)).body;
    expect(subscriptions.map((each: { plan_name: string; status: string }) => [each.plan_name, each.status])).toEqual([
      [CREW, 'canceled'],
      [SOLO, 'active'],
    ]);
    const { invoices } = (await user.call('GET', `/user/${user.id}/billing`)).body;
    expect(invoices).toMatchObject([
      { plan_name: CREW, is_refunded: true },
      { plan_name: SOLO, is_refunded: false },
    ]);
  });
});
