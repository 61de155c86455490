import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentApp, type PaymentApp } from '../../support/payments/payment-app.ts';
import { CARD_OK, createSubscriber } from '../../support/payments/subscriber.ts';

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

const listSessions = async (userId: number) =>
  test.control.list('checkout.session').filter((session) => session.client_reference_id === String(userId));

describe('checkout', () => {
  it('leads to the payment page, with plan and user written on session and subscription (5)', async () => {
    const user = await createSubscriber(test);
    const { status, body } = await user.checkout('Pro');
    expect(status).toBe(200);
    expect(body).toEqual({ sessionId: expect.stringMatching(/^cs_test_/), url: expect.stringContaining('http') });
    const session = await test.stripe.checkout.sessions.retrieve(body.sessionId, { expand: ['line_items'] });
    const metadata = { user_id: String(user.id), product_id: '4', plan_name: 'Pro' };
    expect(session).toMatchObject({
      mode: 'subscription',
      client_reference_id: String(user.id),
      metadata,
      success_url: 'http://localhost:4321/subscription/success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:4321/genmate/pricing',
      amount_total: 3000,
      currency: 'usd',
    });
    await test.control.pay(body.sessionId, { card: CARD_OK });
    const [subscription] = (await test.stripe.subscriptions.list({ customer: String(session.customer) })).data;
    expect(subscription).toMatchObject({ metadata, billing_mode: { type: 'flexible' } });
    const customer = await test.stripe.customers.retrieve(String(session.customer));
    expect(customer).toMatchObject({ email: user.email, name: 'Mere Tane', metadata: { user_id: String(user.id) } });
  });

  it('T15 of 50 clicks at once is one session', async () => {
    const user = await createSubscriber(test);
    const responses = await Promise.all(Array.from({ length: 50 }, () => user.checkout()));
    const accepted = responses.filter(({ status }) => status === 200);
    expect(new Set(accepted.map(({ body }) => body.sessionId)).size).toBe(1);
    expect(await listSessions(user.id)).toHaveLength(1);
    // Above 10 a minute a click is refused.
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(accepted.length).toBeGreaterThanOrEqual(10);
  });
});
