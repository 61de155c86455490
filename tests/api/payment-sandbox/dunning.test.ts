import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, replaceDefaultCard, subscribe, typesSince } from '../../support/payments/subscribe.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A subscription whose renewal has just been refused. */
async function failRenewal(card = 'pm_card_chargeCustomerFail') {
  const { stripe, control } = await startTestSandbox();
  const bought = await subscribe({ stripe, control });
  await replaceDefaultCard({ stripe, ...bought }, card);
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
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
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
    const { stripe, customer, read, invoice } = await failRenewal();
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
    });
    expect(await read()).toMatchObject({ latest_invoice: { attempt_count: 1 } });
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.invoices.pay(invoice.id, { payment_method: good.id });
    expect(await read()).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });

  it.each([
    ['cancel', 'canceled', 'payment_failed'],
    ['unpaid', 'unpaid', null],
    ['past_due', 'past_due', null],
  ] as const)('after the last try, with the setting %s', async (setting, status, reason) => {
    const { control, end, read } = await failRenewal();
    await control.setAfterLastRetry(setting);
    await control.advanceTo(end + HOUR + 14 * DAY);
    expect(await read()).toMatchObject({
      status,
      cancellation_details: { reason },
      latest_invoice: { status: 'open', attempt_count: 9, next_payment_attempt: null },
    });
  });

  it('drafts no more than invoices while it is unpaid, and is active again when the latest is paid', async () => {
    const { stripe, control, customer, end, read } = await failRenewal();
    await control.setAfterLastRetry('unpaid');
    await control.advanceTo(end + 40 * DAY);
    const unpaid = await read();
    expect(unpaid).toMatchObject({ status: 'unpaid', latest_invoice: { status: 'draft', auto_advance: false } });
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.invoices.pay((unpaid.latest_invoice as Stripe.Invoice).id, { payment_method: good.id });
    expect(await read()).toMatchObject({ status: 'active' });
  });

  it('does not charge a card again that was refused for good, but counts the tries', async () => {
    const { stripe, control, end, since, invoice } = await failRenewal('pm_card_authenticationRequired');
    expect(since()).toContain('invoice.payment_action_required');
    await control.advanceTo(end + HOUR + DAY);
    expect(since()).not.toContain('charge.failed');
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ attempt_count: 2 });
  });

  it('is no debt any more when it is void or uncollectible', async () => {
    for (const close of ['voidInvoice', 'markUncollectible'] as const) {
      const { stripe, read, invoice } = await failRenewal();
      await stripe.invoices[close](invoice.id);
      expect(await read()).toMatchObject({ status: 'active' });
    }
  });
});

describe('a subscription made by the API', () => {
  const start = async () => {
    const { stripe, control } = await startTestSandbox();
    const customer = await stripe.customers.create({ payment_method: 'pm_card_chargeCustomerFail' });
    const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data;
    const create = (payment_behavior?: Stripe.SubscriptionCreateParams.PaymentBehavior) =>
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: 'price_creator' }],
        default_payment_method: method?.id,
        payment_behavior,
        expand: ['latest_invoice.confirmation_secret'],
      });
    return { stripe, control, customer, create };
  };

  it('is incomplete until its first invoice is paid', async () => {
    const { stripe, control, customer, create } = await start();
    const since = typesSince(control);
    const subscription = await create();
    expect(subscription).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open', confirmation_secret: { type: 'payment_intent' } },
    });
    expect(since().slice(0, 3)).toEqual(['customer.subscription.created', 'invoice.created', 'invoice.finalized']);
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.invoices.pay((subscription.latest_invoice as Stripe.Invoice).id, { payment_method: good.id });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
  });

  it('expires after 23 hours, with its invoice void', async () => {
    const { stripe, control, create } = await start();
    const subscription = await create();
    await control.advanceTo(subscription.created + 23 * HOUR);
    expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    });
  });

  it('is not made with error_if_incomplete, or without a payment method', async () => {
    const { stripe, customer, create } = await start();
    await expect(create('error_if_incomplete')).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
    await expect(
      stripe.subscriptions.create({ customer: customer.id, items: [{ price: 'price_creator' }] }),
    ).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  });
});
