import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/payments/post-form.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { firstItem, replaceDefaultCard, subscribe } from '../../support/payments/subscribe.ts';
import { startWebhookReceiver } from '../../support/payments/webhook-receiver.ts';

const readText = async (url: string) => (await fetch(url)).text();

async function startSubscribed(options?: Parameters<typeof startTestSandbox>[0]) {
  const started = await startTestSandbox(options);
  return { ...started, url: started.sandbox.url, ...(await subscribe(started)) };
}

/** A renewal that failed: its invoice is open. */
async function startPastDue() {
  const started = await startSubscribed();
  const { stripe, control, subscription } = started;
  await replaceDefaultCard(started, '4000000000000341');
  await control.advanceTo(firstItem(subscription).current_period_end + 3700);
  const [invoice] = (await stripe.invoices.list({ status: 'open' })).data;
  return { ...started, invoice: invoice as Stripe.Invoice };
}

describe('the hosted invoice', () => {
  it('shows a paid invoice with its lines, to print, and its receipt', async () => {
    const { stripe, url, subscription, charge } = await startSubscribed();
    const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice));
    expect(invoice.hosted_invoice_url).toBe(`${url}/invoices/${invoice.id}`);
    const page = await readText(invoice.hosted_invoice_url ?? '');
    for (const part of [invoice.number ?? '', '$10.00', 'Creator', 'ada@example.com', 'Paid'])
      expect(page).toContain(part);
    expect(page).not.toContain('Pay this invoice');
    expect(await readText(invoice.invoice_pdf ?? '')).toContain(invoice.number);
    expect(await readText(charge.receipt_url ?? '')).toContain('Visa ending in 4242');
    expect((await fetch(`${url}/invoices/in_x`)).status).toBe(404);
  });

  it('names the seller as the company is called when it is opened, as does the receipt', async () => {
    const seller = ['Tideworks AS', '912 345 678'];
    const { stripe, subscription, charge } = await startSubscribed({ seller: () => seller });
    const { hosted_invoice_url: page, invoice_pdf: print } = await stripe.invoices.retrieve(
      String(subscription.latest_invoice),
    );
    for (const url of [page, print, charge.receipt_url])
      expect(await readText(url ?? '')).toMatch(/<dt>From<\/dt>\s*<dd>Tideworks AS, 912 345 678<\/dd>/);
    seller[0] = 'Tideworks ASA';
    expect(await readText(page ?? '')).toContain('Tideworks ASA');
  });

  it('takes another card for an open invoice: the subscription is active again', async () => {
    const { stripe, url, invoice, subscription } = await startPastDue();
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    const page = `${url}/invoices/${invoice.id}`;
    const declined = await postForm(page, { card: '4000000000000002' });
    expect([declined.status, (await declined.text()).includes('Your card was declined.')]).toEqual([402, true]);
    const paid = await postForm(page, { card: '4242424242424242' });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `/invoices/${invoice.id}`]);
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect((await postForm(page, { card: '4242424242424242' })).status).toBe(303);
    expect((await stripe.charges.list()).data.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
  });

  it('asks the bank for 3D Secure', async () => {
    const { stripe, url, invoice } = await startPastDue();
    const page = `${url}/invoices/${invoice.id}`;
    const sent = await postForm(page, { card: '4000002760003184' });
    const challenge = new URL(sent.headers.get('location') ?? '', url);
    expect(await readText(challenge.href)).toContain('$10.00');
    const payment_method = challenge.searchParams.get('payment_method') ?? '';
    expect((await postForm(`${page}/challenge`, { payment_method, outcome: 'failed' })).status).toBe(402);
    expect((await postForm(`${page}/challenge`, { payment_method, outcome: 'passed' })).status).toBe(303);
    expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('paid');
  });
});

