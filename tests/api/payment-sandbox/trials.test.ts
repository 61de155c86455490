import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/payments/post-form.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { changeTo, startAt, startCheckout, typesSince } from '../../support/payments/subscribe.ts';

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000;
const START = at('2027-01-01T00:00');

type Data = Stripe.Checkout.SessionCreateParams.SubscriptionData;
type Options = Partial<Stripe.Checkout.SessionCreateParams> & { card?: string | null };

/** A trial of 14 days that was begun on the hosted page. */
async function startTrial(data: Data = {}, { card = '4242424242424242', ...options }: Options = {}) {
  const { sandbox, stripe, control } = await startTestSandbox({ now: () => START * 1000 });
  const { customer, session } = await startCheckout({ stripe }, 'price_creator', {
    subscription_data: { trial_period_days: 14, ...data },
    ...options,
  });
  const since = typesSince(control);
  const result = await control.pay(session.id, { card });
  if (result.status !== 'complete') throw new Error(`checkout is ${result.status}`);
  const id = result.session.subscription ?? '';
  const read = () => stripe.subscriptions.retrieve(id);
  const listInvoices = async () => {
    const { data: invoices } = await stripe.invoices.list({ subscription: id });
    return invoices.map(({ billing_reason: reason, total, status }) => [reason, total, status]);
  };
  return { sandbox, stripe, control, customer, session: result.session, id, read, since, listInvoices };
}

describe('a checkout with a trial', () => {
  it('asks for no money and begins a trial with an invoice of 0', async () => {
    const { stripe, session, read, since, listInvoices, control } = await startTrial();
    expect(session).toMatchObject({ amount_total: 0, payment_status: 'no_payment_required', status: 'complete' });
    const subscription = await read();
    expect(subscription).toMatchObject({
      status: 'trialing',
      billing_cycle_anchor: at('2027-01-15T00:00'),
      trial_start: START,
      trial_end: at('2027-01-15T00:00'),
      items: { data: [{ current_period_start: START, current_period_end: at('2027-01-15T00:00') }] },
    });
    expect(await listInvoices()).toEqual([['subscription_create', 0, 'paid']]);
    const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice));
    expect(invoice.lines.data[0]).toMatchObject({ amount: 0, description: 'Trial period for Creator' });
    expect(control.list('charge')).toEqual([]);
    expect(since()).toEqual([
      'payment_method.attached',
      'customer.updated',
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
  });

  it('is announced three days before its end, and then paid for a period that begins with the end', async () => {
    const { stripe, control, id, read, since, listInvoices } = await startTrial();
    const preview = await stripe.invoices.createPreview({ subscription: id });
    expect(preview).toMatchObject({
      amount_due: 1000,
      lines: { data: [{ period: { start: at('2027-01-15T00:00') } }] },
    });
    await control.advanceTo(at('2027-01-11T23:00'));
    since();
    await control.advanceTo(at('2027-01-12T01:00'));
    expect(since()).toEqual(['customer.subscription.trial_will_end']);
    await control.advanceTo(at('2027-01-15T00:30'));
    expect(since()).toEqual(['invoice.created', 'customer.subscription.updated']);
    expect((await read()).status).toBe('active');
    await control.advanceTo(at('2027-01-15T02:00'));
    expect(await listInvoices()).toEqual([
      ['subscription_cycle', 1000, 'paid'],
      ['subscription_create', 0, 'paid'],
    ]);
    expect((await read()).items.data[0]).toMatchObject({
      current_period_start: at('2027-01-15T00:00'),
      current_period_end: at('2027-02-15T00:00'),
    });
  });

  it('of two days is announced at once', async () => {
    const { since } = await startTrial({ trial_period_days: 2 });
    expect(since()).toContain('customer.subscription.trial_will_end');
  });

  it('is past due when the first payment fails', async () => {
    const { control, read } = await startTrial({}, { card: '4000000000000341' });
    await control.advanceTo(at('2027-01-15T02:00'));
    expect((await read()).status).toBe('past_due');
  });

  it('ends without a payment when it was cancelled', async () => {
    const { stripe, control, id, read, listInvoices } = await startTrial();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await read()).toMatchObject({ status: 'trialing', cancel_at: at('2027-01-15T00:00') });
    await control.advanceTo(at('2027-01-16T00:00'));
    expect((await read()).status).toBe('canceled');
    expect(await listInvoices()).toHaveLength(1);
  });

  it.each([
    ['cancel', 'canceled'],
    ['create_invoice', 'past_due'],
  ] as const)('that was begun without a card ends by its setting %s as %s', async (missing_payment_method, status) => {
    const { control, read } = await startTrial(
      { trial_settings: { end_behavior: { missing_payment_method } } },
      { payment_method_collection: 'if_required', card: null },
    );
    expect((await read()).default_payment_method).toBeNull();
    await control.advanceTo(at('2027-01-15T02:00'));
    expect((await read()).status).toBe(status);
  });

  it('says on its page what is free and what follows, and takes no card where none is required', async () => {
    const { stripe, sandbox } = await startTestSandbox();
    const { session } = await startCheckout({ stripe }, 'price_creator', {
      subscription_data: { trial_period_days: 14 },
      payment_method_collection: 'if_required',
    });
    const url = `${sandbox.url}/checkout/${session.id}`;
    const page = await (await fetch(url)).text();
    for (const part of ['14 days free', 'Then $10.00 per month', 'Start trial', '$0.00']) expect(page).toContain(part);
    expect(page).not.toContain('Card number');
    expect((await postForm(url, {})).status).toBe(303);
  });

  it('is refused for less than a day and more than two years', async () => {
    const { stripe } = await startTestSandbox();
    for (const days of [0, 731]) {
      const tried = startCheckout({ stripe }, 'price_creator', { subscription_data: { trial_period_days: days } });
      await expect(tried).rejects.toMatchObject({ param: 'subscription_data[trial_period_days]' });
    }
  });
});

