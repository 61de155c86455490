import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ApiScope } from '#api/domain/api-keys.ts';
import { enqueueDue } from '#api/features/subscription-webhooks/broadcasts.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { sellOtherwise, toPlanLimits } from '../../support/app/catalogue.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { type ProductReceiver, startProductReceiver } from '../../support/payments/product-receiver.ts';
import { CARD_OK, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, CREW, RUDDER, SOLO, toKey } from '../../support/payments/tideworks.ts';

const DAY_MS = 24 * 60 * 60_000;

let test: PaymentApp;
let admin: ApiCaller;
let product: ProductReceiver;
let key: string;

beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
  product = await startProductReceiver(test, admin);
  const scopes: ApiScope[] = ['entitlements'];
  key = (await admin.call('POST', '/api/admin/api-keys', { name: 'The app', scopes })).body.key;
});
afterEach(async () => {
  await product.close();
  await test.close();
});

async function ask(user: Subscriber) {
  const response = await test.app.request(`/api/v1/entitlements/${user.id}`, toRequestInit(key, 'GET'));
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  return ((await response.json()) as any).data;
}

const blacklist = (user: Subscriber, changes: object = {}) =>
  admin.call('POST', `/api/admin/users/${user.id}/blacklist`, { reason: 'Spam', ...changes });

const undo = (id: string) => admin.call('POST', '/api/admin/undo', { ids: [id] });

/** A subscriber of whom the product knows. */
async function createKnownSubscriber() {
  await product.addEndpoint();
  const user = await createSubscriber(test);
  const subscriptionId = await user.subscribe(SOLO);
  await product.worker.whenIdle();
  product.received.length = 0;
  return { user, subscriptionId };
}

it('An event names the subscription, its seats and interval, and all that the user has.', async () => {
  await product.addEndpoint();
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  const { data } = await product.findLast();
  expect(data.entitlement).toMatchObject({ subscription_id: id, quantity: 1, interval: 'month' });
  expect(data.entitlements).toEqual([data.entitlement]);
  expect(data.user).toEqual({ id: user.id, email: user.email, is_suspended: false });
});

it('An event and the answer to a program say the same, and the event has no lower version.', async () => {
  await product.addEndpoint();
  const user = await createSubscriber(test);
  await user.subscribe(SOLO);
  const { version, entitlement: _about, ...told } = (await product.findLast()).data;
  const { version: asked, ...answer } = await ask(user);
  // The program names the user by id, so it is told no address.
  expect(told).toEqual({ ...answer, user: { ...answer.user, email: user.email } });
  expect(answer.user.email).toBeNull();
  expect(asked).toBe(version);
});

it('A later event has a higher version, also when the clock was put back.', async () => {
  const { user, subscriptionId } = await createKnownSubscriber();
  await user.change('cancel', subscriptionId);
  const first = await product.findLast();
  test.clock.advance(-5 * DAY_MS);
  await blacklist(user);
  expect((await product.findLast()).data.version).toBeGreaterThan(first.data.version);
});

it('Products learn that a user was blacklisted, and that it was undone.', async () => {
  const { user } = await createKnownSubscriber();
  const { body } = await blacklist(user);
  const told = await product.findLast();
  expect(told).toMatchObject({
    type: 'entitlements.changed',
    data: { entitlement: null, user: { is_suspended: true } },
  });
  expect(told.data.entitlements).toHaveLength(1);
  await undo(body.undo.id);
  expect((await product.findLast()).data.user).toMatchObject({ is_suspended: false });
  expect(product.received).toHaveLength(2);
});

it('Products learn that a blacklisting was removed, and that the removal was undone.', async () => {
  const { user } = await createKnownSubscriber();
  await blacklist(user);
  const { body } = await admin.call('DELETE', `/api/admin/users/${user.id}/blacklist`);
  expect((await product.findLast()).data.user).toMatchObject({ is_suspended: false });
  await undo(body.undo.id);
  expect((await product.findLast()).data.user).toMatchObject({ is_suspended: true });
});

it('Products learn of users who are blacklisted together.', async () => {
  const { user } = await createKnownSubscriber();
  await admin.call('POST', '/api/admin/users/bulk', { action: 'blacklist', ids: [user.id], reason: 'Spam' });
  expect((await product.findLast()).data.user).toEqual({ id: user.id, email: user.email, is_suspended: true });
});

