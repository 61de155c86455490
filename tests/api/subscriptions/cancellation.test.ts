import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, CREW, SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

const NOT_FOUND = { status: 404, body: { message: 'Subscription not found' } };
const ACTS = ['cancel', 'reactivate', 'cancel-change', 'change', 'change-preview'];

describe('cancelling', () => {
  it('ends the subscription with its period, with reason and comment passed on, and can be taken back', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    const cancelled = await user.change('cancel', id, { reason: 'too_expensive', comment: 'See you in spring.' });
    expect(cancelled).toMatchObject({
      status: 200,
      body: {
        message: 'Subscription cancelled successfully',
        subscription: { status: 'active', cancel_at_period_end: true, current_period_end: '2026-12-21T00:00:00.000Z' },
      },
    });
    expect(await test.stripe.subscriptions.retrieve(id)).toMatchObject({
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'too_expensive', comment: 'See you in spring.' },
    });
    const reactivated = await user.change('reactivate', id);
    expect(reactivated).toMatchObject({
      status: 200,
      body: {
        message: 'Subscription reactivated successfully',
        subscription: { status: 'active', cancel_at_period_end: false },
      },
    });
  });

  it('twice, or taking back what was not cancelled, changes nothing', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await user.change('reactivate', id);
    const both = await Promise.all([user.change('cancel', id), user.change('cancel', id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const updates = test.control.events().filter(({ type }) => type === 'customer.subscription.updated');
    expect(updates.filter(({ data }) => (data.object as { id?: string }).id === id)).toHaveLength(1);
  });

  it('6 from the portal, which sets `cancel_at` alone, is shown and can be taken back', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    const end = Date.parse('2026-12-21T00:00:00Z') / 1_000;
    await test.stripe.subscriptions.update(id, { cancel_at: end });
    await test.deliver();
    const { body } = await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`);
    expect(body.subscription).toMatchObject({ cancel_at_period_end: true });
    expect(await user.change('reactivate', id)).toMatchObject({
      body: { subscription: { cancel_at_period_end: false } },
    });
    expect(await test.stripe.subscriptions.retrieve(id)).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
    });
  });

  it('is refused for one that has ended', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await test.stripe.subscriptions.cancel(id);
    const message = 'This subscription has ended. Choose a plan to subscribe again.';
    expect(await user.change('cancel', id)).toMatchObject({ status: 409, body: { message } });
    expect(await user.change('reactivate', id)).toMatchObject({ status: 409, body: { message } });
  });

  it.each(ACTS)('T7 %s of another user, or of an unknown subscription, is not found', async (act) => {
    const [owner, other] = [await createSubscriber(test), await createSubscriber(test)];
    const id = await owner.subscribe(SOLO);
    const body = act.startsWith('change') ? { planName: CREW } : {};
    const before = await test.stripe.subscriptions.retrieve(id);
    expect(await other.change(act, id, body)).toMatchObject(NOT_FOUND);
    expect(await other.change(act, 'sub_unknown', body)).toMatchObject(NOT_FOUND);
    const forbidden = { status: 403, body: { message: 'You can only manage your own subscriptions.' } };
    expect(await other.change(act, id, { ...body, userId: owner.id })).toMatchObject(forbidden);
    expect(await test.stripe.subscriptions.retrieve(id)).toEqual(before);
  });

  it.each([
    ['a reason that is not in the list', { reason: 'bored' }],
    ['a comment that is too long', { comment: 'x'.repeat(501) }],
    ['a field too many', { prorate: true }],
  ])('refuses %s', async (_what, body) => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    expect(await user.change('cancel', id, body)).toMatchObject({ status: 400 });
  });

  it.each([
    ['cancel', 'Failed to cancel subscription'],
    ['reactivate', 'Failed to reactivate subscription'],
  ])('F11 %s fails with its message while Stripe is down, and works afterwards', async (act, message) => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    if (act === 'reactivate') await user.change('cancel', id);
    const before = await user.call('GET', `/user/${user.id}`);
    for (const kind of ['500-before', '429', '503', 'reset'] as const) {
      test.control.setFault({ match: { method: 'POST', path: '/v1/subscriptions/:id' }, kind, times: 10 });
      expect(await user.change(act, id)).toMatchObject({ status: 503, body: { message } });
      test.control.clearFaults();
      // The SDK may still try once more after a reset.
      expect(await user.call('GET', `/user/${user.id}`)).toEqual(before);
    }
    expect(await user.change(act, id)).toMatchObject({ status: 200 });
  });
});