describe('a change during a trial', () => {
  it('to another plan, quantity or interval costs nothing before the end, which stays', async () => {
    const { stripe, control, id, read, listInvoices } = await startTrial();
    await control.advanceTo(at('2027-01-05T00:00'));
    const items = [{ id: (await read()).items.data[0]?.id ?? '', price: 'price_pro_year', quantity: 2 }];
    const params = { items, proration_behavior: 'always_invoice' } as const;
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: params });
    expect(preview.total).toBe(0);
    await stripe.subscriptions.update(id, { ...params, payment_behavior: 'pending_if_incomplete' });
    expect(await read()).toMatchObject({ status: 'trialing', trial_end: at('2027-01-15T00:00') });
    await control.advanceTo(at('2027-01-15T02:00'));
    expect((await listInvoices())[0]).toEqual(['subscription_cycle', 60_000, 'paid']);
    expect((await read()).items.data[0]?.current_period_end).toBe(at('2028-01-15T00:00'));
  });

  it('is refused with an anchor before the end of the trial', async () => {
    const { stripe, read, id } = await startTrial();
    const refused = { code: 'subscription_update_trial_after_billing_cycle_anchor', param: 'billing_cycle_anchor' };
    const change = { items: changeTo(await read(), 'price_pro_year'), billing_cycle_anchor: { type: 'now' } } as const;
    await expect(stripe.subscriptions.update(id, change)).rejects.toMatchObject(refused);
    const preview = stripe.invoices.createPreview({ subscription: id, subscription_details: change });
    await expect(preview).rejects.toMatchObject(refused);
  });

  it('can move its end, with a new announcement, or end it now', async () => {
    const { stripe, control, id, read, since, listInvoices } = await startTrial();
    await control.advanceTo(at('2027-01-13T00:00'));
    await stripe.subscriptions.update(id, { trial_end: at('2027-01-20T00:00'), proration_behavior: 'none' });
    since();
    await control.advanceTo(at('2027-01-18T00:00'));
    expect(since()).toEqual(['customer.subscription.trial_will_end']);
    const ended = await stripe.subscriptions.update(id, { trial_end: 'now' });
    expect(ended).toMatchObject({ status: 'active', billing_cycle_anchor: at('2027-01-18T00:00') });
    expect((await listInvoices())[0]).toEqual(['subscription_update', 1000, 'paid']);
    expect((await read()).items.data[0]?.current_period_end).toBe(at('2027-02-18T00:00'));
  });

  it('can be scheduled for its end, and names the trial of the current phase', async () => {
    const { stripe, control, id, read, listInvoices } = await startTrial();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [phase] = schedule.phases;
    expect(phase?.trial_end).toBe(at('2027-01-15T00:00'));
    const current = { items: [{ price: 'price_creator', quantity: 1 }], start_date: START, end_date: phase?.end_date };
    const update = (first: Stripe.SubscriptionScheduleUpdateParams.Phase) =>
      stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        phases: [
          first,
          {
            items: [{ price: 'price_pro', quantity: 1 }],
            proration_behavior: 'none',
            duration: { interval: 'month', interval_count: 1 },
          },
        ],
      });
    await expect(update(current)).rejects.toMatchObject({ param: 'phases[0]' });
    await update({ ...current, trial_end: at('2027-01-15T00:00') });
    await control.advanceTo(at('2027-01-15T02:00'));
    expect((await read()).status).toBe('active');
    expect((await listInvoices())[0]).toEqual(['subscription_cycle', 3000, 'paid']);
  });
});

