import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { changeTo, startAt, typesSince } from '../../support/payments/subscribe.ts';

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000;

describe('a change of plan on the day', () => {
  it.each([
    ['price_creator', 'price_pro', '2027-01-01T00:00', '2027-01-10T12:00', [-694, 2081], 1387],
    ['price_pro', 'price_studio', '2028-02-01T00:00', '2028-02-10T12:00', [-2017, 8069], 6052],
    ['price_creator', 'price_pro', '2028-01-31T09:30', '2028-02-10T09:30', [-655, 1966], 1311],
    ['price_creator', 'price_pro', '2027-01-31T09:30', '2027-03-10T09:30', [-677, 2032], 1355],
  ])(
    'from %s to %s is charged as the preview says, and as Stripe would',
    async (from, to, start, change, amounts, net) => {
      const { stripe, control, subscription } = await startAt(at(start), { price: from });
      await control.advanceTo(at(change));
      const items = changeTo(subscription, to);
      const count = (await stripe.invoices.list({ subscription: subscription.id })).data.length;
      const preview = await stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: { items, proration_behavior: 'always_invoice', proration_date: at(change) },
      });
      await control.advanceTo(at(change) + 900);
      const changed = await stripe.subscriptions.update(subscription.id, {
        items,
        proration_behavior: 'always_invoice',
        proration_date: at(change),
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice'],
      });
      const invoice = changed.latest_invoice as Stripe.Invoice;
      expect(preview.lines.data.map(({ amount }) => amount)).toEqual(amounts);
      expect(invoice.lines.data.map(({ amount }) => amount)).toEqual(amounts);
      expect([preview.total, invoice.total, invoice.amount_paid]).toEqual([net, net, net]);
      expect(changed.items.data.map(({ price }) => price.id)).toEqual([to]);
      expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(count + 1);
      expect(invoice).toMatchObject({
        status: 'paid',
        billing_reason: 'subscription_update',
        auto_advance: false,
        lines: { data: [{ parent: { subscription_item_details: { proration: true } } }, {}] },
      });
      const next = await stripe.invoices.createPreview({ subscription: subscription.id });
      expect(next.lines.data.map(({ pricing }) => pricing?.price_details?.price)).toEqual([to]);
    },
  );

  it('has the lines and the events of Stripe', async () => {
    const { stripe, control, subscription } = await startAt(at('2027-01-01T00:00'));
    await control.advanceTo(at('2027-01-10T00:00'));
    const since = typesSince(control);
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: changeTo(subscription, 'price_pro'),
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    expect(since()).toEqual([
      'invoiceitem.created',
      'invoiceitem.created',
      'customer.subscription.updated',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'payment_intent.succeeded',
      'charge.succeeded',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
    ]);
    const [credit, charge] = (changed.latest_invoice as Stripe.Invoice).lines.data;
    expect(credit).toMatchObject({ description: 'Unused time on Creator after 10 Jan 2027' });
    expect(charge).toMatchObject({
      description: 'Remaining time on Pro after 10 Jan 2027',
      period: { start: at('2027-01-10T00:00'), end: at('2027-02-01T00:00') },
    });
  });

  it('credits what was debited when the plan changes a second time', async () => {
    const { stripe, control, subscription } = await startAt(at('2027-01-01T00:00'));
    const change = async (time: string, price: string) => {
      await control.advanceTo(at(time));
      const changed = await stripe.subscriptions.update(subscription.id, {
        items: changeTo(subscription, price),
        proration_behavior: 'always_invoice',
        expand: ['latest_invoice'],
      });
      return (changed.latest_invoice as Stripe.Invoice).lines.data;
    };
    const first = await change('2027-01-02T00:00', 'price_pro');
    expect(first.map(({ amount }) => amount)).toEqual([-968, 2903]);
    const second = await change('2027-01-04T00:00', 'price_studio');
    expect(second.map(({ amount }) => amount)).toEqual([-2709, 10_839]);
  });

  it('keeps prorations for the next invoice unless they are invoiced at once', async () => {
    const { stripe, control, subscription } = await startAt(at('2027-01-01T00:00'));
    await control.advanceTo(at('2027-01-10T12:00'));
    const items = changeTo(subscription, 'price_pro');
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'create_prorations' },
    });
    expect(preview).toMatchObject({ total: 1387 + 3000 });
    expect(preview.id).toMatch(/^upcoming_in_/);
    await stripe.subscriptions.update(subscription.id, { items });
    expect(control.list('invoiceitem').filter(({ invoice }) => invoice === null)).toHaveLength(2);
    await control.advanceTo(at('2027-02-01T02:00'));
    const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(renewal).toMatchObject({ status: 'paid', total: 4387 });
    expect(renewal?.lines.data.map(({ amount }) => amount)).toEqual([-694, 2081, 3000]);
  });

  it('gives credit for a cheaper plan, which later invoices use up', async () => {
    const { stripe, control, customer, subscription } = await startAt(at('2027-01-01T00:00'), {
      price: 'price_pro',
    });
    await control.advanceTo(at('2027-01-10T12:00'));
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: changeTo(subscription, 'price_creator'),
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    expect(changed.latest_invoice).toMatchObject({
      status: 'paid',
      total: -1387,
      amount_due: 0,
      ending_balance: -1387,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1387 });
    await control.advanceTo(at('2027-02-01T02:00'));
    const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(renewal).toMatchObject({
      total: 1000,
      amount_due: 0,
      status: 'paid',
      starting_balance: -1387,
      ending_balance: -387,
    });
    await expect(stripe.invoices.pay(renewal?.id ?? '')).rejects.toMatchObject({
      statusCode: 400,
      message: 'Invoice is already paid',
    });
  });

  it('adds an amount below the minimum charge to the balance', async () => {
    const { stripe, control, customer, subscription } = await startAt(at('2027-01-01T00:00'));
    await control.advanceTo(at('2027-01-31T18:00'));
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: changeTo(subscription, 'price_pro'),
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    expect(changed.latest_invoice).toMatchObject({ status: 'paid', total: 16, amount_due: 0 });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 16 });
    await control.advanceTo(at('2027-02-01T02:00'));
    const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(renewal).toMatchObject({ total: 3000, amount_due: 3016, amount_paid: 3016, ending_balance: 0 });
  });

  it('refuses a proration date outside the period, and an item that it does not have', async () => {
    const { stripe, control, subscription } = await startAt(at('2027-01-01T00:00'));
    await control.advanceTo(at('2027-02-02T00:00'));
    const items = changeTo(subscription, 'price_pro');
    const update = (params: Stripe.SubscriptionUpdateParams) => stripe.subscriptions.update(subscription.id, params);
    await expect(update({ items, proration_date: at('2027-01-31T00:00') })).rejects.toMatchObject({
      statusCode: 400,
      param: 'proration_date',
    });
    await expect(update({ items: [{ id: 'si_x', price: 'price_pro' }] })).rejects.toMatchObject({ param: 'items' });
  });
});
