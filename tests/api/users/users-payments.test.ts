import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PaymentError } from '#api/adapters/payments.ts';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createUser } from '../../support/app/users.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { CREW, SOLO } from '../../support/payments/tideworks.ts';

const USERS = '/api/admin/users';
let test: PaymentApp;
let admin: ApiCaller;
let keys = 0;
beforeAll(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

const listPayments = async ({ id }: { id: number }) =>
  (await admin.call('GET', `${USERS}/${id}/payments`)).body.data.payments;

/** A user who has paid $10.00, and the id of the invoice. */
async function createPayer(card?: string) {
  const user = await createSubscriber(test);
  const subscriptionId = await user.subscribe(SOLO, card);
  const [payment] = await listPayments(user);
  return { user, subscriptionId, invoiceId: String(payment.id), number: String(payment.invoice_number) };
}
type Payer = Awaited<ReturnType<typeof createPayer>>;

const newKey = () => `refund-of-the-test-${++keys}`;
const refund = ({ user, invoiceId }: { user: { id: number }; invoiceId: string }, body: object = {}, by = admin) =>
  by.call('POST', `${USERS}/${user.id}/payments/${invoiceId}/refund`, {
    amount: 1_000,
    refundedBefore: 0,
    reason: 'requested_by_customer',
    idempotencyKey: newKey(),
    ...body,
  });
const listRefunds = async ({ user }: Payer) => {
  const [row] = await selectRows(test, 'SELECT customer_id FROM stripe_customers WHERE user_id = ?', user.id);
  const charges = (await test.stripe.charges.list({ customer: String(row?.customer_id) })).data;
  const refunds = test.control.list('refund').filter((each) => charges.some(({ id }) => id === each.charge));
  return refunds.reverse();
};
const listMails = async ({ user }: Payer) =>
  (await selectRows(test, "SELECT data FROM outbox WHERE to_email = ? AND kind = 'payment-refunded'", user.email)).map(
    ({ data }) => JSON.parse(String(data)).amount,
  );

describe('the payments of a user', () => {
  it('say of a payment whose rest was credited by a change of plan which invoice did it', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    test.clock.advance(60_000);
    expect(await user.change('change', id, { planName: CREW })).toMatchObject({ status: 200 });
    const [change, first] = await listPayments(user);
    expect(change).toMatchObject({ plan_name: CREW, credited_by: null });
    expect(first.credited_by).toEqual({ at: change.created_at, plan_name: CREW, number: change.invoice_number });
  });
});

