import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { formatBillingDate } from '#api/domain/money.ts';
import { syncCustomer, syncSubscription } from '#api/features/subscriptions/sync/sync.service.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import { pushSiteSources } from '../../support/app/site-sources.ts';
import type { OwnSite } from '../../support/payments/own-site.ts';
import { createEvent, selectRows, sendEvent } from '../../support/payments/send-event.ts';
import { CARD_FAILING, CARD_OK, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, BUOY_NAME, CREW, RUDDER, RUDDER_ID, SOLO, toKey } from '../../support/payments/tideworks.ts';

let test: OwnSite;
beforeAll(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

const DAY_S = 24 * 60 * 60;
const listMails = async (user: Subscriber) =>
  (await selectRows(test, 'SELECT kind, data FROM outbox WHERE to_email = ? ORDER BY id', user.email)).map((row) => ({
    kind: row.kind,
    ...JSON.parse(String(row.data)),
  }));
const listKinds = async (user: Subscriber) => (await listMails(user)).map(({ kind }) => kind);
const findRow = async (id: string) =>
  (await selectRows(test, 'SELECT * FROM subscriptions WHERE stripe_subscription_id = ?', id))[0];
const listAudits = async (subject: string) =>
  (await selectRows(test, 'SELECT action FROM audit_log WHERE subject = ? ORDER BY id', subject)).map(
    (row) => row.action,
  );
const getDeps = () => ({ ...test.deps, payments: test.payments });
/** What all webhooks about the user would do, twice. */
async function settle(subscriptionId: string): Promise<void> {
  const { customerId } = await test.payments.getSubscription(subscriptionId);
  await syncCustomer(getDeps(), customerId);
  expect((await syncCustomer(getDeps(), customerId)).repaired).toBe(0);
}

it('the first paid invoice is stamped on the waiting list of its product', async () => {
  const user = await createSubscriber(test);
  const insert = (productId: number) =>
    test.db.client.execute({
      sql: 'INSERT INTO waiting_list_entries (public_id, product_id, email, created_at) VALUES (?, ?, ?, 1)',
      args: [`entry-${productId}`, productId, user.email],
    });
  await insert(BUOY_ID);
  await insert(RUDDER_ID);
  await settle(await user.subscribe(CREW));
  const sql = `SELECT product_id, paid_at IS NOT NULL AS is_paid, paid_at = (SELECT min(paid_at) FROM invoices WHERE product_id = ${BUOY_ID}) AS is_first
    FROM waiting_list_entries WHERE email = ? ORDER BY product_id`;
  expect(await selectRows(test, sql, user.email)).toEqual([
    { product_id: BUOY_ID, is_paid: 1, is_first: 1 },
    { product_id: RUDDER_ID, is_paid: 0, is_first: null },
  ]);
});

describe('emails', () => {
  it('a purchase brings one receipt with amount, period and number', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    await settle(id);
    const { latestInvoiceId } = await test.payments.getSubscription(id);
    const { number } = await test.payments.getInvoice(String(latestInvoiceId));
    expect(await listMails(user)).toEqual([
      {
        kind: 'payment-receipt',
        userId: user.id,
        invoiceId: latestInvoiceId,
        firstName: 'Mere',
        productName: BUOY_NAME,
        planName: CREW,
        amount: '$30.00',
        number,
        periodStart: '21 November 2026',
        periodEnd: '21 December 2026',
        buyer: [],
        rows: [
          { label: 'Receipt', value: expect.stringMatching(/^0000\d\d$/) },
          { label: 'Paid on', value: expect.any(String) },
          { label: 'Net', value: '$26.09' },
          { label: '15% GST', value: '$3.91' },
          { label: 'Total', value: '$30.00' },
          { label: 'Paid by card', value: '$30.00' },
        ],
      },
    ]);
  });

  it('an upgrade brings its receipt and the change of plan, a downgrade when it is scheduled and when it begins', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    expect((await user.change('change', id, { planName: CREW })).status).toBe(200);
    await settle(id);
    expect((await listKinds(user)).sort()).toEqual(['payment-receipt', 'payment-receipt', 'plan-changed']);
    expect((await user.change('change', id, { planName: SOLO })).status).toBe(200);
    await settle(id);
    expect((await listMails(user)).at(-1)).toMatchObject({ kind: 'plan-changed', fromPlan: CREW, toPlan: SOLO });
    const { startsOn, payments } = (await listMails(user)).at(-1);
    expect(startsOn).toMatch(/^2[12] December 2026$/);
    expect(payments).toBe(`$10.00 every month from ${startsOn}`);
    await test.control.advanceTo((await test.payments.getSubscription(id)).currentPeriodEnd / 1_000 + 2 * 3600);
    await settle(id);
    expect(await findRow(id)).toMatchObject({ plan_name: toKey(SOLO), pending_plan_name: null });
    const changes = (await listMails(user)).filter(({ kind }) => kind === 'plan-changed');
    expect(changes.map(({ toPlan, startsOn }) => [toPlan, startsOn !== null])).toEqual([
      [CREW, false],
      [SOLO, true],
      [SOLO, false],
    ]);
    expect(await listAudits(`subscription:${id}`)).toEqual([
      'subscription.started',
      'subscription.plan_changed',
      'subscription.change_scheduled',
      'subscription.plan_changed',
    ]);
  });

  it('a renewal that fails brings one email for each attempt, and recovery one receipt', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    const { customerId, currentPeriodEnd } = await test.payments.getSubscription(id);
    const bad = await test.control.dashboard.addCard(customerId, CARD_FAILING);
    await test.stripe.subscriptions.update(id, { default_payment_method: bad.id });
    await test.control.advanceTo(currentPeriodEnd / 1_000 + 2 * 3600);
    await settle(id);
    expect(await findRow(id)).toMatchObject({ status: 'past_due' });
    const failed = async () => (await listMails(user)).filter(({ kind }) => kind === 'payment-failed');
    expect(await failed()).toEqual([
      {
        kind: 'payment-failed',
        firstName: 'Mere',
        productName: BUOY_NAME,
        planName: SOLO,
        amount: '$10.00',
        invoiceId: expect.stringMatching(/^in_/),
        nextAttempt: expect.any(String),
      },
    ]);
    const invoiceId = String((await test.payments.getSubscription(id)).latestInvoiceId);
    const { nextPaymentAttempt } = await test.payments.getInvoice(invoiceId);
    await test.control.advanceTo(Number(nextPaymentAttempt) / 1_000 + 60);
    await settle(id);
    expect(await failed()).toHaveLength(2);
    const good = await test.control.dashboard.addCard(customerId, CARD_OK);
    await test.stripe.subscriptions.update(id, { default_payment_method: good.id });
    await test.stripe.invoices.pay(invoiceId, { payment_method: good.id });
    await settle(id);
    expect(await findRow(id)).toMatchObject({ status: 'active' });
    expect(await failed()).toHaveLength(2);
    expect((await listKinds(user)).filter((kind) => kind === 'payment-receipt')).toHaveLength(2);
    expect(await listAudits(`subscription:${id}`)).toEqual([
      'subscription.started',
      'subscription.past_due',
      'subscription.recovered',
    ]);
  });

  it('a cancellation brings one email now and one at the end', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    expect((await user.change('cancel', id)).status).toBe(200);
    await settle(id);
    await test.control.advanceTo((await test.payments.getSubscription(id)).currentPeriodEnd / 1_000 + 60);
    await settle(id);
    const mails = (await listMails(user)).filter(({ kind }) => kind === 'subscription-cancelled');
    expect(mails.map(({ canReactivate }) => canReactivate)).toEqual([true, false]);
    expect(await findRow(id)).toMatchObject({ status: 'canceled' });
  });

  it('a cancellation that is taken back brings one that says when the next payment is taken', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    const reactivated = async () => (await listMails(user)).filter(({ kind }) => kind === 'subscription-reactivated');
    for (const round of [1, 2]) {
      expect((await user.change('cancel', id)).status).toBe(200);
      await settle(id);
      // Two cancellations in the same second are the same one to Stripe.
      await test.control.advanceTo(test.control.now() + 60);
      expect((await user.change('reactivate', id)).status).toBe(200);
      await settle(id);
      expect(await reactivated()).toHaveLength(round);
    }
    const { currentPeriodEnd } = await test.payments.getSubscription(id);
    const renewsOn = formatBillingDate(currentPeriodEnd, test.deps.site.timeZone);
    expect(await reactivated()).toContainEqual(
      expect.objectContaining({ productName: BUOY_NAME, planName: SOLO, renewsOn }),
    );
  });

  it('nobody gets one about the history of an account that is read for the first time', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await settle(id);
    const { customerId } = await test.payments.getSubscription(id);
    await test.stripe.subscriptions.cancel(id);
    await test.db.client.batch([
      { sql: 'DELETE FROM subscriptions WHERE user_id = ?', args: [user.id] },
      { sql: 'DELETE FROM invoices WHERE user_id = ?', args: [user.id] },
      { sql: 'DELETE FROM outbox WHERE to_email = ?', args: [user.email] },
    ]);
    const clock = { now: () => (test.control.now() + 8 * DAY_S) * 1_000 };
    expect((await syncCustomer({ ...getDeps(), clock }, customerId)).repaired).toBe(2);
    expect(await listMails(user)).toEqual([]);
    expect(await findRow(id)).toMatchObject({ status: 'canceled', user_id: user.id });
  });
});

