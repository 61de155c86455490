import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, startAt, subscribe, typesSince } from '../../support/payments/subscribe.ts';

const HOUR = 3600;
const at = (iso: string) => Date.parse(`${iso}Z`) / 1000;

describe('a renewal', () => {
  it('moves the period at its end and is collected an hour later', async () => {
    const { stripe, control } = await startTestSandbox();
    const { subscription } = await subscribe({ stripe, control });
    const end = firstItem(subscription).current_period_end;
    const since = typesSince(control);
    await control.advanceTo(end);
    const moved = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(moved).toMatchObject({
      status: 'active',
      items: { data: [{ current_period_start: end }] },
      latest_invoice: {
        status: 'draft',
        billing_reason: 'subscription_cycle',
        auto_advance: true,
        automatically_finalizes_at: end + HOUR,
        attempt_count: 0,
      },
    });
    expect(since()).toEqual(['invoice.created', 'customer.subscription.updated']);
    await control.advanceTo(end + HOUR);
    expect(await stripe.invoices.retrieve((moved.latest_invoice as Stripe.Invoice).id)).toMatchObject({
      status: 'paid',
      amount_paid: 1000,
      attempt_count: 1,
      lines: { data: [{ period: { start: end } }] },
    });
    expect(since()).toEqual([
      'invoice.finalized',
      'payment_intent.created',
      'payment_intent.succeeded',
      'charge.succeeded',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
    ]);
  });

  it('keeps to the anchor over short months', async () => {
    const { stripe, control, subscription } = await startAt(at('2027-01-31T09:30:00'));
    const ends = [];
    for (let month = 0; month < 3; month += 1) {
      const current = await stripe.subscriptions.retrieve(subscription.id);
      const end = firstItem(current).current_period_end;
      ends.push(new Date(end * 1000).toISOString());
      await control.advanceTo(end + HOUR + 60);
    }
    expect(ends).toEqual(['2027-02-28T09:30:00.000Z', '2027-03-31T09:30:00.000Z', '2027-04-30T09:30:00.000Z']);
    const invoices = await stripe.invoices.list({ subscription: subscription.id });
    expect(invoices.data.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid', 'paid']);
    expect(new Set(invoices.data.map(({ number }) => number)).size).toBe(4);
  });

  it('goes on at a price that is archived', async () => {
    const { stripe, control } = await startTestSandbox();
    const { subscription } = await subscribe({ stripe, control });
    await control.dashboard.updatePrice('price_creator', { active: false });
    await control.advanceTo(firstItem(subscription).current_period_end + HOUR);
    expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', billing_reason: 'subscription_cycle' },
    });
  });
});
