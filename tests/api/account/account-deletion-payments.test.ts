import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createEvent, selectRows, sendEvent } from '../../support/payments/send-event.ts';
import { CARD_OK, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { BUOY_NAME, CREW, SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
beforeAll(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

const deleteAccount = async (user: Subscriber) => {
  const response = await test.app.request('/api/account', toRequestInit(user.token, 'DELETE', { email: user.email }));
  return { status: response.status, body: await response.json() };
};

/** The table of each row that contains the text. */
async function listTablesContaining(text: string): Promise<string[]> {
  const tables = await selectRows(
    test,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%search%'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await selectRows(test, `SELECT * FROM "${name}"`);
    if (rows.some((row) => JSON.stringify(row).includes(text))) found.push(String(name));
  }
  return found;
}

describe('T12 deleting an account with a subscription', () => {
  it('cancels at Stripe first, and leaves the payments without a name, also after Stripe’s last events', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    await test.deliver();
    expect(await listTablesContaining(user.email)).toContain('stripe_events');
    const { customerId } = await test.payments.getSubscription(id);
    const { status, body } = await deleteAccount(user);
    expect(status).toBe(200);
    expect(body.receipt.deleted).toContain(
      'Your subscription. It has been cancelled, and nothing more will be charged.',
    );
    expect(body.receipt.retained[0].data).toMatch(/^Your payments: .*without your name/);
    expect((await test.payments.getSubscription(id)).status).toBe('canceled');
    expect(await test.payments.hasCustomer(customerId)).toBe(false);
    expect(await listTablesContaining(user.email)).toEqual([]);
    await test.deliver();
    await sendEvent(test, createEvent('customer.updated', { id: customerId, object: 'customer', email: user.email }));
    expect(await listTablesContaining(user.email)).toEqual([]);
    expect(
      await selectRows(test, 'SELECT user_id, status FROM subscriptions WHERE stripe_subscription_id = ?', id),
    ).toEqual([{ user_id: null, status: 'canceled' }]);
    expect(
      await selectRows(
        test,
        'SELECT user_id, amount_paid, hosted_url, receipt_url FROM invoices WHERE customer_id = ?',
        customerId,
      ),
    ).toEqual([{ user_id: null, amount_paid: 3000, hosted_url: null, receipt_url: null }]);
    expect(await selectRows(test, 'PRAGMA foreign_key_check')).toEqual([]);
  });

  it.each([
    ['the list of subscriptions fails', 'GET', '/v1/subscriptions'],
    ['the cancellation fails', 'DELETE', '/v1/subscriptions/:id'],
    ['the deletion of the customer fails', 'DELETE', '/v1/customers/:id'],
  ])('while %s it answers 503 and the user is still there', async (_name, method, path) => {
    const user = await createSubscriber(test);
    await user.subscribe();
    test.control.setFault({ match: { method, path }, kind: '429', times: 1 });
    const refused = await deleteAccount(user);
    // A path that the sandbox names differently would never fail.
    expect(test.control.faults()).toEqual([]);
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining('Stripe') },
    });
    expect(await selectRows(test, 'SELECT id FROM users WHERE id = ?', user.id)).toHaveLength(1);
    expect((await user.call('GET', `/user/${user.id}`)).status).toBe(200);
    expect((await deleteAccount(user)).status).toBe(200);
  });

  it('sends no email with a button to subscribe again: the subscription ends with the account', async () => {
    const user = await createSubscriber(test);
    await user.subscribe();
    // The email may leave while the rest of the deletion still waits for Stripe.
    test.control.setFault({ match: { method: 'DELETE', path: '/v1/customers/:id' }, kind: '429', times: 1 });
    expect((await deleteAccount(user)).status).toBe(503);
    const sent = await selectRows(
      test,
      "SELECT data FROM outbox WHERE to_email = ? AND kind = 'subscription-cancelled'",
      user.email,
    );
    const mails = sent.map(({ data }) => renderEmail(test.deps, 'subscription-cancelled', JSON.parse(String(data))));
    expect(mails.map(({ subject }) => subject)).toEqual([`${BUOY_NAME} ${SOLO} has ended`]);
    expect(mails[0]?.text).not.toMatch(/Subscribe again|\/subscriptions/);
  });

  it('ends a checkout that is open: its page can no longer be paid', async () => {
    const user = await createSubscriber(test);
    const { body } = await user.checkout();
    expect((await deleteAccount(user)).status).toBe(200);
    expect(await test.payments.getCheckoutSession(body.sessionId)).toMatchObject({ status: 'expired' });
    await expect(test.control.pay(body.sessionId, { card: CARD_OK })).rejects.toThrow();
  });

  it('refuses the last admin before anything is cancelled', async () => {
    const last = await createSubscriber(test);
    const kept = await last.subscribe();
    await test.db.client.execute(`UPDATE users SET role = 'user'`);
    await test.db.client.execute({ sql: "UPDATE users SET role = 'admin' WHERE id = ?", args: [last.id] });
    expect((await deleteAccount(last)).status).toBe(409);
    expect((await test.payments.getSubscription(kept)).status).toBe('active');
  });
});