/** A second checkout of the same customer, past our own check: Stripe does not prevent it. */
async function payTwice(user: Subscriber): Promise<{ first: string; second: string }> {
  const first = await user.subscribe(SOLO);
  const { customerId } = await test.payments.getSubscription(first);
  const metadata = { user_id: String(user.id) };
  const session = await test.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    line_items: [{ price: String(test.payments.listPriceIds(toKey(CREW))[0]), quantity: 1 }],
    subscription_data: { metadata },
    success_url: 'http://localhost:4321/',
  });
  await test.control.pay(session.id, { card: CARD_OK });
  const second = String((await test.stripe.checkout.sessions.retrieve(session.id)).subscription);
  return { first, second };
}

describe('a second subscription to the same product', () => {
  it('1 is refunded and cancelled; the first stays, and only it has a receipt', async () => {
    const user = await createSubscriber(test);
    const { first, second } = await payTwice(user);
    await settle(second);
    expect(await findRow(first)).toMatchObject({ status: 'active', plan_name: toKey(SOLO) });
    expect(await findRow(second)).toMatchObject({ status: 'canceled' });
    expect(
      await selectRows(
        test,
        'SELECT amount_paid, amount_refunded FROM invoices WHERE stripe_subscription_id = ?',
        second,
      ),
    ).toEqual([{ amount_paid: 3000, amount_refunded: 3000 }]);
    expect(await listKinds(user)).toEqual(['payment-receipt', 'payment-refunded']);
    expect(await listAudits(`subscription:${second}`)).toEqual([
      'subscription.started',
      'payment.refunded',
      'subscription.ended',
    ]);
  });

  it('is refunded once when Stripe fails between the refund and the cancellation', async () => {
    const user = await createSubscriber(test);
    const { first, second } = await payTwice(user);
    test.control.setFault({ match: { method: 'DELETE', path: `/v1/subscriptions/${second}` }, kind: '429', times: 1 });
    await expect(settle(second)).rejects.toThrow();
    expect(await findRow(second)).toMatchObject({ status: 'active' });
    await settle(second);
    expect(await findRow(second)).toMatchObject({ status: 'canceled' });
    expect(await findRow(first)).toMatchObject({ status: 'active' });
    const { customerId } = await test.payments.getSubscription(second);
    const charges = (await test.stripe.charges.list({ customer: customerId })).data.map(({ id }) => id);
    expect(test.control.list('refund').filter(({ charge }) => charges.includes(charge))).toHaveLength(1);
  });

  it('of another product is no second one', async () => {
    const user = await createSubscriber(test);
    const one = await user.subscribe(SOLO);
    const other = await user.subscribe(RUDDER);
    await settle(one);
    for (const id of [one, other]) expect(await findRow(id)).toMatchObject({ status: 'active' });
  });
});