describe('the portal', () => {
  const startPortal = async (flow_data?: Stripe.BillingPortal.SessionCreateParams.FlowData) => {
    const started = await startSubscribed();
    const { stripe, customer } = started;
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: {
        customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: false },
        subscription_update: { enabled: false },
      },
      metadata: { version: '1' },
    });
    const portal = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration,
      return_url: 'http://shop.example/subscriptions',
      flow_data,
    });
    return { ...started, portal };
  };

  it('shows subscription, card and invoices, and leads back', async () => {
    const { portal } = await startPortal();
    const page = await readText(portal.url);
    for (const part of [
      'Creator',
      'Visa ending in 4242',
      '/invoices/in_',
      'Renews on',
      'href="http://shop.example/subscriptions"',
    ])
      expect(page).toContain(part);
  });

  it('replaces the card of the customer and the subscription', async () => {
    const { portal, stripe, customer, subscription } = await startPortal();
    expect((await postForm(`${portal.url}/card`, { card: '4000000000000002' })).status).toBe(402);
    expect((await postForm(`${portal.url}/card`, { card: '5555555555554444' })).status).toBe(303);
    const changed = await stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] });
    const method = changed.default_payment_method as Stripe.PaymentMethod;
    expect(method.card?.last4).toBe('4444');
    const { invoice_settings: settings } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer;
    expect(settings.default_payment_method).toBe(method.id);
    expect(await readText(portal.url)).toContain('Mastercard ending in 4444');
  });

  it('saves name, address and tax number for the invoices from then on, and leaves earlier ones as they are', async () => {
    const { portal, stripe, control, customer, subscription } = await startPortal();
    const details = { name: 'Werft GmbH', country: 'at', line1: 'Hafen 1', city: 'Wien', postal_code: '1010' };
    expect((await postForm(`${portal.url}/details`, { ...details, country: '' })).status).toBe(400);
    for (const tax_number of ['ATU11111111', 'ATU12345678'])
      expect((await postForm(`${portal.url}/details`, { ...details, tax_number })).status).toBe(303);
    expect(await readText(portal.url)).toContain('Werft GmbH, Hafen 1, 1010 Wien, AT, ATU12345678');
    await control.advanceTo(control.now() + 32 * 24 * 3600);
    const { data } = await stripe.invoices.list({ customer: customer.id, subscription: subscription.id });
    expect(
      data.map(({ customer_name, customer_address, customer_tax_ids }) => [
        customer_name,
        customer_address?.city,
        customer_tax_ids?.map(({ type, value }) => `${type} ${value}`),
      ]),
    ).toEqual([
      ['Werft GmbH', 'Wien', ['eu_vat ATU12345678']],
      [expect.not.stringContaining('Werft'), undefined, []],
    ]);
  });

  it('asks the bank before it saves a card', async () => {
    const { portal, stripe, subscription } = await startPortal();
    const sent = await postForm(`${portal.url}/card`, { card: '4000002500003155' });
    const payment_method =
      new URL(sent.headers.get('location') ?? '', portal.url).searchParams.get('payment_method') ?? '';
    expect((await postForm(`${portal.url}/challenge`, { payment_method, outcome: 'failed' })).status).toBe(402);
    expect((await postForm(`${portal.url}/challenge`, { payment_method, outcome: 'passed' })).status).toBe(303);
    expect((await stripe.subscriptions.retrieve(subscription.id)).default_payment_method).toBe(payment_method);
  });

  it('opens at the card for its flow and goes back when it is done', async () => {
    const { portal, stripe, control, customer } = await startPortal({
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: 'http://shop.example/done' } },
    });
    const opened = await fetch(portal.url);
    expect([new URL(opened.url).pathname, (await opened.text()).includes('Update card')]).toEqual([
      `${new URL(portal.url).pathname}/card`,
      true,
    ]);
    expect((await postForm(`${portal.url}/card`, { card: '4242424242424242' })).headers.get('location')).toBe(
      'http://shop.example/done',
    );
    await control.advanceTo(control.now() + 7200);
    expect(await readText(portal.url)).toContain('This link has expired');
    await stripe.customers.del(customer.id);
    expect((await fetch(portal.url)).status).toBe(404);
  });
});

describe('the sandbox’s own page', () => {
  it('lists what it holds, moves the clock and sends events again', async () => {
    const receiver = await startWebhookReceiver();
    const { control, url, customer, subscription, sandbox } = await startSubscribed();
    await sandbox.setWebhook(receiver);
    const page = await readText(url);
    for (const part of [customer.id, subscription.id, 'checkout.session.completed', 'No faults are set.'])
      expect(page).toContain(part);
    const before = control.now();
    expect((await postForm(`${url}/sandbox/clock`, { step: 'month' })).status).toBe(303);
    expect(control.now()).toBeGreaterThan(before + 27 * 86_400);
    const earlier = await postForm(`${url}/sandbox/clock`, { time: '2020-01-01T00:00' });
    expect([earlier.status, (await earlier.text()).includes('The clock only moves forward.')]).toEqual([400, true]);
    await control.whenDelivered();
    const count = receiver.received.length;
    const [event] = control.events();
    await postForm(`${url}/sandbox/events/${event?.id}/send`);
    await control.whenDelivered();
    expect(receiver.received.slice(count).map((each) => each.event.id)).toEqual([event?.id]);
  });

  it('holds and releases events, and sets faults', async () => {
    const receiver = await startWebhookReceiver();
    const { url, control, stripe, sandbox } = await startSubscribed();
    await sandbox.setWebhook(receiver);
    await postForm(`${url}/sandbox/delivery`, { mode: 'hold', delayMs: '0', duplicate: '1', flaw: '' });
    await stripe.customers.create();
    expect(await readText(url)).toContain('Send waiting events now (2)');
    await postForm(`${url}/sandbox/deliver`);
    await control.whenDelivered();
    expect(receiver.types()).toEqual(['customer.created', 'customer.created']);
    const fault = { kind: '503', method: 'GET', path: '/v1/prices', times: '2', delayMs: '0' };
    await postForm(`${url}/sandbox/faults`, fault);
    expect(control.faults()).toMatchObject([{ kind: '503', match: { method: 'GET', path: '/v1/prices' }, times: 2 }]);
    expect(await readText(url)).toContain('503, not available: GET /v1/prices, 2 more');
    await postForm(`${url}/sandbox/faults/clear`);
    expect(control.faults()).toEqual([]);
    expect((await postForm(`${url}/sandbox/faults`, { ...fault, kind: 'flood' })).status).toBe(400);
    expect((await postForm(`${url}/sandbox/faults/clear`, {}, 'http://evil.example')).status).toBe(403);
  });
});
