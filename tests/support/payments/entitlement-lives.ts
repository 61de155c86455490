import { join } from 'node:path';
import { findPlanByKey } from '#api/domain/catalogue.ts';
import { type ApiCaller, createApiCaller } from '../app/api-caller.ts';
import { sellOtherwise, toPlanLimits } from '../app/catalogue.ts';
import { createTestSession, toRequestInit } from '../app/users.ts';
import { createSeededRandom, type Random } from '../random/seeded-random.ts';
import type { DocumentedConsumer, OpenEntitlements } from './documented-consumer.ts';
import { createPaymentApp } from './payment-app.ts';
import type { PaymentApp } from './sandbox-app.ts';
import { type ProductReceiver, type ReceivedWebhook, startProductReceiver } from './product-receiver.ts';
import { CARD_FAILING, CARD_OK, createSubscriber, type Subscriber } from './subscriber.ts';
import { BUOY_NAME, CREW, DECKHAND, FLEET, SOLO, toKey } from './tideworks.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PLANS = [SOLO, CREW, FLEET] as const;
const FREE_PLAN = DECKHAND;
const PRODUCT = 'buoy';
/** Statuses in which a plan may be used, from Stripe’s documentation: the test doesn’t ask the code that it tests. */
const USABLE = ['active', 'trialing', 'past_due'];

type Limits = Record<string, number | null>;
/** A person, and what the test knows of them from what it did. */
type Life = { user: Subscriber; suspendedUntil: number | null; isDeleted: boolean; undoId: string | null };
export type LivesResult = { differences: string[]; delivered: number; compared: number; kinds: Set<string> };
type World = {
  test: PaymentApp;
  admin: ApiCaller;
  random: Random;
  product: ProductReceiver;
  lives: Life[];
  network: Network;
  limits: Record<string, Limits>;
};

/**
 * Lets people buy, change, fail to pay, be blacklisted and be deleted, while plans change. The documented program gets the webhooks over a
 * network that loses, delays, repeats and reorders them, and is down or started anew now and then. Each time all that was sent
 * has arrived, what it says is compared with Stripe and with what was done.
 */
export async function runEntitlementLives(
  open: OpenEntitlements,
  { seed, people, steps }: { seed: number; people: number; steps: number },
): Promise<LivesResult> {
  const test = await createPaymentApp();
  const admin = await createApiCaller(test);
  const random = createSeededRandom(seed);
  const product = await startProductReceiver(test, admin);
  try {
    const { secret } = await product.addEndpoint();
    const { body } = await admin.call('POST', '/api/admin/api-keys', { name: 'The app', scopes: ['entitlements'] });
    const ask = async (userId: number) => {
      const response = await test.app.request(`/api/v1/entitlements/${userId}`, toRequestInit(body.key, 'GET'));
      return response.status === 404 ? null : ((await response.json()) as { data: unknown }).data;
    };
    const reopen = () => open({ file: join(test.directory, 'known.json'), secret, ask, now: () => test.clock.now() });
    const network = createNetwork(random, reopen);
    product.answer = network.answer;
    const lives: Life[] = [];
    for (let each = 0; each < people; each += 1)
      lives.push({ user: await createSubscriber(test), suspendedUntil: null, isDeleted: false, undoId: null });
    const world: World = { test, admin, random, product, lives, network, limits: readLimits() };
    const result: LivesResult = { differences: [], delivered: 0, compared: 0, kinds: new Set() };
    for (let step = 0; step < steps && result.differences.length === 0; step += 1) {
      await takeStep(world);
      if (random.oneIn(6)) await compare(world, result, step);
    }
    await compare(world, result, steps);
    result.delivered = product.received.length;
    for (const { type } of product.listEvents()) result.kinds.add(type);
    return result;
  } finally {
    await product.close();
    await test.close();
  }
}

type Network = ReturnType<typeof createNetwork>;

/** Between the site and the program. What it accepts arrives in the end; what it repeats may come at any time. */
function createNetwork(random: Random, reopen: () => DocumentedConsumer) {
  let consumer = reopen();
  let isDown = false;
  let held: ReceivedWebhook[] = [];
  const copies: ReceivedWebhook[] = [];
  const receive = ({ body, signature }: ReceivedWebhook) => consumer.receive(body, signature);
  return {
    get consumer() {
      return consumer;
    },
    restart: () => {
      consumer = reopen();
    },
    setDown: (value: boolean) => {
      isDown = value;
    },
    answer(webhook: ReceivedWebhook): number {
      if (isDown) return 503;
      copies.push(webhook);
      if (random.oneIn(4)) {
        held.push(webhook);
        return 202;
      }
      const status = receive(webhook);
      // The response is lost: the site sends it again.
      return random.oneIn(6) ? 500 : status;
    },
    /** Old webhooks come once more. */
    repeat() {
      if (copies.length > 0) receive(random.pick(copies));
    },
    /** What is held arrives, in any order. */
    flush() {
      const late = held;
      held = [];
      while (late.length > 0) late.splice(random.below(late.length), 1).forEach(receive);
    },
  };
}