it('Products learn when a blacklisting ends by itself, also after a restart.', async () => {
  const { user } = await createKnownSubscriber();
  await blacklist(user, { blacklistedUntil: new Date(test.clock.now() + 3 * DAY_MS).toISOString() });
  await product.worker.whenIdle();
  expect(product.received).toHaveLength(1);
  await product.restartWorker();
  test.clock.advance(3 * DAY_MS - 1);
  await product.worker.whenIdle();
  expect(product.received).toHaveLength(1);
  test.clock.advance(1);
  expect((await product.findLast()).data.user).toMatchObject({ id: user.id, is_suspended: false });
  await product.worker.whenIdle();
  expect(product.received).toHaveLength(2);
});

it('Products learn that an account is being deleted, and that this was stopped.', async () => {
  const { user } = await createKnownSubscriber();
  const { body } = await admin.call('DELETE', `/api/admin/users/${user.id}`);
  expect((await product.findLast()).data.user).toEqual({ id: user.id, email: user.email, is_suspended: true });
  await undo(body.undo.id);
  expect((await product.findLast()).data.user).toMatchObject({ is_suspended: false });
});

it('Products learn that a user deleted the account: nothing is left but the id.', async () => {
  const { user } = await createKnownSubscriber();
  const { status } = await test.app.request('/api/account', toRequestInit(user.token, 'DELETE', { email: user.email }));
  expect(status).toBe(200);
  const last = await product.findLast();
  expect(last.type).toBe('entitlements.changed');
  expect(last.data).toMatchObject({ user: { id: user.id, email: null, is_suspended: true }, entitlements: [] });
});

it('Products learn a new email address of a user.', async () => {
  const { user } = await createKnownSubscriber();
  const names = { firstName: 'Mere', lastName: 'Tane' };
  const { status } = await admin.call('PUT', `/api/admin/users/${user.id}/contact`, {
    ...names,
    email: 'new@example.com',
    endSessions: false,
  });
  expect(status).toBe(200);
  expect((await product.findLast()).data.user).toMatchObject({ id: user.id, email: 'new@example.com' });
});

it('A publish that changes the limits of a plan is told for each of its subscribers, once.', async () => {
  const { user } = await createKnownSubscriber();
  const other = await createSubscriber(test);
  await other.subscribe(SOLO);
  const unconcerned = await createSubscriber(test);
  await unconcerned.subscribe(CREW);
  await product.worker.whenIdle();
  product.received.length = 0;
  sellOtherwise({
    plans: { Solo: { limits: toPlanLimits({ moorings_per_month: 7, guests_per_mooring: 70 }) } },
  });
  await product.worker.whenIdle();
  const events = product.listEvents();
  expect(events.map(({ data }) => data.user?.id)).toEqual([user.id, other.id]);
  for (const { type, data } of events) {
    expect(type).toBe('entitlements.changed');
    expect(data.entitlements[0]?.limits).toEqual({ moorings_per_month: 7, guests_per_mooring: 70 });
  }
  await product.worker.whenIdle();
  expect(product.received).toHaveLength(2);
});

it('A change of a plan reaches each of many subscribers once, also when the server stops in between.', async () => {
  const { user } = await createKnownSubscriber();
  await copySubscriber(user, 250);
  sellOtherwise({
    plans: { Solo: { limits: toPlanLimits({ moorings_per_month: 7, guests_per_mooring: 70 }) } },
  });
  await product.worker.stop();
  await enqueueDue(test.deps);
  expect(await countTold()).toEqual({ users: 100, webhooks: 100 });
  product.answer = 503;
  await product.restartWorker();
  await product.worker.whenIdle();
  expect(await countTold()).toEqual({ users: 251, webhooks: 251 });
});

it('A limit without a number is told as null, beside those with one.', async () => {
  await createKnownSubscriber();
  const limits = { moorings_per_month: 10, guests_per_mooring: null };
  sellOtherwise({ plans: { Solo: { limits: toPlanLimits(limits) } } });
  expect((await product.findLast()).data.entitlements[0]?.limits).toEqual(limits);
});

it('A renamed plan is told, and a change that is taken back before anybody was told is no news.', async () => {
  await createKnownSubscriber();
  sellOtherwise({ plans: { Solo: { planName: 'Enkel' } } });
  expect((await product.findLast()).data.entitlements[0]).toMatchObject({ plan: toKey(SOLO), plan_name: 'Enkel' });
  product.received.length = 0;
  sellOtherwise({ plans: { Solo: { planName: 'Else' } } });
  sellOtherwise({ plans: { Solo: { planName: 'Enkel' } } });
  await product.worker.whenIdle();
  expect(product.received).toEqual([]);
});

