import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { startWebhookReceiver, verifyWebhook } from '../../support/payments/webhook-receiver.ts';

async function startCheckout() {
  const receiver = await startWebhookReceiver();
  const started = await startTestSandbox({ webhook: receiver });
  const { stripe } = started;
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_creator', quantity: 1 }],
    client_reference_id: 'user_1',
    success_url: 'http://shop.example/subscription/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.example/pricing',
    subscription_data: { metadata: { user: 'user_1' } },
  });
  return { ...started, receiver, customer, session };
}

/** Sends a form as a browser does: with the origin of the page. */
function postForm(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const { origin } = new URL(url);
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { origin, ...headers },
  });
}

describe('the checkout page', () => {
  it('shows product and amount, takes a test card, and sends the browser back after the webhooks', async () => {
    const { session, sandbox, stripe, receiver, customer } = await startCheckout();
    const page = await (await fetch(session.url!)).text();
    expect(page).toContain('Payment sandbox: no real money moves');
    expect(page).toContain('$10.00');
    expect(page).toContain('ada@example.com');
    expect(page).toContain('href="http://shop.example/pricing"');

    const paid = await postForm(`${sandbox.url}/checkout/${session.id}`, { card: '4242424242424242' });
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `http://shop.example/subscription/success?session_id=${session.id}`,
    ]);
    expect(receiver.received.map((webhook) => verifyWebhook(webhook).type)).toContain('checkout.session.completed');

    const { data } = await stripe.subscriptions.list({ customer: customer.id });
    expect(data.map(({ status, metadata }) => [status, metadata])).toEqual([['active', { user: 'user_1' }]]);
    const invoice = await stripe.invoices.retrieve(String(data[0]?.latest_invoice));
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 1000, amount_remaining: 0 });
    const canceling = await stripe.subscriptions.update(data[0]!.id, { cancel_at_period_end: true });
    expect(canceling.cancel_at).toBe(canceling.items.data[0]?.current_period_end);
  });

  it('says why a card is declined, and takes another', async () => {
    const { session, sandbox, stripe, customer } = await startCheckout();
    const declined = await postForm(`${sandbox.url}/checkout/${session.id}`, { card: '4000000000009995' });
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card has insufficient funds.');
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    const paid = await postForm(`${sandbox.url}/checkout/${session.id}`, { card: '5555555555554444' });
    expect(paid.status).toBe(303);
  });
});