async function takeStep(world: World): Promise<void> {
  const { random, network, product } = world;
  await random.pick(ACTS)(world, random.pick(world.lives));
  if (random.oneIn(3)) await world.test.deliver();
  if (random.oneIn(2)) await product.worker.whenIdle();
  if (random.oneIn(5)) network.restart();
  if (random.oneIn(8)) await product.restartWorker();
  if (random.oneIn(6)) network.setDown(true);
  if (random.oneIn(2)) network.setDown(false);
  if (random.oneIn(3)) network.repeat();
  if (random.oneIn(4)) network.flush();
}

type Act = (world: World, life: Life) => Promise<unknown>;

const findSubscription = ({ test }: World, { user }: Life) =>
  test.control
    .list('subscription')
    .find(({ metadata, status }) => metadata.user_id === String(user.id) && status !== 'canceled');

/** As the person, signed in anew: a blacklisting and time end sessions. */
async function call({ test }: World, { user }: Life, method: string, path: string, body: object) {
  const token = await createTestSession(test, user);
  const response = await test.app.request(path, toRequestInit(token, method, body));
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  return { status: response.status, body: (await response.json()) as any };
}

const buy: Act = async (world, life) => {
  if (life.isDeleted || isSuspended(world, life) || findSubscription(world, life)) return;
  const planName = world.random.pick(PLANS);
  const { status, body } = await call(world, life, 'POST', '/api/subscriptions/create-checkout-session', {
    planName,
    priceId: world.test.payments.listPriceIds(toKey(planName))[0],
    userId: life.user.id,
    productName: BUOY_NAME,
  });
  if (status === 200) await world.test.control.pay(body.sessionId, { card: CARD_OK });
};

/** An act at Stripe; what the state does not allow is refused there, and changes nothing. */
const atStripe =
  (act: (world: World, id: string, priceId: string) => Promise<unknown>): Act =>
  async (world, life) => {
    const { test, random } = world;
    const subscription = findSubscription(world, life);
    const priceId = String(test.payments.listPriceIds(random.pick(PLANS))[0]);
    if (subscription) await act(world, subscription.id, priceId).catch(() => undefined);
    else await buy(world, life);
  };

const setCard = async ({ test }: World, id: string, card: string) => {
  const { customerId } = await test.payments.getSubscription(id);
  const method = await test.control.dashboard.addCard(customerId, card);
  await test.stripe.subscriptions.update(id, { default_payment_method: method.id });
};

const blacklist =
  (durationMs: number | null): Act =>
  async ({ admin, test }, life) => {
    if (life.isDeleted) return;
    const until = durationMs === null ? null : test.clock.now() + durationMs;
    const blacklistedUntil = until === null ? null : new Date(until).toISOString();
    const { status, body } = await admin.call('POST', `/api/admin/users/${life.user.id}/blacklist`, {
      reason: 'Spam',
      blacklistedUntil,
    });
    if (status !== 200) return;
    life.suspendedUntil = until ?? Number.POSITIVE_INFINITY;
    life.undoId = body.undo.id;
  };

const unblacklist: Act = async ({ admin }, life) => {
  const { status } = await admin.call('DELETE', `/api/admin/users/${life.user.id}/blacklist`);
  if (status === 200) life.suspendedUntil = null;
};

const blacklistAndUndo: Act = async (world, life) => {
  if (life.suspendedUntil !== null || life.isDeleted) return;
  await blacklist(null)(world, life);
  await world.product.worker.whenIdle();
  const { status } = await world.admin.call('POST', '/api/admin/undo', { ids: [life.undoId] });
  if (status === 200) life.suspendedUntil = null;
};

const deleteAndUndo: Act = async ({ admin, product }, life) => {
  if (life.isDeleted) return;
  const { status, body } = await admin.call('DELETE', `/api/admin/users/${life.user.id}`);
  if (status !== 200) return;
  await product.worker.whenIdle();
  await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] });
};

