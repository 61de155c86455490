import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countBillingProblems } from '#api/domain/billing-problems.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { listEventsAbout, selectRows, sendEvent } from '../../support/payments/send-event.ts';
import { createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { CREW, SOLO } from '../../support/payments/tideworks.ts';

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
  await test.stripe.refunds.create({ payment_intent: String(charge?.payment_intent), ...(amount && { amount }) });
}

describe('a refund', () => {
  it('of a part is shown with its amount, and the customer gets an email', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await refund(id, 400);
    await test.deliver();
    expect(await getInvoices(user)).toMatchObject([{ is_refunded: false, amount_refunded: 400, amount_paid: 1000 }]);
    const refunds = (await listMails(user.email)).filter(({ kind }) => kind === 'payment-refunded');
    expect(refunds).toMatchObject([{ amount: '$4.00', planName: SOLO }]);
  });

  it('that the bank sends back later is taken back in all figures, and the customer is told', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO, '4000000000005126');
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

it.each(['refund.updated', 'charge.refund.updated', 'refund.failed'])(
  'the event %s alone is enough to know of a refund that failed',
  async (type) => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO, '4000000000005126');
    await refund(id);
    await test.deliver();
    await test.control.advanceTo(test.control.now() + 120);
    const { customerId } = await test.payments.getSubscription(id);
    const [charge] = (await test.stripe.charges.list({ customer: customerId })).data;
    const event = listEventsAbout(test, String(charge?.id)).findLast((each) => each.type === type);
    expect(event?.data.object).toMatchObject({ status: 'failed' });
    expect(await getInvoices(user)).toMatchObject([{ amount_refunded: 1000, has_failed_refund: false }]);
    expect(await sendEvent(test, event as object)).toBe(200);
    await test.worker.whenIdle();
    expect(await getInvoices(user)).toMatchObject([{ amount_refunded: 0, has_failed_refund: true }]);
    await test.deliver();
    expect((await listMails(user.email)).filter(({ kind }) => kind === 'refund-failed')).toHaveLength(1);
  },
);

describe('a refund that failed', () => {
  let user: Subscriber;
  let id: string;
  beforeAll(async () => {
    user = await createSubscriber(test);
    id = await user.subscribe(SOLO, '4000000000005126');
    await refund(id);
    await test.deliver();
    await test.control.advanceTo(test.control.now() + 120);
    await test.deliver();
  });

  const findRefund = async () =>
    (await admin.call('GET', '/api/admin/billing/disputes')).body.refunds.find(
      (each: { user_id: number }) => each.user_id === user.id,
    );
  const settle = async (is_settled: boolean) =>
    admin.call('POST', `/api/admin/billing/refunds/${(await findRefund()).id}/settle`, { is_settled });
  const countOpen = async () => (await admin.call('GET', '/api/admin/billing/status')).body.failed_refunds;

  it('is mailed to those who look after payments: the customer was promised another way', async () => {
    const [manager] = await selectRows(test, 'SELECT email FROM users WHERE id = ?', admin.id);
    const mails = (await listMails(String(manager?.email))).filter(
      ({ kind, customerEmail }) => kind === 'refund-needs-attention' && customerEmail === user.email,
    );
    expect(mails).toMatchObject([{ amount: '$10.00', isCustomerTold: true }]);
  });

  it('waits for someone, in the same number on every screen, until it is marked as paid back', async () => {
    const before = await countOpen();
    expect(before).toBeGreaterThan(0);
    const status = (await admin.call('GET', '/api/admin/billing/status')).body;
    const { billing } = (await admin.call('GET', '/api/overview')).body;
    const { billing_problems: inNavigation } = (await admin.call('GET', '/api/overview/counts')).body;
    expect(billing.failed_refunds).toBe(before);
    expect(inNavigation).toBe(countBillingProblems(status, 0));
    expect(inNavigation).toBe(countBillingProblems(billing, billing.stripe_problems.length));
    expect(await findRefund()).toMatchObject({ status: 'failed', is_open: true, settled_at: null });

    expect(await settle(true)).toMatchObject({ status: 200, body: { message: 'Marked as paid back.' } });
    expect(await countOpen()).toBe(before - 1);
    expect(await findRefund()).toMatchObject({ is_open: false, settled_at: expect.any(String) });
    expect(await settle(true)).toMatchObject({ status: 409 });
    // What Stripe says about it later doesn’t undo that.
    await admin.call('POST', `/api/admin/billing/users/${user.id}/resync`);
    expect(await findRefund()).toMatchObject({ is_open: false });
    expect(await settle(false)).toMatchObject({ status: 200, body: { message: 'The refund is open again.' } });
    expect(await countOpen()).toBe(before);
  });

  it('waits for nobody once it is refunded again through Stripe', async () => {
    const before = await countOpen();
    const [invoice] = await selectRows(test, 'SELECT stripe_invoice_id FROM invoices WHERE user_id = ?', user.id);
    const sql = `INSERT INTO refunds (stripe_refund_id, stripe_invoice_id, amount, currency, status, created_at)
      VALUES ('re_again', ?, 1000, 'nzd', 'pending', ?)`;
    await test.db.client.execute({ sql, args: [String(invoice?.stripe_invoice_id), Date.parse('2030-01-01')] });
    expect(await countOpen()).toBe(before - 1);
    await test.db.client.execute("UPDATE refunds SET status = 'failed' WHERE stripe_refund_id = 're_again'");
    expect(await countOpen()).toBe(before + 1);
  });

  it('is not found under another id, and one that went through can’t be marked', async () => {
    const settleId = (refundId: string, body: object = { is_settled: true }) =>
      admin.call('POST', `/api/admin/billing/refunds/${refundId}/settle`, body);
    expect((await settleId('re_none')).status).toBe(404);
    expect((await settleId('re_none', {})).status).toBe(400);
    await test.db.client.execute("UPDATE refunds SET status = 'succeeded' WHERE stripe_refund_id = 're_again'");
    expect((await settleId('re_again')).status).toBe(409);
  });
});

