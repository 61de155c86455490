import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { changeTo, subscribe, typesSince } from '../../support/payments/subscribe.ts';

async function start(card?: string) {
  const { stripe, control } = await startTestSandbox();
  const bought = await subscribe({ stripe, control }, { card });
  const intent = String(bought.charge.payment_intent);
  const readCharge = () => stripe.charges.retrieve(bought.charge.id, { expand: ['refunds'] });
  return { stripe, control, ...bought, intent, readCharge, since: typesSince(control) };
}

describe('a refund', () => {
  it('gives back a part, then the rest, and no more; subscription and invoice stay', async () => {
    const { stripe, subscription, intent, readCharge, since } = await start();
    await stripe.refunds.create({ payment_intent: intent, amount: 400 });
    expect(since()).toEqual(['refund.created', 'charge.refunded', 'charge.updated']);
    expect(await readCharge()).toMatchObject({ status: 'succeeded', amount_refunded: 400, refunded: false });
    const refund = (amount?: number) => stripe.refunds.create({ payment_intent: intent, amount });
    await expect(refund(700)).rejects.toMatchObject({ param: 'amount' });
    expect(await refund()).toMatchObject({ amount: 600 });
    await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect(await readCharge()).toMatchObject({
      refunded: true,
      refunds: { data: [{ amount: 600 }, { amount: 400 }] },
    });
    expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', amount_paid: 1000 },
    });
  });

  it.each([
    ['4000000000005126', 'succeeded', 'failed', 0],
    ['4000000000007726', 'pending', 'succeeded', 1000],
  ])('to the card %s is %s first and %s later', async (card, first, later, refunded) => {
    const { stripe, control, intent, readCharge, since } = await start(card);
    const { id, status } = await stripe.refunds.create({ payment_intent: intent });
    expect(status).toBe(first);
    expect(await readCharge()).toMatchObject({ amount_refunded: 1000, refunded: true });
    await control.advanceTo(control.now() + 120);
    expect(since()).toContain('refund.updated');
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: later });
    expect(await readCharge()).toMatchObject({ amount_refunded: refunded });
  });
});

describe('a dispute', () => {
  it('follows the payment by the card of its kind, takes the money and leaves the subscription alone', async () => {
    const { stripe, control, charge, subscription } = await start('4000000000002685');
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data;
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'product_not_received', amount: 1000 });
    expect(charge).toMatchObject({ disputed: true, status: 'succeeded' });
    const types = control.events().map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.updated']);
    expect(subscription.status).toBe('active');
  });

  it.each([
    ['4000000000000259', 'won', 'won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
    ['4000000000000259', 'lost', 'lost', ['charge.dispute.closed']],
    ['4000000000001976', 'won', 'warning_closed', ['charge.dispute.closed']],
  ] as const)('by the card %s that is %s ends as %s', async (card, decision, status, types) => {
    const { control, since } = await start(card);
    const [dispute] = control.list('dispute');
    expect((await control.dashboard.closeDispute(dispute?.id ?? '', decision)).status).toBe(status);
    expect(since()).toEqual(types);
  });
});

describe('a preview', () => {
  it('stores nothing and emits nothing', async () => {
    const { stripe, control, subscription } = await start();
    const count = control.events().length;
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: changeTo(subscription, 'price_pro'), proration_behavior: 'always_invoice' },
    });
    expect(preview).toMatchObject({ status: 'draft', number: null, billing_reason: 'upcoming' });
    expect(preview.id).toMatch(/^upcoming_in_/);
    expect(control.events()).toHaveLength(count);
    expect(control.list('invoiceitem')).toEqual([]);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      items: { data: [{ price: { id: 'price_creator' } }] },
    });
  });

  it('of a subscription that ends has nothing to show', async () => {
    const { stripe, subscription } = await start();
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(stripe.invoices.createPreview({ subscription: subscription.id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
  });
});
