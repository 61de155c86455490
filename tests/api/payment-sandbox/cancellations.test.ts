import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, subscribe, typesSince } from '../../support/payments/subscribe.ts';

const HOUR = 3600;

async function start() {
  const { stripe, control } = await startTestSandbox();
  const bought = await subscribe({ stripe, control }, { price: 'price_pro' });
  const end = firstItem(bought.subscription).current_period_end;
  const read = () => stripe.subscriptions.retrieve(bought.subscription.id);
  return { stripe, control, ...bought, id: bought.subscription.id, end, read, since: typesSince(control) };
}

describe('a cancellation', () => {
  it('at the period’s end is planned, taken back, and carried out', async () => {
    const { stripe, control, id, end, read, since } = await start();
    const planned = await stripe.subscriptions.update(id, {
      cancel_at_period_end: true,
      cancellation_details: { comment: 'Moving on', feedback: 'unused' },
    });
    expect(planned).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: end,
      cancellation_details: { comment: 'Moving on', feedback: 'unused', reason: 'cancellation_requested' },
    });
    expect(planned.canceled_at).toBeGreaterThan(0);
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at: null,
      canceled_at: null,
      cancel_at_period_end: false,
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(since()).toEqual(Array(3).fill('customer.subscription.updated'));
    await control.advanceTo(end);
    expect(await read()).toMatchObject({ status: 'canceled', ended_at: end });
    expect(since()).toEqual(['customer.subscription.deleted']);
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
  });

  it('by cancel_at leaves the flag false, and is cleared only by itself', async () => {
    const { stripe, control, id, end, read } = await start();
    expect(await stripe.subscriptions.update(id, { cancel_at: end })).toMatchObject({
      cancel_at: end,
      cancel_at_period_end: false,
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(await read()).toMatchObject({ cancel_at: end });
    expect(await stripe.subscriptions.update(id, { cancel_at: '' })).toMatchObject({ cancel_at: null });
    await control.advanceTo(end);
    expect(await read()).toMatchObject({ status: 'active' });
  });

  it('at once gives nothing back, and cannot be undone', async () => {
    const { stripe, id, customer } = await start();
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: `No such subscription: '${id}'`,
    });
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
      code: 'invalid_canceled_subscription_fields',
    });
  });

  it('stops the collection of what is open', async () => {
    const { stripe, control, id, end, since } = await start();
    await control.advanceTo(end);
    since();
    await stripe.subscriptions.cancel(id);
    expect(since()).toEqual(['customer.subscription.deleted', 'invoice.updated']);
    await control.advanceTo(end + 2 * HOUR);
    expect((await stripe.invoices.list({ subscription: id })).data[0]).toMatchObject({
      status: 'draft',
      auto_advance: false,
    });
  });
});

describe('a schedule', () => {
  const downgrade = async (stripe: Stripe, id: string) => {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [current] = schedule.phases;
    if (!current) throw new Error('the schedule has no phase');
    const items = current.items.map(({ price, quantity }) => ({ price: price as string, quantity }));
    const phases: Stripe.SubscriptionScheduleUpdateParams.Phase[] = [
      { items, start_date: current.start_date, end_date: current.end_date },
      {
        items: [{ price: 'price_creator', quantity: 1 }],
        proration_behavior: 'none',
        duration: { interval: 'month', interval_count: 1 },
      },
    ];
    return { schedule, phases };
  };

  it('changes the plan at the period’s end, stays through its last phase, and lets go', async () => {
    const { stripe, control, id, end, read, since } = await start();
    const { schedule, phases } = await downgrade(stripe, id);
    expect(schedule).toMatchObject({ status: 'active', end_behavior: 'release', subscription: id });
    expect(since()).toEqual(['subscription_schedule.created', 'customer.subscription.updated']);
    const updated = await stripe.subscriptionSchedules.update(schedule.id, { end_behavior: 'release', phases });
    expect(updated.phases.map(({ start_date }) => start_date)).toEqual([phases[0]?.start_date, end]);
    expect(await read()).toMatchObject({ schedule: schedule.id, items: { data: [{ price: { id: 'price_pro' } }] } });
    expect(await stripe.invoices.createPreview({ subscription: id })).toMatchObject({
      total: 1000,
      lines: { data: [{ period: { start: end } }] },
    });
    since();
    await control.advanceTo(end + HOUR);
    const changed = await read();
    expect(changed).toMatchObject({
      schedule: schedule.id,
      items: { data: [{ price: { id: 'price_creator' }, current_period_start: end }] },
    });
    expect(since().slice(0, 3)).toEqual([
      'subscription_schedule.updated',
      'invoice.created',
      'customer.subscription.updated',
    ]);
    expect((await stripe.invoices.list({ subscription: id })).data[0]).toMatchObject({ total: 1000, status: 'paid' });
    await control.advanceTo(firstItem(changed).current_period_end);
    expect(await read()).toMatchObject({ schedule: null, items: { data: [{ price: { id: 'price_creator' } }] } });
    expect(control.get('subscription_schedule', schedule.id)).toMatchObject({ status: 'released', subscription: null });
  });

  it('blocks a cancellation until it is released', async () => {
    const { stripe, control, id, end, read, since } = await start();
    const { schedule } = await downgrade(stripe, id);
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(`managed by the subscription schedule \`${schedule.id}\``),
    });
    since();
    await stripe.subscriptionSchedules.release(schedule.id);
    expect(since()).toEqual([
      'subscription_schedule.released',
      'subscription_schedule.updated',
      'customer.subscription.updated',
    ]);
    await expect(stripe.subscriptionSchedules.release(schedule.id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({ cancel_at: end });
    await control.advanceTo(end);
    expect(await read()).toMatchObject({ status: 'canceled' });
  });

  it('takes the current phase as it is, and there is one at a time', async () => {
    const { stripe, id } = await start();
    const { schedule, phases } = await downgrade(stripe, id);
    await expect(stripe.subscriptionSchedules.create({ from_subscription: id })).rejects.toMatchObject({
      message: `You cannot migrate a subscription that is already attached to a schedule: \`${schedule.id}\`.`,
    });
    const [current, next] = phases;
    if (!current || !next) throw new Error('there are two phases');
    const shifted = { ...current, start_date: (current.start_date as number) + 1 };
    for (const wrong of [[next], [shifted, next]]) {
      const params = { end_behavior: 'release' as const, phases: wrong };
      await expect(stripe.subscriptionSchedules.update(schedule.id, params)).rejects.toMatchObject({ statusCode: 400 });
    }
  });

  it('of a subscription that was to be cancelled ends it with the period', async () => {
    const { stripe, control, id, end, read } = await start();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const { schedule } = await downgrade(stripe, id);
    expect(schedule.end_behavior).toBe('cancel');
    await control.advanceTo(end);
    expect(await read()).toMatchObject({ status: 'canceled', schedule: null });
  });
});
