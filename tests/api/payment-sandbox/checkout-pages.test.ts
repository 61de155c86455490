import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/payments/post-form.ts';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { startCheckout } from '../../support/payments/subscribe.ts';
import { startWebhookReceiver, verifyWebhook } from '../../support/payments/webhook-receiver.ts';

async function start() {
  const receiver = await startWebhookReceiver();
  const started = await startTestSandbox({ webhook: receiver });
  const { customer, session } = await startCheckout(started);
  const listStatuses = () => started.control.list('subscription').map(({ status }) => status);
  return {
    ...started,
    receiver,
    customer,
    session,
    url: `${started.sandbox.url}/checkout/${session.id}`,
    listStatuses,
  };
}

describe('the checkout page', () => {
  it('shows product and amount, takes a test card, and sends the browser back after the webhooks', async () => {
    const { session, url, receiver, listStatuses } = await start();
    const page = await (await fetch(session.url ?? '')).text();
    for (const part of [
      'Payment sandbox: no real money moves',
      'Subscribe to Creator',
      '$10.00',
      'ada@example.com',
      'href="http://shop.example/pricing"',
    ])
      expect(page).toContain(part);
    const paid = await postForm(url, { card: '4242424242424242' });
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `http://shop.example/success?session_id=${session.id}`,
    ]);
    expect(receiver.received.map((webhook) => verifyWebhook(webhook).type)).toContain('checkout.session.completed');
    expect(listStatuses()).toEqual(['active']);
  });

  it('says why a card is declined, and takes another', async () => {
    const { url, listStatuses } = await start();
    const declined = await postForm(url, { card: '4000000000009995' });
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card has insufficient funds.');
    expect(listStatuses()).toEqual([]);
    expect((await postForm(url, { card: '5555555555554444' })).status).toBe(303);
  });

  it.each([
    ['passed', 303, ['active']],
    ['failed', 402, []],
  ] as const)('sends to the bank for 3D Secure, which can end as %s', async (outcome, status, statuses) => {
    const { session, url, listStatuses } = await start();
    const sent = await postForm(url, { card: '4000002500003155' });
    const challenge = new URL(sent.headers.get('location') ?? '', url);
    expect([sent.status, challenge.pathname]).toEqual([303, `/checkout/${session.id}/challenge`]);
    expect(await (await fetch(challenge)).text()).toContain('$10.00');
    const payment_method = challenge.searchParams.get('payment_method') ?? '';
    const answered = await postForm(`${url}/challenge`, { payment_method, outcome });
    expect(answered.status).toBe(status);
    expect(listStatuses()).toEqual(statuses);
  });

  it('pays by no other card than the one that was entered', async () => {
    const { url, control, customer, listStatuses } = await start();
    const saved = await control.dashboard.addCard(customer.id, '4242424242424242');
    for (const payment_method of [saved.id, 'pm_x']) {
      expect((await postForm(`${url}/challenge`, { payment_method, outcome: 'passed' })).status).toBe(404);
    }
    expect(listStatuses()).toEqual([]);
  });

  it.each([
    [{ number: '4242', expiry: '12/40', cvc: '123' }, 'Your card number is incomplete.'],
    [{ number: '4242 4242 4242 4242', expiry: '13/40', cvc: '123' }, 'Your card’s expiration date is incomplete.'],
    [{ number: '4242 4242 4242 4242', expiry: '12/20', cvc: '123' }, 'Your card’s expiration date is in the past.'],
    [{ number: '4242 4242 4242 4242', expiry: '12/40', cvc: '1' }, 'Your card’s security code is incomplete.'],
    [{ number: '4242 4242 4242 4241', expiry: '12/40', cvc: '123' }, 'Your card number is incorrect.'],
    [{ number: '4000 0000 0000 9979', expiry: '12/40', cvc: '123' }, 'Your card was declined.'],
  ])('checks a typed card: %o', async (fields, message) => {
    const { url } = await start();
    const answer = await postForm(url, fields);
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain(message);
  });

  it('takes a typed card, once', async () => {
    const { url, listStatuses } = await start();
    const pay = () => postForm(url, { number: '4242424242424242', expiry: '1230', cvc: '123' });
    const answers = await Promise.all([pay(), pay()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 303]);
    expect(listStatuses()).toEqual(['active']);
    const after = await (await fetch(url)).text();
    expect(after).toContain('Payment complete');
    expect(after).toContain('You’ve already paid on this page.');
  });

  it('refuses a form of another site, and says when the session has expired', async () => {
    const { session, url, sandbox, stripe, listStatuses } = await start();
    expect((await postForm(url, { card: '4242424242424242' }, 'http://evil.example')).status).toBe(403);
    expect(listStatuses()).toEqual([]);
    await stripe.checkout.sessions.expire(session.id);
    const page = await (await fetch(url)).text();
    expect(page).toContain('This page has expired');
    expect(page).toContain('href="http://shop.example/pricing"');
    expect((await fetch(`${sandbox.url}/checkout/cs_test_x`)).status).toBe(404);
  });
});
