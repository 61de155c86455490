import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp, type PaymentApp } from '../../support/payments/payment-app.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';

let test: PaymentApp;
let admin: ApiCaller;
beforeAll(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
});
afterAll(() => test.close());

const listMails = async (email: string) =>
  (await selectRows(test, 'SELECT kind, data FROM outbox WHERE to_email = ? ORDER BY id', email)).map((row) => ({
    kind: row.kind,
    ...JSON.parse(String(row.data)),
  }));
const getInvoices = async (user: Subscriber) => (await user.call('GET', `/user/${user.id}/billing`)).body.invoices;

async function refund(id: string, amount?: number): Promise<void> {
  const { customerId } = await test.payments.getSubscription(id);
  const [charge] = (await test.stripe.charges.list({ customer: customerId })).data;
  await test.stripe.refunds.create({ charge: String(charge?.id), ...(amount && { amount }) });
}

describe('a refund', () => {
  it('of a part is shown with its amount, and the customer gets an email', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe('Creator');
    await refund(id, 400);
    await test.deliver();
    expect(await getInvoices(user)).toMatchObject([{ is_refunded: false, amount_refunded: 400, amount_paid: 1000 }]);
    const refunds = (await listMails(user.email)).filter(({ kind }) => kind === 'payment-refunded');
    expect(refunds).toMatchObject([{ amount: 'US$4.00', planName: 'Creator' }]);
  });

  it('that the bank sends back later is taken back in all figures, and the customer is told', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe('Creator', '4000000000005126');
    await refund(id);
    await test.deliver();
    expect(await getInvoices(user)).toMatchObject([{ is_refunded: true, amount_refunded: 1000 }]);
    await test.control.advanceTo(test.control.now() + 120);
    await test.deliver();
    expect(await getInvoices(user)).toMatchObject([
      { is_refunded: false, amount_refunded: 0, has_failed_refund: true },
    ]);
    expect((await listMails(user.email)).map(({ kind }) => kind)).toEqual([
      'payment-receipt',
      'payment-refunded',
      'refund-failed',
    ]);
    const { body } = await admin.call('GET', '/api/admin/billing/disputes');
    expect(body.refunds[0]).toMatchObject({ user_id: user.id, amount: 1000, status: 'failed' });
    expect((await admin.call('GET', `/api/admin/users/${user.id}/payments`)).body.data.payments).toMatchObject([
      { status_display: 'Paid', amount_refunded: 0, has_failed_refund: true },
    ]);
  });
});

describe('a dispute', () => {
  it('is in the figures and on the screens, and those who look after payments get its due date by email', async () => {
    const before = (await admin.call('GET', '/api/admin/billing/revenue?months=1')).body.months[0];
    const user = await createSubscriber(test);
    await user.subscribe('Pro', '4000000000002685');
    await test.deliver();
    expect(await getInvoices(user)).toMatchObject([{ is_disputed: true, amount_paid: 3000 }]);
    const after = (await admin.call('GET', '/api/admin/billing/revenue?months=1')).body.months[0];
    expect(after.disputed - before.disputed).toBe(3000);
    const { body } = await admin.call('GET', '/api/admin/billing/disputes');
    expect(body.disputes).toMatchObject([{ user_id: user.id, amount: 3000, status: 'needs_response' }]);
    expect((await admin.call('GET', '/api/admin/billing/status')).body.open_disputes).toBe(1);
    const [row] = await selectRows(test, "SELECT to_email, data FROM outbox WHERE kind = 'payment-disputed'");
    expect(JSON.parse(String(row?.data))).toMatchObject({
      amount: 'US$30.00',
      reason: 'product_not_received',
      dueOn: expect.stringMatching(/^2[89] November 2026$/),
      customerEmail: user.email,
    });
    const [manager] = await selectRows(test, "SELECT email FROM users WHERE role = 'admin'");
    expect(row?.to_email).toBe(manager?.email);
  });

  it('that is won gives the money back to the figures', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe('Creator', '4000000000000259');
    await test.deliver();
    const { customerId } = await test.payments.getSubscription(id);
    const [charge] = (await test.stripe.charges.list({ customer: customerId })).data;
    const [dispute] = (await test.stripe.disputes.list({ charge: String(charge?.id) })).data;
    await test.stripe.disputes.update(String(dispute?.id), { evidence: { uncategorized_text: 'winning_evidence' } });
    await test.deliver();
    expect(await getInvoices(user)).toMatchObject([{ is_disputed: false }]);
    expect(await selectRows(test, 'SELECT amount_disputed FROM invoices WHERE user_id = ?', user.id)).toEqual([
      { amount_disputed: 0 },
    ]);
  });
});