describe('20 a price that is not in the settings', () => {
  const withoutPrices = () => {
    onTestFinished(pushSiteSources({ catalogue: () => ({ ...test.published.content, priceIds: {} }) }));
    return getDeps();
  };

  it('leaves the plan of a subscription that we know, and its renewal is followed', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    await test.control.advanceTo((await test.payments.getSubscription(id)).currentPeriodEnd / 1_000 + 2 * 3600);
    const { currentPeriodEnd } = await test.payments.getSubscription(id);
    const row = await syncSubscription(withoutPrices(), { id, customerId: null });
    expect(row).toMatchObject({ planName: toKey(SOLO), status: 'active', currentPeriodEnd });
  });

  it('is none of ours for a subscription that we do not know: it has no row', async () => {
    const user = await createSubscriber(test);
    const { body } = await user.checkout(SOLO);
    await test.control.pay(body.sessionId, { card: CARD_OK });
    const id = String((await test.stripe.checkout.sessions.retrieve(body.sessionId)).subscription);
    expect(await syncSubscription(withoutPrices(), { id, customerId: null })).toBeNull();
    expect(await findRow(id)).toBeUndefined();
  });
});

it('a refund in the dashboard becomes one audit row and one email, however often it is reported', async () => {
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  await settle(id);
  const { customerId, latestInvoiceId } = await test.payments.getSubscription(id);
  // The outbox forgets emails after a month: its keys alone must not be what stops a second receipt.
  await test.db.client.execute({ sql: 'DELETE FROM outbox WHERE to_email = ?', args: [user.email] });
  const [charge] = (await test.stripe.charges.list({ customer: customerId })).data;
  const object = { id: String(charge?.id), object: 'charge', customer: customerId };
  await test.stripe.refunds.create({ payment_intent: String(charge?.payment_intent), amount: 400 });
  await settle(id);
  await sendEvent(test, createEvent('charge.refunded', object, 'evt_again'));
  await test.worker.whenIdle();
  expect(await listMails(user)).toMatchObject([{ kind: 'payment-refunded', amount: '$4.00', planName: SOLO }]);
  expect(await listAudits(`invoice:${latestInvoiceId}`)).toEqual(['payment.refunded']);
  expect(
    await selectRows(test, 'SELECT amount_refunded FROM invoices WHERE stripe_invoice_id = ?', String(latestInvoiceId)),
  ).toEqual([{ amount_refunded: 400 }]);
});
