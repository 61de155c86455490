import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createEvent, listEventsAbout, selectRows, sendEvent } from '../../support/payments/send-event.ts';
import { CARD_OK, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, CREW, SOLO, toKey } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
beforeAll(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

/** Pays for a plan; nothing of it is known here yet. */
async function buy(user: Subscriber, planName = SOLO) {
  const { body } = await user.checkout(planName);
  await test.control.pay(body.sessionId, { card: CARD_OK });
  const session = await test.stripe.checkout.sessions.retrieve(body.sessionId);
  return {
    sessionId: body.sessionId as string,
    subscriptionId: String(session.subscription),
    customerId: String(session.customer),
    invoiceId: String(session.invoice),
  };
}

const findSubscription = async (id: string) =>
  (await selectRows(test, 'SELECT * FROM subscriptions WHERE stripe_subscription_id = ?', id))[0];
const listMails = async (user: Subscriber) =>
  (await selectRows(test, 'SELECT kind FROM outbox WHERE to_email = ? ORDER BY id', user.email)).map(
    ({ kind }) => kind,
  );
const listAudits = async (subscriptionId: string) =>
  (
    await selectRows(
      test,
      'SELECT action FROM audit_log WHERE subject = ? ORDER BY id',
      `subscription:${subscriptionId}`,
    )
  ).map(({ action }) => action);
const findEvent = async (id: string) => (await selectRows(test, 'SELECT * FROM stripe_events WHERE id = ?', id))[0];
const ofType = (type: string, ...texts: string[]) => {
  const event = listEventsAbout(test, ...texts).find((each) => each.type === type);
  if (!event) throw new Error(`The sandbox has no event ${type}.`);
  return event;
};
async function forget({ subscriptionId, sessionId }: { subscriptionId: string; sessionId: string }): Promise<void> {
  await test.db.client.batch([
    { sql: 'DELETE FROM subscriptions WHERE stripe_subscription_id = ?', args: [subscriptionId] },
    { sql: 'DELETE FROM invoices WHERE stripe_subscription_id = ?', args: [subscriptionId] },
    { sql: "UPDATE checkout_attempts SET status = 'open', closed_at = NULL WHERE session_id = ?", args: [sessionId] },
    'DELETE FROM stripe_events',
    'DELETE FROM outbox',
    'DROP TRIGGER IF EXISTS audit_log_no_delete', // the keys of an earlier round would keep its rows
    'DELETE FROM audit_log',
  ]);
}

const FIRST_FIVE = [
  'checkout.session.completed',
  'customer.subscription.created',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
];

function permute<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permute([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

describe('T14 events of a purchase', () => {
  it('2 in each of the 120 orders of the first five leave the same rows, one receipt and one audit row', async () => {
    const user = await createSubscriber(test);
    const bought = await buy(user);
    const events = FIRST_FIVE.map((type) => ofType(type, bought.subscriptionId, bought.sessionId));
    const provided = await test.payments.getSubscription(bought.subscriptionId);
    for (const order of permute(events)) {
      for (const event of order) expect(await sendEvent(test, event)).toBe(200);
      await test.worker.whenIdle();
      expect(await findSubscription(bought.subscriptionId)).toMatchObject({
        user_id: user.id,
        plan_name: toKey(SOLO),
        status: 'active',
        current_period_start: provided.currentPeriodStart,
        current_period_end: provided.currentPeriodEnd,
      });
      expect(await selectRows(test, 'SELECT status, amount_paid, plan_name, user_id FROM invoices')).toEqual([
        { status: 'paid', amount_paid: 1000, plan_name: toKey(SOLO), user_id: user.id },
      ]);
      expect(await listMails(user)).toEqual(['payment-receipt']);
      expect(await listAudits(bought.subscriptionId)).toEqual(['subscription.started']);
      expect(await selectRows(test, 'SELECT status FROM checkout_attempts')).toEqual([{ status: 'complete' }]);
      await forget(bought);
    }
  });

  it('5 are enough without the session: the invoice’s event alone brings user, plan and receipt', async () => {
    const user = await createSubscriber(test);
    const bought = await buy(user, CREW);
    await test.db.client.execute({ sql: 'DELETE FROM stripe_customers WHERE user_id = ?', args: [user.id] });
    await sendEvent(test, ofType('invoice.paid', bought.subscriptionId));
    await test.worker.whenIdle();
    expect(await findSubscription(bought.subscriptionId)).toMatchObject({ user_id: user.id, plan_name: toKey(CREW) });
    expect(await selectRows(test, 'SELECT customer_id FROM stripe_customers WHERE user_id = ?', user.id)).toEqual([
      { customer_id: bought.customerId },
    ]);
    expect(await listMails(user)).toEqual(['payment-receipt']);
  });

  it('9 one event sent 100 times in parallel is answered 100 times with 200, and has one effect', async () => {
    const user = await createSubscriber(test);
    const { subscriptionId } = await buy(user);
    const event = ofType('invoice.paid', subscriptionId);
    const times: number[] = [];
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const started = performance.now();
        const status = await sendEvent(test, event);
        times.push(performance.now() - started);
        return status;
      }),
    );
    await test.worker.whenIdle();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await findEvent(event.id)).toMatchObject({ status: 'applied', attempts: 1 });
    expect(await listMails(user)).toEqual(['payment-receipt']);
    expect(await listAudits(subscriptionId)).toEqual(['subscription.started']);
  });

  it('7 take the period from the item, with true dates', async () => {
    const user = await createSubscriber(test);
    const { subscriptionId } = await buy(user);
    await test.deliver();
    const fetched = await test.stripe.subscriptions.retrieve(subscriptionId);
    expect(fetched).not.toHaveProperty('current_period_end');
    const item = fetched.items.data[0];
    expect(await findSubscription(subscriptionId)).toMatchObject({
      current_period_start: (item?.current_period_start ?? 0) * 1_000,
      current_period_end: (item?.current_period_end ?? 0) * 1_000,
    });
  });

  it('11 in the shape of an older version of the API are read again from Stripe', async () => {
    const user = await createSubscriber(test);
    const { subscriptionId, customerId } = await buy(user);
    const oldShape = {
      id: subscriptionId,
      object: 'subscription',
      customer: customerId,
      status: 'past_due',
      current_period_start: 1,
      current_period_end: 2,
      plan: { id: 'price_old' },
    };
    const event = { ...createEvent('customer.subscription.updated', oldShape), api_version: '2019-12-03' };
    expect(await sendEvent(test, event)).toBe(200);
    await test.worker.whenIdle();
    const { status, planName, currentPeriodEnd } = await test.payments
      .getSubscription(subscriptionId)
      .then((subscription) => ({ ...subscription, planName: test.payments.findPlanKey(subscription.priceId) }));
    expect(await findSubscription(subscriptionId)).toMatchObject({
      status,
      plan_name: planName,
      current_period_end: currentPeriodEnd,
    });
  });
});

