import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, replaceDefaultCard, subscribe, typesSince } from '../../support/payments/subscribe.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A subscription whose renewal has just been refused. */
async function failRenewal(card = '4000000000000341') {
  const { stripe, control } = await startTestSandbox();
  const bought = await subscribe({ stripe, control });
  await replaceDefaultCard({ stripe, control, ...bought }, card);
  const end = firstItem(bought.subscription).current_period_end;
  const since = typesSince(control);
  await control.advanceTo(end + HOUR);
  const read = () => stripe.subscriptions.retrieve(bought.subscription.id, { expand: ['latest_invoice'] });
  const invoice = (await read()).latest_invoice as Stripe.Invoice;
  return { stripe, control, ...bought, end, since, read, invoice };
}

describe('a renewal that is refused', () => {
  it('makes the subscription past due and is tried again', async () => {
    const { stripe, control, customer, end, since, read, invoice } = await failRenewal();
    expect(since()).toEqual([
      'invoice.created',
      'customer.subscription.updated',
      'invoice.finalized',
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.updated',
      'invoice.updated',
    ]);
    expect(await read()).toMatchObject({ status: 'past_due', items: { data: [{ current_period_start: end }] } });
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: end + HOUR + DAY });
    const failed = control.events().findLast(({ type }) => type === 'invoice.payment_failed');
    expect(failed?.data.object).toMatchObject({ attempt_count: 1, next_payment_attempt: end + HOUR + DAY });
    await control.advanceTo(end + HOUR + DAY);
    expect(since()).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'invoice.updated',
    ]);
    const good = await control.dashboard.addCard(customer.id, '4242424242424242');
    // The customer's default does not help while the subscription has its own.
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: good.id } });
    await control.advanceTo(end + HOUR + 3 * DAY);
    expect(await read()).toMatchObject({ status: 'past_due', latest_invoice: { attempt_count: 3 } });
    await stripe.subscriptions.update(invoice.parent?.subscription_details?.subscription as string, {
      default_payment_method: good.id,
    });
    since();
    await control.advanceTo(end + HOUR + 5 * DAY);
    expect(await read()).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', attempt_count: 4, next_payment_attempt: null },
      items: { data: [{ current_period_start: end }] },
    });
    expect(since()).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
      'customer.subscription.updated',
    ]);
  });

  it('is paid by hand; other failed tries do not count', async () => {
    const { stripe, control, customer, read, invoice } = await failRenewal();
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
    });
    expect(await read()).toMatchObject({ latest_invoice: { attempt_count: 1 } });
    const good = await control.dashboard.addCard(customer.id, '4242424242424242');
    await stripe.invoices.pay(invoice.id, { payment_method: good.id });
    expect(await read()).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });

  it('ends the subscription with the last try', async () => {
    const { control, end, read } = await failRenewal();
    await control.advanceTo(end + HOUR + 14 * DAY);
    expect(await read()).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      latest_invoice: { status: 'open', attempt_count: 9, next_payment_attempt: null },
    });
  });

  it('does not charge a card again that was refused for good, but counts the tries', async () => {
    const { stripe, control, end, since, invoice } = await failRenewal('4000002760003184');
    expect(since()).toContain('invoice.payment_action_required');
    await control.advanceTo(end + HOUR + DAY);
    expect(since()).not.toContain('charge.failed');
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ attempt_count: 2 });
  });

  it('is no debt any more when it is void', async () => {
    const { stripe, read, invoice } = await failRenewal();
    await stripe.invoices.voidInvoice(invoice.id);
    expect(await read()).toMatchObject({ status: 'active' });
  });
});