describe('an admin refunds a payment', () => {
  it('in full: Stripe, the figures and the customer know it at once, and the audit log who asked for it', async () => {
    const payer = await createPayer();
    expect(await refund(payer)).toMatchObject({
      status: 200,
      body: { message: '$10.00 refunded', data: { user: { id: payer.user.id, paid_total: 0 } }, undo: null },
    });
    expect(await listRefunds(payer)).toMatchObject([{ amount: 1_000, reason: 'requested_by_customer' }]);
    expect(await listPayments(payer.user)).toMatchObject([
      {
        status_display: 'Refunded',
        amount_refunded: 1_000,
        refundable: 0,
        refund_obstacle: 'This payment is already refunded.',
      },
    ]);
    expect(await listMails(payer)).toEqual(['$10.00']);
    const audit = await selectRows(
      test,
      'SELECT action, actor_id, detail FROM audit_log WHERE subject = ? ORDER BY id',
      `invoice:${payer.invoiceId}`,
    );
    const money = { user: payer.user.id, cents: 1_000, currency: 'nzd' };
    expect(audit.map((row) => ({ ...row, detail: JSON.parse(String(row.detail)) }))).toEqual([
      {
        action: 'payment.refund_requested',
        actor_id: admin.id,
        detail: { ...money, reason: 'requested_by_customer' },
      },
      { action: 'payment.refunded', actor_id: null, detail: money },
    ]);
    // The event of Stripe says nothing new.
    await test.deliver();
    expect(await listMails(payer)).toEqual(['$10.00']);
  });

  it('in parts, up to what is left; the subscription goes on', async () => {
    const payer = await createPayer();
    expect((await refund(payer, { amount: 400, reason: 'other' })).status).toBe(200);
    expect(await listPayments(payer.user)).toMatchObject([
      { status_display: 'Partly refunded', amount_refunded: 400, refundable: 600, refund_obstacle: null },
    ]);
    const tooMuch = { amount: 601, refundedBefore: 400 };
    expect(await refund(payer, tooMuch)).toMatchObject({
      status: 409,
      body: { message: 'Only $6.00 is left to refund.' },
    });
    expect((await refund(payer, { amount: 600, refundedBefore: 400, reason: 'duplicate' })).status).toBe(200);
    expect(await listRefunds(payer)).toMatchObject([
      { amount: 600, reason: 'duplicate' },
      { amount: 400, reason: null },
    ]);
    expect(await listMails(payer)).toEqual(['$4.00', '$6.00']);
    expect((await test.payments.getSubscription(payer.subscriptionId)).status).toBe('active');
  });

  it('once, however often the request with its key is sent', async () => {
    const payer = await createPayer();
    const body = { amount: 400, idempotencyKey: newKey() };
    const results = await Promise.all([refund(payer, body), refund(payer, body)]);
    expect([...results, await refund(payer, body)].map(({ status }) => status)).toEqual([200, 200, 200]);
    // Stripe forgets the key after a day.
    test.clock.advance(2 * 24 * 3_600_000);
    const later = await createApiCaller(test);
    expect((await refund(payer, body, later)).status).toBe(200);
    expect(await listRefunds(payer)).toMatchObject([{ amount: 400 }]);
    const requests = "SELECT id FROM audit_log WHERE action = 'payment.refund_requested' AND subject = ?";
    expect(await selectRows(test, requests, `invoice:${payer.invoiceId}`)).toHaveLength(1);
    admin = later;
  });

  it('with a row in the audit log for each payment and amount, also where one key is sent for several', async () => {
    const [payer, other] = [await createPayer(), await createPayer()];
    const idempotencyKey = newKey();
    await refund(payer, { idempotencyKey });
    await refund(other, { idempotencyKey, amount: 400 });
    await refund(other, { idempotencyKey, amount: 600 });
    const requests =
      "SELECT detail FROM audit_log WHERE action = 'payment.refund_requested' AND subject IN (?, ?) ORDER BY id";
    const rows = await selectRows(test, requests, `invoice:${payer.invoiceId}`, `invoice:${other.invoiceId}`);
    expect(rows.map(({ detail }) => JSON.parse(String(detail)).cents)).toEqual([1_000, 400, 600]);
  });

  it('not where more has been refunded since the page was loaded', async () => {
    const payer = await createPayer();
    await refund(payer, { amount: 400 });
    expect(await refund(payer, { amount: 400 })).toMatchObject({
      status: 409,
      body: { message: '$4.00 of this payment is refunded by now. Check the amount, then try again.' },
    });
    expect(await listRefunds(payer)).toHaveLength(1);
  });

  it('not one that somebody refunded in the dashboard, which is then shown', async () => {
    const payer = await createPayer();
    const { customerId } = await test.payments.getSubscription(payer.subscriptionId);
    const [charge] = (await test.stripe.charges.list({ customer: customerId })).data;
    await test.stripe.refunds.create({ payment_intent: String(charge?.payment_intent) });
    expect(await refund(payer)).toMatchObject({
      status: 409,
      body: { message: 'This payment is already refunded.' },
    });
    expect(await listPayments(payer.user)).toMatchObject([{ status_display: 'Refunded', refundable: 0 }]);
  });

  it('not a disputed one, in words', async () => {
    const payer = await createPayer('4000000000002685');
    await test.deliver();
    expect(await listPayments(payer.user)).toMatchObject([
      { refundable: 0, refund_obstacle: expect.stringMatching(/^The customer disputes this payment at their bank/) },
    ]);
  });

  it.each([
    [
      'charge_disputed',
      'The customer disputes this payment at their bank. Answer the dispute in the Stripe dashboard.',
    ],
    [
      'balance_insufficient',
      'Your balance at Stripe is too low for this refund. Add to it in the Stripe dashboard, then try again.',
    ],
    ['something_new', 'Stripe refused this refund. Its dashboard says why.'],
  ])('says in words that Stripe refused it with %s', async (code, message) => {
    const payer = await createPayer();
    const { payments } = test.deps;
    test.deps.payments = {
      ...test.payments,
      refundInvoice: () => Promise.reject(new PaymentError('refused', 'No such thing, req_1.', { code })),
    };
    expect(await refund(payer)).toMatchObject({ status: 409, body: { message } });
    test.deps.payments = payments;
  });

  it('F11 safely after an answer of Stripe was lost: trying again refunds it once', async () => {
    const payer = await createPayer();
    const body = { idempotencyKey: newKey() };
    test.control.setFault({ match: { method: 'POST', path: '/v1/refunds' }, kind: '500-after', times: 10 });
    expect(await refund(payer, body)).toMatchObject({
      status: 503,
      body: {
        message: 'Stripe didn’t answer, so we don’t know whether the refund was made. Try again: it’s made only once.',
      },
    });
    test.control.clearFaults();
    expect((await refund(payer, body)).status).toBe(200);
    expect(await listRefunds(payer)).toHaveLength(1);
    expect(await listMails(payer)).toEqual(['$10.00']);
  });

  it('T7 only of the user in the address', async () => {
    const [payer, other] = [await createPayer(), await createUser(test)];
    expect(await refund({ ...payer, user: other })).toMatchObject({
      status: 404,
      body: { message: 'Payment not found' },
    });
    expect((await refund({ ...payer, invoiceId: 'in_unknown' })).status).toBe(404);
    expect(await listRefunds(payer)).toEqual([]);
  });

  it.each([
    ['no amount', { amount: 0 }, 'amount'],
    ['a part of a cent', { amount: 1.5 }, 'amount'],
    ['a reason that is not in the list', { reason: 'bored' }, 'reason'],
    ['no key', { idempotencyKey: '' }, 'idempotencyKey'],
  ])('refuses %s', async (_name, body, path) => {
    const payer = await createPayer();
    const { status, body: answer } = await refund(payer, body);
    expect([status, answer.issues[0].path]).toEqual([400, path]);
  });
});