describe('a trial of a subscription that was paid', () => {
  it('moves the next payment without a credit when nothing is prorated', async () => {
    const { stripe, control, customer, subscription } = await startAt(START);
    await control.advanceTo(at('2027-01-20T00:00'));
    const changed = await stripe.subscriptions.update(subscription.id, {
      trial_end: at('2027-02-15T00:00'),
      proration_behavior: 'none',
    });
    expect(changed).toMatchObject({ status: 'trialing', billing_cycle_anchor: at('2027-02-15T00:00') });
    await control.advanceTo(at('2027-02-15T02:00'));
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    expect(data.map(({ total }) => total)).toEqual([1000, 0, 1000]);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
  });

  it('credits what was paid for its time otherwise', async () => {
    const { stripe, control, customer, subscription } = await startAt(START);
    await control.advanceTo(at('2027-01-16T12:00'));
    await stripe.subscriptions.update(subscription.id, { trial_end: at('2027-02-15T00:00') });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -500 });
  });

  it('is refused for a time that has passed', async () => {
    const { stripe, control, subscription } = await startAt(START);
    await control.advanceTo(at('2027-01-16T12:00'));
    const update = stripe.subscriptions.update(subscription.id, { trial_end: START });
    await expect(update).rejects.toMatchObject({ param: 'trial_end' });
  });
});

describe('a subscription that is made past the checkout', () => {
  async function startCustomer() {
    const { stripe, control } = await startTestSandbox({ now: () => START * 1000 });
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const create = (params: Partial<Stripe.SubscriptionCreateParams> = {}) =>
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: 'price_creator' }],
        payment_behavior: 'error_if_incomplete',
        ...params,
      });
    return { stripe, control, customer, create };
  }

  it('is paid with the card of its customer', async () => {
    const { control, customer, create } = await startCustomer();
    const card = await control.dashboard.addCard(customer.id, '4242424242424242');
    expect(await create({ default_payment_method: card.id })).toMatchObject({ status: 'active' });
    expect(control.list('charge').map(({ amount }) => amount)).toEqual([1000]);
  });

  it('needs no card for a trial or a coupon of 100 %', async () => {
    const { stripe, create } = await startCustomer();
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'forever' });
    expect(await create({ discounts: [{ coupon: coupon.id }] })).toMatchObject({ status: 'active' });
    expect(await create({ trial_period_days: 7 })).toMatchObject({ status: 'trialing' });
  });

  it('leaves nothing behind without a card or with one that is declined', async () => {
    const { control, customer, create } = await startCustomer();
    await expect(create()).rejects.toMatchObject({ code: 'resource_missing' });
    const card = await control.dashboard.addCard(customer.id, '4000000000000341');
    await expect(create({ default_payment_method: card.id })).rejects.toMatchObject({ code: 'card_declined' });
    expect(control.list('subscription')).toEqual([]);
    expect(control.list('invoice')).toEqual([]);
  });
});

it('A change of quantity is prorated like a change of plan', async () => {
  const { stripe, control, subscription } = await startAt(START);
  await control.advanceTo(at('2027-01-16T12:00'));
  const items = changeTo(subscription, 'price_creator').map((item) => ({ ...item, quantity: 3 }));
  await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'always_invoice' });
  const { data } = await stripe.invoices.list({ subscription: subscription.id });
  expect(data[0]?.lines.data.map(({ amount, description }) => [amount, description])).toEqual([
    [-500, 'Unused time on Creator after 16 Jan 2027'],
    [1500, 'Remaining time on 3 × Creator after 16 Jan 2027'],
  ]);
});