it('A changed free plan is told once for everyone, and each event of a user has it, too.', async () => {
  const { user, subscriptionId } = await createKnownSubscriber();
  const [free] = (await ask(user)).free_plans;
  expect(free).toMatchObject({ product: 'buoy', limits: { moorings_per_month: expect.any(Number) } });
  sellOtherwise({
    plans: { [free.plan_name]: { limits: toPlanLimits({ moorings_per_month: 2, guests_per_mooring: 20 }) } },
  });
  const told = await product.findLast();
  expect(told).toMatchObject({ type: 'free_plans.changed', data: { user: null, entitlements: [] } });
  const limits = { moorings_per_month: 2, guests_per_mooring: 20 };
  expect(told.data.free_plans).toMatchObject([{ product: 'buoy', limits }]);
  await user.change('cancel', subscriptionId);
  expect((await product.findLast()).data.free_plans).toEqual(told.data.free_plans);
  expect(product.received).toHaveLength(2);
});

it('An address of one product is told what the user has of that product.', async () => {
  await product.addEndpoint(BUOY_ID);
  const user = await createSubscriber(test);
  await user.subscribe(SOLO);
  await user.subscribe(RUDDER);
  await blacklist(user);
  const { data } = await product.findLast();
  expect(data.entitlements.map((each) => each.product)).toEqual(['buoy']);
  expect(data.free_plans.map((each) => each.product)).toEqual(['buoy']);
});

it('A webhook that waited says what holds when it is sent.', async () => {
  await product.addEndpoint();
  product.answer = 503;
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  await product.worker.whenIdle();
  await test.stripe.subscriptions.cancel(id);
  await test.deliver();
  product.answer = 204;
  product.received.length = 0;
  test.clock.advance(60_000);
  await product.worker.whenIdle();
  const [started, ended] = product.listEvents();
  expect(started).toMatchObject({ type: 'subscription.started', data: { entitlement: { is_active: true } } });
  expect(started?.data.entitlements).toEqual([]);
  expect(ended).toMatchObject({ type: 'subscription.ended', data: { entitlement: { subscription_id: id } } });
});

it('The end of a refunded duplicate leaves the user with the subscription that pays.', async () => {
  await product.addEndpoint();
  const user = await createSubscriber(test);
  const kept = await user.subscribe(SOLO);
  const { customerId } = await test.payments.getSubscription(kept);
  test.clock.advance(60_000);
  const session = await test.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    line_items: [{ price: String(test.payments.listPriceIds(toKey(CREW))[0]), quantity: 1 }],
    subscription_data: { metadata: { user_id: String(user.id) } },
    success_url: 'http://localhost:4321/',
  });
  await test.control.pay(session.id, { card: CARD_OK });
  const second = String((await test.stripe.checkout.sessions.retrieve(session.id)).subscription);
  await test.deliver();
  const last = await product.findLast();
  expect(last).toMatchObject({ type: 'subscription.ended', data: { entitlement: { subscription_id: second } } });
  expect(last.data.entitlements).toMatchObject([{ subscription_id: kept, plan: toKey(SOLO), is_active: true }]);
});

async function countTold() {
  const { rows } = await test.db.client.execute(
    "SELECT count(DISTINCT user_id) AS users, count(*) AS webhooks FROM subscription_webhooks WHERE type = 'entitlements.changed'",
  );
  return { users: Number(rows[0]?.users), webhooks: Number(rows[0]?.webhooks) };
}

/** Writes users with the same subscription as another one. */
async function copySubscriber(user: Subscriber, count: number): Promise<void> {
  const columns = (await test.db.client.execute('SELECT * FROM subscriptions LIMIT 0')).columns;
  const others = columns.filter((name) => !['id', 'user_id', 'stripe_subscription_id', 'customer_id'].includes(name));
  const statements = Array.from({ length: count }, (_, index) => [
    {
      sql: 'INSERT INTO users (email, created_at, updated_at) VALUES (?, 0, 0)',
      args: [`copy${index}@example.com`],
    },
    {
      sql: `INSERT INTO subscriptions (user_id, stripe_subscription_id, customer_id, ${others.join(', ')})
        SELECT (SELECT max(id) FROM users), ?, ?, ${others.join(', ')} FROM subscriptions WHERE user_id = ?`,
      args: [`sub_copy${index}`, `cus_copy${index}`, user.id],
    },
  ]).flat();
  await test.db.client.batch(statements, 'write');
}
