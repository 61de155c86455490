import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/payments/post-form.ts';
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

describe('the checkout page', () => {
  it('shows product and amount, takes a test card, and sends the browser back after the webhooks', async () => {
    const { session, sandbox, stripe, receiver, customer } = await startCheckout();
    const page = await (await fetch(session.url ?? '')).text();
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
    const canceling = await stripe.subscriptions.update(String(data[0]?.id), { cancel_at_period_end: true });
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

  it.each([
    ['passed', 303, 'active'],
    ['failed', 402, undefined],
  ] as const)('sends to the bank for 3D Secure, which can end as %s', async (outcome, status, subscriptionStatus) => {
    const { session, sandbox, stripe, customer } = await startCheckout();
    const url = `${sandbox.url}/checkout/${session.id}`;
    const sent = await postForm(url, { card: '4000002500003155' });
    const challenge = new URL(sent.headers.get('location') ?? '', url);
    expect([sent.status, challenge.pathname]).toEqual([303, `/checkout/${session.id}/challenge`]);
    expect(await (await fetch(challenge)).text()).toContain('$10.00');
    const payment_method = challenge.searchParams.get('payment_method') ?? '';
    const answered = await postForm(`${url}/challenge`, { payment_method, outcome });
    expect(answered.status).toBe(status);
    const { data } = await stripe.subscriptions.list({ customer: customer.id });
    expect(data[0]?.status).toBe(subscriptionStatus);
  });

  it('pays by no other card than the one that was entered', async () => {
    const { session, sandbox, stripe, customer } = await startCheckout();
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const url = `${sandbox.url}/checkout/${session.id}/challenge`;
    expect((await postForm(url, { payment_method: saved.id, outcome: 'passed' })).status).toBe(404);
    expect((await postForm(url, { payment_method: 'pm_x', outcome: 'passed' })).status).toBe(404);
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  });

  it.each([
    [{ number: '4242', expiry: '12/40', cvc: '123' }, 'Your card number is incomplete.'],
    [{ number: '4242 4242 4242 4242', expiry: '13/40', cvc: '123' }, 'Your card’s expiration date is incomplete.'],
    [{ number: '4242 4242 4242 4242', expiry: '12/20', cvc: '123' }, 'Your card’s expiration date is in the past.'],
    [{ number: '4242 4242 4242 4242', expiry: '12/40', cvc: '1' }, 'Your card’s security code is incomplete.'],
    [{ number: '4242 4242 4242 4241', expiry: '12/40', cvc: '123' }, 'Your card number is incorrect.'],
    [{ number: '4000 0000 0000 9979', expiry: '12/40', cvc: '123' }, 'Your card was declined.'],
  ])('checks a typed card: %o', async (fields, message) => {
    const { session, sandbox } = await startCheckout();
    const answer = await postForm(`${sandbox.url}/checkout/${session.id}`, fields);
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain(message);
  });

  it('takes a typed card, once', async () => {
    const { session, sandbox, stripe, customer } = await startCheckout();
    const pay = () =>
      postForm(`${sandbox.url}/checkout/${session.id}`, { number: '4242424242424242', expiry: '1230', cvc: '123' });
    const answers = await Promise.all([pay(), pay()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 303]);
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
    expect(await (await fetch(`${sandbox.url}/checkout/${session.id}`)).text()).toContain('Payment complete');
  });

  it('refuses a form of another site, and says when the session has expired', async () => {
    const { session, sandbox, stripe, customer } = await startCheckout();
    const url = `${sandbox.url}/checkout/${session.id}`;
    expect((await postForm(url, { card: '4242424242424242' }, 'http://evil.example')).status).toBe(403);
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    await stripe.checkout.sessions.expire(session.id);
    const page = await (await fetch(url)).text();
    expect(page).toContain('This page has expired');
    expect(page).toContain('href="http://shop.example/pricing"');
    expect((await fetch(`${sandbox.url}/checkout/cs_test_x`)).status).toBe(404);
  });

  it('saves a card in setup mode', async () => {
    const { sandbox, stripe, customer } = await startCheckout();
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer: customer.id,
      success_url: 'http://shop.example/subscriptions',
    });
    const page = await (await fetch(session.url ?? '')).text();
    expect([page.includes('Save a card'), page.includes('Nothing is charged now.')]).toEqual([true, true]);
    const saved = await postForm(`${sandbox.url}/checkout/${session.id}`, { card: '4242424242424242' });
    expect(saved.headers.get('location')).toBe('http://shop.example/subscriptions');
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
    expect((await stripe.charges.list()).data).toEqual([]);
  });
});
