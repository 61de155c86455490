import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, CREW, FLEET, SOLO } from '../../support/payments/tideworks.ts';

const DAY_MS = 24 * 60 * 60_000;
const END = '2026-12-21T00:00:00.000Z';

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

const advance = (milliseconds: number) => test.control.advanceTo(test.control.now() + milliseconds / 1_000);

const listReleases = (id: string) =>
  test.control
    .list('subscription_schedule')
    .filter((schedule) => schedule.released_subscription === id)
    .map(({ status }) => status);

describe('a downgrade', () => {
  it('15 starts with the next period, and can be taken back', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    const { body: offer } = await user.change('change-preview', id, { planName: SOLO });
    expect(offer).toMatchObject({
      direction: 'downgrade',
      effective_at: END,
      due_now: 0,
      lines: [],
      next_payment: 1000,
      next_payment_at: END,
    });
    const pending = { plan_name: CREW, pending_plan_name: SOLO, pending_at: END };
    const changed = await user.change('change', id, { planName: SOLO, prorationDate: offer.proration_date });
    expect(changed).toMatchObject({
      status: 200,
      body: { message: 'Your plan changes to Solo on 21 December 2026.', subscription: pending },
    });
    // Asking for the same again changes nothing.
    expect(await user.change('change', id, { planName: SOLO })).toMatchObject({ body: { subscription: pending } });
    expect(listReleases(id)).toEqual([]);
    expect(await user.change('cancel-change', id)).toMatchObject({
      status: 200,
      body: { message: 'You keep Crew.', subscription: { plan_name: CREW, pending_plan_name: null, pending_at: null } },
    });
    expect(listReleases(id)).toEqual(['released']);
    expect(await user.change('cancel-change', id)).toMatchObject({ status: 200 });
  });

  it('names the day in the time zone of the company, as the screen and the email do', async () => {
    const { site } = test.deps;
    const { timeZone } = site;
    site.timeZone = 'Pacific/Honolulu';
    try {
      const user = await createSubscriber(test);
      const id = await user.subscribe(CREW);
      const { body } = await user.change('change', id, { planName: SOLO });
      expect(body).toMatchObject({ message: 'Your plan changes to Solo on 20 December 2026.' });
    } finally {
      site.timeZone = timeZone;
    }
  });

  it('15 is given up by a cancellation, which can be taken back and followed by an upgrade', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    await user.change('change', id, { planName: SOLO });
    expect(await user.change('cancel', id)).toMatchObject({
      status: 200,
      body: { subscription: { cancel_at_period_end: true, pending_plan_name: null } },
    });
    expect(await user.change('reactivate', id)).toMatchObject({ status: 200 });
    expect(await user.change('change', id, { planName: SOLO })).toMatchObject({ status: 200 });
    expect(await user.change('change', id, { planName: FLEET })).toMatchObject({
      status: 200,
      body: { subscription: { plan_name: FLEET, pending_plan_name: null } },
    });
    expect(listReleases(id)).toEqual(['released', 'released']);
  });

  it('can be replaced by another one', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(FLEET);
    await user.change('change', id, { planName: CREW });
    expect(await user.change('change', id, { planName: SOLO })).toMatchObject({
      body: { subscription: { plan_name: FLEET, pending_plan_name: SOLO } },
    });
  });

  it('16 that fails half-way leaves no schedule behind', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    const before = await user.call('GET', `/user/${user.id}`);
    const update = { method: 'POST', path: '/v1/subscription_schedules/:id' };
    test.control.setFault({ match: update, kind: '500-before', times: 2 });
    expect(await user.change('change', id, { planName: SOLO })).toMatchObject({
      status: 503,
      body: { message: 'Failed to change plan' },
    });
    expect(await user.call('GET', `/user/${user.id}`)).toEqual(before);
    expect(await test.stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null });
    expect(listReleases(id)).toEqual(['released']);
    expect(await user.change('cancel', id)).toMatchObject({ status: 200 });
  });

  it('F11 stays when the cancellation or upgrade that would replace it fails', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    await user.change('change', id, { planName: SOLO });
    const before = (await user.call('GET', `/user/${user.id}`)).body;
    for (const [act, body] of [
      ['cancel', {}],
      ['change', { planName: FLEET }],
    ] as const) {
      const update = { method: 'POST', path: '/v1/subscriptions/:id' };
      test.control.setFault({ match: update, kind: '500-before', times: 2 });
      expect(await user.change(act, id, body)).toMatchObject({ status: 503 });
      // It is scheduled again after the response; the next act of the user waits for that.
      expect(await user.change('change', id, { planName: SOLO })).toMatchObject({ status: 200 });
      expect((await user.call('GET', `/user/${user.id}`)).body).toEqual(before);
    }
  });

  it('F11 is not scheduled again when the cancellation was made, and only its response was lost', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    await user.change('change', id, { planName: SOLO });
    test.control.setFault({ match: { method: 'POST', path: '/v1/subscriptions/:id' }, kind: '500-after', times: 2 });
    expect(await user.change('cancel', id)).toMatchObject({ status: 503 });
    // Waits for what runs after the response.
    expect(await user.change('cancel', id)).toMatchObject({
      status: 200,
      body: { subscription: { plan_name: CREW, cancel_at_period_end: true, pending_plan_name: null } },
    });
    expect(await test.stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null });
  });

  it('happens at the end of the period, and the lower price is charged', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    await user.change('change', id, { planName: SOLO });
    await advance(30 * DAY_MS + DAY_MS / 12);
    await test.deliver();
    const { body } = await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`);
    expect(body.subscription).toMatchObject({ plan_name: SOLO, status: 'active', pending_plan_name: null });
    const { invoices } = (await user.call('GET', `/user/${user.id}/billing`)).body;
    expect(invoices[0]).toMatchObject({ plan_name: SOLO, total: 1000, status: 'paid' });
    // Its schedule is still attached for a month, and must not stand in the way.
    expect(await user.change('change', id, { planName: CREW })).toMatchObject({
      status: 200,
      body: { subscription: { plan_name: CREW } },
    });
    expect(await user.change('cancel', id)).toMatchObject({ status: 200 });
  });
});
