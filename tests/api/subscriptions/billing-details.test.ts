import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOwnApp } from '../../support/app/own-app.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import {
  BUOY_ID,
  BUOY_NAME,
  CREW,
  DECKHAND,
  findPriceId,
  FLEET,
  RUDDER,
  SOLO,
} from '../../support/payments/tideworks.ts';

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

describe('plans', () => {
  it('are listed with the prices that are sold now', async () => {
    const response = await test.app.request('/api/subscriptions/plans');
    expect(response.status).toBe(200);
    const plans = (await response.json()) as { planName: string; priceId: string | null; price: number }[];
    expect(plans.map(({ planName, priceId, price }) => [planName, priceId, price])).toEqual([
      [DECKHAND, null, 0],
      [SOLO, findPriceId(test, SOLO), 10],
      [CREW, findPriceId(test, CREW), 30],
      [FLEET, findPriceId(test, FLEET), 120],
      [RUDDER, findPriceId(test, RUDDER), 6],
    ]);
    expect(plans[1]).toMatchObject({
      badge: 'Most popular',
      currency: 'NZD',
      interval: 'month',
      productName: BUOY_NAME,
      is_sandbox: true,
    });
  });
});

describe('billing details', () => {
  it('are empty before the first payment', async () => {
    const user = await createSubscriber(test);
    expect(await user.call('GET', `/user/${user.id}/billing`)).toEqual({
      status: 200,
      body: {
        is_configured: true,
        is_sandbox: true,
        card: null,
        is_card_unknown: false,
        credits: [],
        invoices: [],
        past_due: null,
      },
    });
    expect(await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`)).toEqual({
      status: 200,
      body: { subscription: null },
    });
  });

  it('show the card, and the invoices with their receipts', async () => {
    const user = await createSubscriber(test);
    await user.subscribe(SOLO);
    const { body } = await user.call('GET', `/user/${user.id}/billing`);
    expect(body).toMatchObject({
      card: { brand: 'visa', last4: '4242', exp_month: expect.any(Number), exp_year: expect.any(Number) },
      past_due: null,
      invoices: [
        {
          id: expect.stringMatching(/^in_/),
          number: expect.any(String),
          status: 'paid',
          is_refunded: false,
          product_name: BUOY_NAME,
          plan_name: SOLO,
          total: 1000,
          amount_paid: 1000,
          currency: 'nzd',
          created_at: '2026-11-21T00:00:00.000Z',
          invoice_url: expect.stringMatching(/^\/api\/subscriptions\/invoice-links\/in_\w+:invoice:/),
          receipt_url: expect.stringMatching(/^\/api\/subscriptions\/invoice-links\/in_\w+:receipt:/),
        },
      ],
    });
  });

  it('F11 come without the card while Stripe is down', async () => {
    const user = await createSubscriber(test);
    await user.subscribe(SOLO);
    test.control.setFault({ match: { method: 'GET' }, kind: '503', times: 20 });
    const { status, body } = await user.call('GET', `/user/${user.id}/billing`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ card: null, is_card_unknown: true, invoices: [{ total: 1000 }] });
    expect((await user.call('GET', `/user/${user.id}`)).body.subscriptions).toHaveLength(1);
  });

  it('T7 of another user are refused', async () => {
    const [owner, other] = [await createSubscriber(test), await createSubscriber(test)];
    for (const path of ['', '/billing', `/product/${BUOY_ID}`]) {
      expect(await other.call('GET', `/user/${owner.id}${path}`)).toMatchObject({
        status: 403,
        body: { message: 'You can only manage your own subscriptions.' },
      });
    }
  });

  it('are open to an admin, who may also act for the user', async () => {
    const owner = await createSubscriber(test);
    const id = await owner.subscribe(SOLO);
    const admin = await createApiCaller(test);
    const path = `/api/subscriptions/user/${owner.id}/billing`;
    expect(await admin.call('GET', path)).toMatchObject({ body: { invoices: [{ total: 1000 }] } });
    const cancelled = await admin.call('POST', `/api/subscriptions/cancel/${id}`, { userId: owner.id });
    expect(cancelled).toMatchObject({ status: 200, body: { subscription: { cancel_at_period_end: true } } });
    const acts = await selectRows(test, 'SELECT action, subject FROM audit_log WHERE actor_id = ?', admin.id);
    expect(acts).toEqual([{ action: 'billing.subscription_changed', subject: `subscription:${id}` }]);
    await owner.change('reactivate', id);
    expect(await selectRows(test, 'SELECT id FROM audit_log WHERE actor_id = ?', owner.id)).toEqual([]);
  });
});

describe('the portal', () => {
  it('opens on each click, with one configuration for all', async () => {
    const user = await createSubscriber(test);
    await user.subscribe(SOLO);
    for (const flow of ['overview', 'payment_method', undefined]) {
      expect(await user.call('POST', '/portal', { flow })).toMatchObject({
        status: 200,
        body: { url: expect.stringMatching(/^http/) },
      });
    }
    expect((await user.call('POST', '/portal')).status).toBe(200);
    expect(test.control.list('billing_portal.configuration')).toHaveLength(1);
  });

  it('is refused before the first payment, and to a deleted customer', async () => {
    const user = await createSubscriber(test);
    const message = 'You don’t have a payment method yet. It’s added with your first payment.';
    expect(await user.call('POST', '/portal', {})).toMatchObject({ status: 409, body: { message } });
    await user.checkout(SOLO);
    const customer = test.control.list('customer').find(({ email }) => email === user.email);
    await test.stripe.customers.del(String(customer?.id));
    expect(await user.call('POST', '/portal', {})).toMatchObject({ status: 409, body: { message } });
  });

  it('F11 fails with a message while Stripe is down', async () => {
    const user = await createSubscriber(test);
    await user.checkout(SOLO);
    test.control.setFault({ match: { method: 'POST' }, kind: '503', times: 20 });
    expect(await user.call('POST', '/portal', {})).toMatchObject({
      status: 503,
      body: { message: 'Failed to open your payment methods' },
    });
  });
});

describe('without keys in production', () => {
  it('whatever needs Stripe says so, and the rest works', async () => {
    const app = await createOwnApp();
    const user = await createApiCaller(app, 'user');
    const call = (method: string, path: string, body?: unknown) => user.call(method, `/api/subscriptions${path}`, body);
    const purchase = { planName: CREW, priceId: 'price_1', userId: user.id, productName: BUOY_NAME };
    const refused = { status: 503, body: { message: expect.stringMatching(/^Stripe is not configured/) } };
    expect(await call('POST', '/create-checkout-session', purchase)).toMatchObject(refused);
    expect(await call('GET', '/checkout/cs_test_1')).toMatchObject(refused);
    expect(await call('POST', '/portal', {})).toMatchObject(refused);
    expect((await call('GET', '/plans')).body[1]).toMatchObject({ planName: SOLO, priceId: null });
    expect(await call('GET', `/user/${user.id}`)).toEqual({ status: 200, body: { subscriptions: [] } });
    const details = {
      is_configured: false,
      is_sandbox: false,
      card: null,
      is_card_unknown: false,
      credits: [],
      invoices: [],
      past_due: null,
    };
    expect(await call('GET', `/user/${user.id}/billing`)).toEqual({ status: 200, body: details });
    await app.close();
  });
});