describe('T14 the end of a subscription', () => {
  it('3 arriving after the purchase of the next one ends the first only', async () => {
    const user = await createSubscriber(test);
    const first = await user.subscribe(SOLO);
    await test.stripe.subscriptions.cancel(first);
    const ended = ofType('customer.subscription.deleted', first);
    // Our row of the first still says active: its event is late.
    const { customerId } = await test.payments.getSubscription(first);
    const session = await test.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customerId,
      line_items: [{ price: String(test.payments.listPriceIds(toKey(CREW))[0]), quantity: 1 }],
      client_reference_id: String(user.id),
      success_url: 'http://localhost:4321/',
    });
    await test.control.pay(session.id, { card: CARD_OK });
    const second = String((await test.stripe.checkout.sessions.retrieve(session.id)).subscription);
    await sendEvent(test, ofType('customer.subscription.created', second));
    await test.worker.whenIdle();
    await sendEvent(test, ended);
    await test.worker.whenIdle();
    expect(await findSubscription(first)).toMatchObject({ status: 'canceled' });
    expect(await findSubscription(second)).toMatchObject({
      status: 'active',
      plan_name: toKey(CREW),
      user_id: user.id,
    });
    const { body } = await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`);
    expect(body.subscription).toMatchObject({ stripe_subscription_id: second, status: 'active' });
  });

  it('is final: an event from before changes nothing and sends nothing', async () => {
    const user = await createSubscriber(test);
    const subscriptionId = await user.subscribe();
    await test.stripe.subscriptions.cancel(subscriptionId);
    await test.deliver();
    const row = await findSubscription(subscriptionId);
    const mails = await listMails(user);
    const early = createEvent(
      'customer.subscription.updated',
      { id: subscriptionId, object: 'subscription' },
      'evt_early',
    );
    await sendEvent(test, early);
    await test.worker.whenIdle();
    expect(await findSubscription(subscriptionId)).toEqual(row);
    expect(await listMails(user)).toEqual(mails);
    expect(mails.filter((kind) => kind === 'subscription-cancelled')).toHaveLength(1);
  });

  it('6 set in the portal, which sets `cancel_at` only, is seen; Reactivate takes it back', async () => {
    const user = await createSubscriber(test);
    const subscriptionId = await user.subscribe();
    const { currentPeriodEnd } = await test.payments.getSubscription(subscriptionId);
    await test.stripe.subscriptions.update(subscriptionId, { cancel_at: currentPeriodEnd / 1_000 });
    await test.deliver();
    const list = async () => (await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`)).body.subscription;
    expect(await list()).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    expect(await listMails(user)).toContain('subscription-cancelled');
    expect((await user.change('reactivate', subscriptionId)).status).toBe(200);
    await test.deliver();
    expect(await list()).toMatchObject({ cancel_at_period_end: false });
    expect(await listAudits(subscriptionId)).toEqual([
      'subscription.started',
      'subscription.cancel_scheduled',
      'subscription.reactivated',
    ]);
  });

  it('comes with the customer that someone deletes at Stripe; the next purchase makes a new one', async () => {
    const user = await createSubscriber(test);
    const first = await buy(user);
    await test.deliver();
    await test.stripe.customers.del(first.customerId);
    await test.deliver();
    expect(await findSubscription(first.subscriptionId)).toMatchObject({ status: 'canceled', user_id: user.id });
    expect(await selectRows(test, 'SELECT 1 FROM stripe_customers WHERE user_id = ?', user.id)).toEqual([]);
    expect((await buy(user, CREW)).customerId).not.toBe(first.customerId);
  });
});