describe('a dispute', () => {
  it('is in the figures and on the screens, and those who look after payments get its due date by email', async () => {
    const before = (await admin.call('GET', '/api/admin/billing/revenue?months=1')).body.months[0];
    const user = await createSubscriber(test);
    await user.subscribe(CREW, '4000000000002685');
    await test.deliver();
    expect(await getInvoices(user)).toMatchObject([{ is_disputed: true, amount_paid: 3000 }]);
    const after = (await admin.call('GET', '/api/admin/billing/revenue?months=1')).body.months[0];
    expect(after.disputed - before.disputed).toBe(3000);
    const { body } = await admin.call('GET', '/api/admin/billing/disputes');
    expect(body.disputes).toMatchObject([{ user_id: user.id, amount: 3000, status: 'needs_response' }]);
    const status = (await admin.call('GET', '/api/admin/billing/status')).body;
    expect(status).toMatchObject({ open_disputes: 1, dispute_due_at: expect.stringMatching(/^2026-11-2[89]T/) });
    const { billing } = (await admin.call('GET', '/api/overview')).body;
    expect(billing).toMatchObject({ open_disputes: 1, dispute_due_at: status.dispute_due_at });
    const { billing_problems: inNavigation } = (await admin.call('GET', '/api/overview/counts')).body;
    expect(inNavigation).toBe(countBillingProblems(status, 0));
    const [row] = await selectRows(test, "SELECT to_email, data FROM outbox WHERE kind = 'payment-disputed'");
    expect(JSON.parse(String(row?.data))).toMatchObject({
      amount: '$30.00',
      reason: 'product_not_received',
      dueOn: expect.stringMatching(/^2[89] November 2026$/),
      customerEmail: user.email,
    });
    const [manager] = await selectRows(test, "SELECT email FROM users WHERE role = 'admin'");
    expect(row?.to_email).toBe(manager?.email);
  });

  it('that is won gives the money back to the figures', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO, '4000000000000259');
    await test.deliver();
    const { customerId } = await test.payments.getSubscription(id);
    const [charge] = (await test.stripe.charges.list({ customer: customerId })).data;
    const dispute = test.control.list('dispute').find((each) => each.charge === charge?.id);
    await test.control.dashboard.closeDispute(String(dispute?.id), 'won');
    await test.deliver();
    expect(await getInvoices(user)).toMatchObject([{ is_disputed: false }]);
    expect(await selectRows(test, 'SELECT amount_disputed FROM invoices WHERE user_id = ?', user.id)).toEqual([
      { amount_disputed: 0 },
    ]);
  });
});