describe('an admin cancels a subscription for its user', () => {
  const readActs = async (subscriptionId: string) =>
    (
      await selectRows(
        test,
        "SELECT actor_id, detail FROM audit_log WHERE action = 'billing.subscription_changed' AND subject = ? ORDER BY id",
        `subscription:${subscriptionId}`,
      )
    ).map(({ actor_id, detail }) => [actor_id, JSON.parse(String(detail)).act]);
  const change = ({ user, subscriptionId }: Payer, act: string, body: object = {}) =>
    admin.call('POST', `/api/subscriptions/${act}/${subscriptionId}`, { userId: user.id, ...body });

  it('with its period, takes that back, and ends it at once; the audit log says which', async () => {
    const payer = await createPayer();
    expect(await change(payer, 'cancel', { when: 'period_end' })).toMatchObject({
      status: 200,
      body: { subscription: { status: 'active', cancel_at_period_end: true } },
    });
    expect(await change(payer, 'reactivate')).toMatchObject({
      body: { subscription: { cancel_at_period_end: false } },
    });
    expect(await change(payer, 'cancel', { when: 'now' })).toMatchObject({
      status: 200,
      body: { message: 'Subscription ended', subscription: { status: 'canceled' } },
    });
    expect((await test.stripe.subscriptions.retrieve(payer.subscriptionId)).status).toBe('canceled');
    expect(await listRefunds(payer)).toEqual([]);
    expect(await readActs(payer.subscriptionId)).toEqual([
      [admin.id, 'cancel'],
      [admin.id, 'reactivate'],
      [admin.id, 'cancel_now'],
    ]);
    const mails = await selectRows(
      test,
      "SELECT data FROM outbox WHERE to_email = ? AND kind = 'subscription-cancelled' ORDER BY id",
      payer.user.email,
    );
    expect(mails.map(({ data }) => JSON.parse(String(data)).canReactivate)).toEqual([true, false]);
    expect(await change(payer, 'cancel', { when: 'now' })).toMatchObject({
      status: 409,
      body: { message: 'This subscription has ended.' },
    });
  });

  it('at once also where it was to end with its period', async () => {
    const payer = await createPayer();
    await payer.user.change('cancel', payer.subscriptionId);
    expect(await change(payer, 'cancel', { when: 'now' })).toMatchObject({
      body: { subscription: { status: 'canceled' } },
    });
  });

  it('T7 at once, which the user can’t', async () => {
    const payer = await createPayer();
    expect(await payer.user.change('cancel', payer.subscriptionId, { when: 'now' })).toMatchObject({
      status: 403,
      body: { message: 'Subscriptions end with their period. Contact us to end one sooner.' },
    });
    expect((await test.payments.getSubscription(payer.subscriptionId)).status).toBe('active');
  });
});

describe('the customer at Stripe', () => {
  const getCustomer = async (id: number) => (await admin.call('GET', `${USERS}/${id}`)).body.data.user.stripe_customer;

  it('is named on the page of a user who has one, without a link to the sandbox', async () => {
    const { user } = await createPayer();
    const [row] = await selectRows(test, 'SELECT customer_id FROM stripe_customers WHERE user_id = ?', user.id);
    expect(await getCustomer(user.id)).toEqual({ id: row?.customer_id, url: null });
    expect(await getCustomer((await createUser(test)).id)).toBeNull();
  });

  it.each([
    ['sk_test_1', 'https://dashboard.stripe.com/test/customers/cus_1'],
    ['rk_live_1', 'https://dashboard.stripe.com/customers/cus_1'],
  ])('is linked in the dashboard of the mode of the key %s', (secretKey, url) => {
    const payments = createStripePayments({ ...test.settings, secretKey, sandboxUrl: null });
    expect(payments.getCustomerUrl('cus_1')).toBe(url);
  });
});