describe('T14 the worker', () => {
  it('tries an event again after Stripe was away, later each time', async () => {
    const user = await createSubscriber(test);
    const { subscriptionId } = await buy(user);
    test.control.setFault({ match: { method: 'GET', path: '/v1/subscriptions/:id' }, kind: '503', times: 100 });
    const event = ofType('customer.subscription.created', subscriptionId);
    await sendEvent(test, event);
    await test.worker.whenIdle();
    const failed = await findEvent(event.id);
    expect(failed).toMatchObject({ status: 'failed', attempts: 1, last_error: expect.any(String) });
    expect(Number(failed?.next_attempt_at)).toBeGreaterThan(test.clock.now());
    test.clock.advance(3_000);
    await test.worker.whenIdle();
    const again = await findEvent(event.id);
    expect(again).toMatchObject({ status: 'failed', attempts: 2 });
    test.control.clearFaults();
    test.clock.advance(60_000);
    await test.worker.whenIdle();
    expect(await findEvent(event.id)).toMatchObject({ status: 'applied', attempts: 3, last_error: null });
    expect(await findSubscription(subscriptionId)).toMatchObject({ status: 'active' });
  });

  it('tries an event again after the clock was put back, and does not wait for a time that lies ahead', async () => {
    const user = await createSubscriber(test);
    const { subscriptionId } = await buy(user);
    test.control.setFault({ match: { method: 'GET', path: '/v1/subscriptions/:id' }, kind: '503', times: 100 });
    const event = ofType('customer.subscription.created', subscriptionId);
    await sendEvent(test, event);
    await test.worker.whenIdle();
    expect(await findEvent(event.id)).toMatchObject({ status: 'failed', attempts: 1 });
    test.control.clearFaults();
    await test.db.client.execute({
      sql: 'UPDATE stripe_events SET next_attempt_at = next_attempt_at + 300 * 86400000 WHERE id = ?',
      args: [event.id],
    });
    await test.worker.whenIdle();
    expect(await findEvent(event.id)).toMatchObject({ status: 'applied', attempts: 2 });
  });

  it('ignores an event about an object that Stripe does not have', async () => {
    await sendEvent(
      test,
      createEvent('customer.subscription.updated', { id: 'sub_unknown', customer: 'cus_unknown' }, 'evt_gone'),
    );
    await test.worker.whenIdle();
    expect(await findEvent('evt_gone')).toMatchObject({
      status: 'ignored',
      last_error: expect.stringContaining('sub_unknown'),
    });
  });

  it('at its start applies what was left over, and reads from Stripe’s list what was never delivered', async () => {
    const [one, other] = [await createSubscriber(test), await createSubscriber(test)];
    const left = await buy(one);
    const missed = await buy(other);
    const { BillingWorker } = await import('#api/features/subscriptions/webhooks/worker.service.ts');
    const wake = test.deps.billingWorker.wake;
    test.deps.billingWorker.wake = () => undefined;
    await sendEvent(test, ofType('invoice.paid', left.subscriptionId));
    test.deps.billingWorker.wake = wake;
    expect(await findEvent(ofType('invoice.paid', left.subscriptionId).id)).toMatchObject({ status: 'received' });
    const worker = new BillingWorker({ ...test.deps, payments: test.payments });
    worker.start();
    await worker.stop();
    await test.worker.whenIdle();
    expect(await findSubscription(left.subscriptionId)).toMatchObject({ status: 'active', user_id: one.id });
    expect(await findSubscription(missed.subscriptionId)).toMatchObject({ status: 'active', user_id: other.id });
    expect(await listMails(other)).toEqual(['payment-receipt']);
  });
});
