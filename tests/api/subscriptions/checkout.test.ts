import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkoutAttempts } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { CARD_DECLINED, CARD_OK, createSubscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, CREW, DECKHAND, findPriceId, FLEET, RUDDER, SOLO, toKey } from '../../support/payments/tideworks.ts';

const FAILED = { status: 503, body: { message: 'Failed to start subscription process' } };

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

const listSessions = (userId: number) =>
  test.control.list('checkout.session').filter((session) => session.client_reference_id === String(userId));

async function listAttempts(userId: number): Promise<string[]> {
  const args = [userId];
  const sql = 'SELECT plan_name, status FROM checkout_attempts WHERE user_id = ? ORDER BY id';
  const { rows } = await test.db.client.execute({ sql, args });
  return rows.map((row) => `${row.plan_name} ${row.status}`);
}

async function findCustomerId(userId: number): Promise<string> {
  const sql = 'SELECT customer_id FROM stripe_customers WHERE user_id = ?';
  return String((await test.db.client.execute({ sql, args: [userId] })).rows[0]?.[0]);
}

describe('checkout', () => {
  it('5 leads to the payment page, with plan and user written on session and subscription', async () => {
    const user = await createSubscriber(test);
    const { status, body } = await user.checkout(CREW);
    expect(status).toBe(200);
    expect(body).toEqual({ sessionId: expect.stringMatching(/^cs_test_/), url: expect.stringContaining('http') });
    const session = await test.stripe.checkout.sessions.retrieve(body.sessionId);
    const metadata = { user_id: String(user.id), product_id: String(BUOY_ID), plan_name: toKey(CREW) };
    expect(session).toMatchObject({
      mode: 'subscription',
      client_reference_id: String(user.id),
      metadata,
      success_url: 'http://localhost:4321/subscription/success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:4321/buoy/prices',
      amount_total: 3000,
      currency: 'nzd',
    });
    await test.control.pay(body.sessionId, { card: CARD_OK });
    const subscription = test.control.list('subscription').find(({ customer }) => customer === session.customer);
    expect(subscription).toMatchObject({ metadata, billing_mode: { type: 'flexible' } });
    const customer = await test.stripe.customers.retrieve(String(session.customer));
    expect(customer).toMatchObject({ email: user.email, name: 'Mere Tane', metadata: { user_id: String(user.id) } });
  });

  it('A checkout for Rudder that is left leads back to the page with its plans', async () => {
    const user = await createSubscriber(test);
    const { body } = await user.checkout(RUDDER);
    const session = await test.stripe.checkout.sessions.retrieve(body.sessionId);
    expect(session).toMatchObject({ amount_total: 600, cancel_url: 'http://localhost:4321/rudder/prices' });
  });

  it('T15 1 of 50 clicks at once is one session', async () => {
    const user = await createSubscriber(test);
    const responses = await Promise.all(Array.from({ length: 50 }, () => user.checkout()));
    const accepted = responses.filter(({ status }) => status === 200);
    expect(new Set(accepted.map(({ body }) => body.sessionId)).size).toBe(1);
    expect(listSessions(user.id)).toHaveLength(1);
    // Above 10 a minute a click is refused.
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(accepted).toHaveLength(10);
  });

  it('T15 of another plan ends the first session, so that only one can be paid', async () => {
    const user = await createSubscriber(test);
    const first = await user.checkout(SOLO);
    const second = await user.checkout(CREW);
    expect(second.body.sessionId).not.toBe(first.body.sessionId);
    expect(
      listSessions(user.id)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['expired', 'open']);
    expect(await listAttempts(user.id)).toEqual(['solo expired', 'crew open']);
    expect((await user.checkout(CREW)).body.sessionId).toBe(second.body.sessionId);
  });

  it('1 of another plan is refused when the first was paid a moment ago', async () => {
    const user = await createSubscriber(test);
    const { body } = await user.checkout(SOLO);
    await test.control.pay(body.sessionId, { card: CARD_OK });
    const message = 'You’re already subscribed to Solo. To change your plan, go to your subscriptions.';
    expect(await user.checkout(CREW)).toMatchObject({ status: 409, body: { message } });
    expect(await user.checkout(SOLO)).toMatchObject({ status: 409, body: { message } });
    expect(await listAttempts(user.id)).toEqual(['solo complete']);
  });

  it('1 is refused when the subscription exists at Stripe only', async () => {
    const user = await createSubscriber(test);
    await user.subscribe(SOLO);
    await test.db.client.execute({ sql: 'DELETE FROM subscriptions WHERE user_id = ?', args: [user.id] });
    expect(await user.checkout(CREW)).toMatchObject({ status: 409 });
  });

  it('A purchase of another product warns of nothing where the subscription has its row, and of one that has none', async () => {
    const user = await createSubscriber(test);
    await user.subscribe(SOLO);
    const warn = vi.spyOn(test.deps.log, 'warn');
    expect((await user.checkout(RUDDER)).status).toBe(200);
    expect(warn).not.toHaveBeenCalled();
    const other = await createSubscriber(test);
    await other.subscribe(SOLO);
    await test.db.client.execute({ sql: 'DELETE FROM subscriptions WHERE user_id = ?', args: [other.id] });
    expect((await other.checkout(RUDDER)).status).toBe(200);
    expect(warn).toHaveBeenCalledWith(expect.anything(), 'subscription without a row found at checkout');
  });

  it('of the other product is possible beside a subscription', async () => {
    const user = await createSubscriber(test);
    await user.subscribe(SOLO);
    expect(await user.checkout(RUDDER)).toMatchObject({ status: 200 });
  });

  it.each([
    ['a price of another plan', () => ({ priceId: findPriceId(test, SOLO) }), 400],
    ['a price that never was', () => ({ priceId: 'price_free' }), 400],
    ['the wrong product', () => ({ productName: RUDDER }), 400],
    ['the free plan', () => ({ planName: DECKHAND }), 400],
    ['another user', () => ({ userId: 999_999 }), 403],
    ['a field too many', () => ({ amount: 1 }), 400],
  ])('T15 T7 refuses %s', async (_what, getChanges, status) => {
    const user = await createSubscriber(test);
    expect(await user.checkout(CREW, getChanges())).toMatchObject({ status });
    expect(listSessions(user.id)).toEqual([]);
  });

  it('17 after a decline works with another plan within the same minute', async () => {
    const user = await createSubscriber(test);
    const { body } = await user.checkout(SOLO);
    expect(await test.control.pay(body.sessionId, { card: CARD_DECLINED })).toMatchObject({ status: 'declined' });
    expect(await user.checkout(SOLO)).toMatchObject({ status: 200, body: { sessionId: body.sessionId } });
    const other = await user.checkout(CREW);
    expect(await test.control.pay(other.body.sessionId, { card: CARD_OK })).toMatchObject({ status: 'complete' });
  });

  it('17 works after the address was changed', async () => {
    const user = await createSubscriber(test);
    await user.checkout(SOLO);
    const sql = 'UPDATE users SET email = ? WHERE id = ?';
    await test.db.client.execute({ sql, args: [`new-${user.email}`, user.id] });
    expect(await user.checkout(CREW)).toMatchObject({ status: 200 });
  });

  it.each(['500-before', '500-after', '503', '429', 'reset', 'cut-body'] as const)(
    'T15 F11 after %s fails with one message, and the next click has a key of its own',
    async (kind) => {
      const user = await createSubscriber(test);
      test.control.setFault({ match: { method: 'POST', path: '/v1/checkout/sessions' }, kind, times: 10 });
      expect(await user.checkout()).toMatchObject(FAILED);
      test.control.clearFaults();
      const { status, body } = await user.checkout();
      expect(status).toBe(200);
      expect(await listAttempts(user.id)).toEqual(['solo failed', 'solo open']);
      expect(await test.control.pay(body.sessionId, { card: CARD_OK })).toMatchObject({ status: 'complete' });
    },
  );

  it('F11 a fault that passes is not noticed: the SDK asks once more', async () => {
    const user = await createSubscriber(test);
    test.control.setFault({ match: { method: 'POST', path: '/v1/checkout/sessions' }, kind: '500-before', times: 1 });
    expect(await user.checkout()).toMatchObject({ status: 200 });
    expect(listSessions(user.id)).toHaveLength(1);
  });

  it('works after the server stopped in the middle of an attempt', async () => {
    const user = await createSubscriber(test);
    const attempt = { userId: user.id, productId: BUOY_ID, planName: toKey(CREW), priceId: findPriceId(test, CREW) };
    await write(test.db, [test.db.orm.insert(checkoutAttempts).values({ ...attempt, createdAt: test.clock.now() })]);
    expect(await user.checkout(CREW)).toMatchObject({ status: 200 });
    expect(await listAttempts(user.id)).toEqual(['crew failed', 'crew open']);
  });

  it.each([SOLO, CREW])('18 of %s after the customer was deleted at Stripe makes a new one', async (planName) => {
    const user = await createSubscriber(test);
    await user.checkout(SOLO);
    const gone = await findCustomerId(user.id);
    await test.stripe.customers.del(gone);
    // Also for the same plan, whose session is still open.
    const { status, body } = await user.checkout(planName);
    expect(status).toBe(200);
    expect(await findCustomerId(user.id)).not.toBe(gone);
    expect(await test.control.pay(body.sessionId, { card: CARD_OK })).toMatchObject({ status: 'complete' });
  });

  it('18 with a customer of another account makes a new one', async () => {
    const user = await createSubscriber(test);
    const sql = 'INSERT INTO stripe_customers (user_id, customer_id, created_at) VALUES (?, ?, 0)';
    await test.db.client.execute({ sql, args: [user.id, `cus_other${user.id}`] });
    expect(await user.checkout(CREW)).toMatchObject({ status: 200 });
    expect(await findCustomerId(user.id)).toMatch(/^cus_(?!other)/);
  });

  it('20 of an archived price says so, and logs an error', async () => {
    const user = await createSubscriber(test);
    const errors = vi.spyOn(test.deps.log, 'error');
    await test.control.dashboard.updatePrice(findPriceId(test, FLEET), { active: false });
    const message = 'You can’t buy Fleet at the moment. Choose another plan, or contact us.';
    expect(await user.checkout(FLEET)).toMatchObject({ status: 409, body: { message } });
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ plan: FLEET }),
      expect.stringContaining('npm run stripe:check'),
    );
    await test.control.dashboard.updatePrice(findPriceId(test, FLEET), { active: true });
    expect(await user.checkout(FLEET)).toMatchObject({ status: 200 });
  });
});
