import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { changeTo, replaceDefaultCard, startAt, typesSince } from '../../support/payments/subscribe.ts';

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000;

describe('a change whose payment fails', () => {
  const start = async () => {
    const bought = await startAt(at('2027-01-01T00:00'));
    await replaceDefaultCard(bought, '4000000000000341');
    await bought.control.advanceTo(at('2027-01-10T12:00'));
    const change = (payment_behavior?: 'pending_if_incomplete') =>
      bought.stripe.subscriptions.update(bought.subscription.id, {
        items: changeTo(bought.subscription, 'price_pro'),
        proration_behavior: 'always_invoice',
        payment_behavior,
        expand: ['latest_invoice'],
      });
    return { ...bought, change };
  };

  it('waits with pending_if_incomplete, and is applied when the invoice is paid', async () => {
    const { stripe, control, customer, change } = await start();
    const pending = await change('pending_if_incomplete');
    expect(pending).toMatchObject({
      status: 'active',
      items: { data: [{ price: { id: 'price_creator' } }] },
      pending_update: {
        expires_at: at('2027-01-11T11:00'),
        subscription_items: [{ price: { id: 'price_pro' } }],
      },
      latest_invoice: { status: 'open', amount_due: 1387 },
    });
    await control.advanceTo(at('2027-01-10T13:00'));
    const good = await control.dashboard.addCard(customer.id, '4242424242424242');
    const since = typesSince(control);
    const paid = await stripe.invoices.pay((pending.latest_invoice as Stripe.Invoice).id, { payment_method: good.id });
    expect(paid.status).toBe('paid');
    expect(await stripe.subscriptions.retrieve(pending.id)).toMatchObject({
      status: 'active',
      pending_update: null,
      items: { data: [{ price: { id: 'price_pro' } }] },
    });
    expect(since().slice(-2)).toEqual([
      'customer.subscription.pending_update_applied',
      'customer.subscription.updated',
    ]);
    await stripe.subscriptions.update(pending.id, { default_payment_method: good.id });
    const second = await stripe.subscriptions.update(pending.id, {
      items: changeTo(pending, 'price_studio'),
      proration_behavior: 'always_invoice',
      proration_date: at('2027-01-10T13:00'),
      expand: ['latest_invoice'],
    });
    expect((second.latest_invoice as Stripe.Invoice).lines.data[0]?.amount).toBe(-2077);
  });

  it('gives way to another change', async () => {
    const { stripe, control, subscription, change } = await start();
    const pending = await change('pending_if_incomplete');
    const since = typesSince(control);
    await stripe.subscriptions.update(subscription.id, {
      items: changeTo(subscription, 'price_studio'),
      proration_behavior: 'none',
    });
    expect(since()).toContain('customer.subscription.pending_update_expired');
    expect(await stripe.invoices.retrieve((pending.latest_invoice as Stripe.Invoice).id)).toMatchObject({
      status: 'void',
    });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { id: 'price_studio' } }] },
    });
  });

  it('is forgotten after 23 hours, with its invoice void', async () => {
    const { stripe, control, change } = await start();
    const pending = await change('pending_if_incomplete');
    const since = typesSince(control);
    await control.advanceTo(at('2027-01-11T11:01'));
    expect(await stripe.subscriptions.retrieve(pending.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      pending_update: null,
      items: { data: [{ price: { id: 'price_creator' } }] },
      latest_invoice: { status: 'void' },
    });
    expect(since()).toContain('customer.subscription.pending_update_expired');
    const preview = await stripe.invoices.createPreview({
      subscription: pending.id,
      subscription_details: { items: changeTo(pending, 'price_pro'), proration_behavior: 'always_invoice' },
    });
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-663, 1988]);
  });

  it('makes the subscription past due without pending_if_incomplete', async () => {
    const { change } = await start();
    expect(await change()).toMatchObject({
      status: 'past_due',
      items: { data: [{ price: { id: 'price_pro' } }] },
      latest_invoice: { status: 'open', auto_advance: false, next_payment_attempt: null },
    });
  });

  it('takes only some parameters with pending_if_incomplete', async () => {
    const { stripe, subscription } = await start();
    const params = { payment_behavior: 'pending_if_incomplete', default_payment_method: 'pm_x' } as const;
    await expect(stripe.subscriptions.update(subscription.id, params)).rejects.toMatchObject({
      statusCode: 400,
      param: 'default_payment_method',
    });
  });
});