const deleteAccount: Act = async (world, life) => {
  if (!world.random.oneIn(4) || life.isDeleted || isSuspended(world, life)) return;
  const { status } = await call(world, life, 'DELETE', '/api/account', { email: life.user.email });
  if (status === 200) life.isDeleted = true;
};

/** A publish: plans have other limits from now on. */
const publishLimits: Act = async (world) => {
  const plan = world.random.pick([...PLANS, FREE_PLAN]);
  const { random } = world;
  const numbers: Limits = {
    moorings_per_month: random.oneIn(4) ? null : random.below(100),
    guests_per_mooring: random.below(100),
  };
  world.limits = { ...world.limits, [plan]: numbers };
  const plans = Object.entries(world.limits).map(([name, limits]) => [name, { limits: toPlanLimits(limits) }]);
  sellOtherwise({ plans: Object.fromEntries(plans) });
};

const wait =
  (durationMs: number): Act =>
  async ({ test, random, network }) => {
    // Whatever is held is older than a program accepts afterwards.
    network.flush();
    test.clock.advance(Math.floor((durationMs * (1 + random.below(10))) / 10));
    await test.control.advanceTo(test.control.now());
  };

const ACTS: readonly Act[] = [
  buy,
  buy,
  atStripe(({ test }, subscriptionId, priceId) =>
    test.payments.changeNow({ subscriptionId, priceId, prorationAt: null }, `life-${test.control.now()}`),
  ),
  atStripe(({ test }, subscriptionId, priceId) =>
    test.payments.scheduleChange({ subscriptionId, priceId, prorationAt: null }, `life-${test.control.now()}`),
  ),
  atStripe(({ test }, id) => test.payments.setCancelAtPeriodEnd(id, true)),
  atStripe(({ test }, id) => test.payments.setCancelAtPeriodEnd(id, false)),
  atStripe(({ test }, id) => test.payments.cancelNow(id)),
  atStripe((world, id) => setCard(world, id, CARD_FAILING)),
  atStripe((world, id) => setCard(world, id, CARD_OK)),
  blacklist(null),
  blacklist(3 * DAY_MS),
  blacklist(2 * MINUTE_MS),
  unblacklist,
  unblacklist,
  blacklistAndUndo,
  deleteAndUndo,
  deleteAccount,
  publishLimits,
  publishLimits,
  wait(MINUTE_MS),
  wait(20 * DAY_MS),
  wait(20 * DAY_MS),
];

/** Everything arrives, two seconds pass, and the program is asked about everyone. */
async function compare(world: World, result: LivesResult, step: number): Promise<void> {
  const { test, product, network, lives } = world;
  network.setDown(false);
  await test.deliver();
  for (;;) {
    await product.worker.whenIdle();
    network.flush();
    const { rows } = await test.db.client.execute(
      "SELECT max(next_attempt_at) AS at FROM subscription_webhooks WHERE status = 'queued'",
    );
    const at = rows[0]?.at;
    if (at == null) break;
    test.clock.advance(Math.max(0, Number(at) - test.clock.now()));
    await test.control.advanceTo(test.control.now());
    await test.deliver();
  }
  test.clock.advance(2_000);
  await product.worker.whenIdle();
  network.flush();
  for (const life of lives) {
    result.compared += 1;
    const [seen, due] = [await network.consumer.findLimits(life.user.id, PRODUCT), findDue(world, life)];
    if (JSON.stringify(seen) !== JSON.stringify(due))
      result.differences.push(
        `step ${step}, user ${life.user.id}: ${JSON.stringify(seen)} in place of ${JSON.stringify(due)}`,
      );
  }
}

/** By what Stripe holds and the test did. */
function findDue(world: World, life: Life): Limits | null {
  if (life.isDeleted || isSuspended(world, life)) return null;
  const subscription = findSubscription(world, life);
  const priceId = subscription?.items.data[0]?.price.id;
  const key = USABLE.includes(String(subscription?.status)) ? world.test.payments.findPlanKey(String(priceId)) : null;
  return world.limits[PLANS.find((name) => toKey(name) === key) ?? FREE_PLAN] ?? null;
}

const isSuspended = ({ test }: World, { suspendedUntil }: Life): boolean =>
  suspendedUntil !== null && test.clock.now() < suspendedUntil;

const readLimits = (): Record<string, Limits> =>
  Object.fromEntries(
    [...PLANS, FREE_PLAN].map((name) => {
      const limits = findPlanByKey(toKey(name))?.limits ?? [];
      return [name, Object.fromEntries(limits.map(({ key, number }) => [key, number]))];
    }),
  );
