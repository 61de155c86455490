import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, subscribe, typesSince } from '../../support/payments/subscribe.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

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
    expect((await stripe.subscriptions.list({ customer: planned.customer as string })).data).toEqual([]);
  });

  it('by cancel_at leaves the flag false, and is cleared only by itself', async () => {
    const { stripe, control, id, end, read } = await start();
    expect(await stripe.subscriptions.update(id, { cancel_at: end })).toMatchObject({
      cancel_at: end,
      cancel_at_period_end: false,
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(await read()).toMatchObject({ cancel_at: end });
    await expect(stripe.subscriptions.update(id, { cancel_at: end, cancel_at_period_end: true })).rejects.toMatchObject(
      { statusCode: 400 },
    );
    expect(await stripe.subscriptions.update(id, { cancel_at: '' })).toMatchObject({ cancel_at: null });
    await control.advanceTo(end);
    expect(await read()).toMatchObject({ status: 'active' });
  });

  it('inside the period ends it there and credits the rest; without it the rest is charged again', async () => {
    const { stripe, control, id, customer, end, read } = await start();
    const early = end - 10 * DAY;
    const always = { proration_behavior: 'always_invoice' } as const;
    const shortened = await stripe.subscriptions.update(id, { cancel_at: early, ...always });
    expect(firstItem(shortened).current_period_end).toBe(early);
    const credit = await stripe.invoices.retrieve(shortened.latest_invoice as string);
    expect(credit.total).toBeLessThan(-900);
    expect(credit.lines.data).toMatchObject([{ amount: credit.total, period: { start: early, end } }]);
    const restored = await stripe.subscriptions.update(id, { cancel_at: '', ...always });
    expect(firstItem(restored).current_period_end).toBe(end);
    expect(await stripe.invoices.retrieve(restored.latest_invoice as string)).toMatchObject({
      total: -credit.total,
      amount_due: 0,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
    await stripe.subscriptions.update(id, { cancel_at: early, proration_behavior: 'none' });
    expect((await stripe.invoiceItems.list({ customer: customer.id, pending: true })).data).toEqual([]);
    await control.advanceTo(early);
    expect(await read()).toMatchObject({ status: 'canceled', ended_at: early });
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
    expect(await stripe.subscriptions.update(id, { metadata: { a: 'b' } })).toMatchObject({ metadata: { a: 'b' } });
  });

  it('at once with a proration gives credit', async () => {
    const { stripe, control, id, customer, end } = await start();
    await control.advanceTo(end - 10 * DAY);
    await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
    const [invoice] = (await stripe.invoices.list({ subscription: id })).data;
    expect(invoice?.total).toBeLessThan(-900);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: invoice?.total });
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
    const before = await stripe.invoices.createPreview({ schedule: schedule.id, schedule_details: { phases } });
    expect(before.total).toBe(1000);
    expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).phases).toHaveLength(1);
    expect(schedule).toMatchObject({ status: 'active', end_behavior: 'release', subscription: id });
    expect(since()).toEqual(['subscription_schedule.created', 'customer.subscription.updated']);
    const updated = await stripe.subscriptionSchedules.update(schedule.id, { end_behavior: 'release', phases });
    expect(updated.phases.map(({ start_date }) => start_date)).toEqual([phases[0]?.start_date, end]);
    expect(await read()).toMatchObject({ schedule: schedule.id, items: { data: [{ price: { id: 'price_pro' } }] } });
    for (const params of [{ subscription: id }, { schedule: schedule.id }]) {
      const next = await stripe.invoices.createPreview(params);
      expect(next).toMatchObject({ total: 1000, period_end: end, lines: { data: [{ period: { start: end } }] } });
    }
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
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      released_subscription: id,
      subscription: null,
    });
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

  it('refuses what Stripe refuses', async () => {
    const { stripe, id } = await start();
    const { schedule, phases } = await downgrade(stripe, id);
    await expect(stripe.subscriptionSchedules.create({ from_subscription: id })).rejects.toMatchObject({
      message: `You cannot migrate a subscription that is already attached to a schedule: \`${schedule.id}\`.`,
    });
    const [current, next] = phases;
    if (!current || !next) throw new Error('there are two phases');
    const shifted = { ...current, start_date: (current.start_date as number) + 1 };
    for (const wrong of [[next], [shifted, next], [{ ...current, start_date: 'now' as const }, next]]) {
      await expect(stripe.subscriptionSchedules.update(schedule.id, { phases: wrong })).rejects.toMatchObject({
        statusCode: 400,
      });
    }
    const iterations = { items: next.items, iterations: 1 } as Stripe.SubscriptionScheduleUpdateParams.Phase;
    await expect(
      stripe.subscriptionSchedules.update(schedule.id, { phases: [current, iterations] }),
    ).rejects.toMatchObject({ code: 'parameter_unknown', param: 'phases[1][iterations]' });
    await expect(
      stripe.subscriptionSchedules.create({ from_subscription: id, end_behavior: 'release' }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'end_behavior' });
  });

  it('ends the subscription when it is canceled, or with its last phase', async () => {
    const first = await start();
    const { schedule } = await downgrade(first.stripe, first.id);
    expect(await first.stripe.subscriptionSchedules.cancel(schedule.id)).toMatchObject({ status: 'canceled' });
    expect(await first.read()).toMatchObject({ status: 'canceled' });

    const second = await start();
    const other = await downgrade(second.stripe, second.id);
    await second.stripe.subscriptionSchedules.update(other.schedule.id, { end_behavior: 'cancel' });
    await second.control.advanceTo(second.end);
    expect(await second.read()).toMatchObject({ status: 'canceled', schedule: null });
    expect(await second.stripe.subscriptionSchedules.retrieve(other.schedule.id)).toMatchObject({
      status: 'completed',
    });
  });
});
