import { BillingWorker } from '#api/features/subscriptions/webhooks/worker.service.ts';
import { createSeededRandom, type Random } from '../random/seeded-random.ts';
import { createPaymentApp } from './payment-app.ts';
import type { PaymentApp } from './sandbox-app.ts';
import { selectRows, sendEvent } from './send-event.ts';
import { CARD_FAILING, CARD_OK, createSubscriber, type Subscriber } from './subscriber.ts';
import { CREW, FLEET, SOLO } from './tideworks.ts';

const PLANS = [SOLO, CREW, FLEET] as const;
const DAY_S = 24 * 60 * 60;

export type ModelOptions = { seed: number; people: number; steps: number; copies: number };
export type ModelResult = {
  /** What differs between Stripe and the database; empty when all is right. */
  differences: string[];
  statuses: Set<number>;
  events: number;
  subscriptions: number;
  /** How long each webhook took to be answered (ms). */
  acknowledgements: number[];
};

/**
 * Lets people subscribe, change, cancel and fail to pay at Stripe, where only events tell us. Each event comes in many
 * copies, in any order, one in ten after all others, while the worker is stopped again and again.
 */
export async function runSubscriptionModel({ seed, people, steps, copies }: ModelOptions): Promise<ModelResult> {
  const test = await createPaymentApp();
  try {
    const random = createSeededRandom(seed);
    const users: Subscriber[] = [];
    for (let each = 0; each < people; each += 1) users.push(await createSubscriber(test));
    const delivery = createDelivery(test, random, copies);
    for (const user of users) await subscribe(test, user, random.pick(PLANS));
    for (let step = 0; step < steps; step += 1) {
      await act(test, random, random.pick(users));
      if (random.oneIn(3)) await delivery.sendSome();
      if (random.oneIn(5)) await delivery.restartWorker();
    }
    await delivery.sendAll();
    const [rows, effects] = [await compareRows(test), await compareEffects(test)];
    return {
      differences: [...rows, ...effects],
      statuses: delivery.statuses,
      acknowledgements: delivery.acknowledgements,
      events: test.control.events().length,
      subscriptions: test.control.list('subscription').length,
    };
  } finally {
    await test.close();
  }
}

const findSubscriptionId = (test: PaymentApp, user: Subscriber): string | null =>
  test.control
    .list('subscription')
    .find(({ metadata, status }) => metadata.user_id === String(user.id) && status !== 'canceled')?.id ?? null;

async function subscribe(test: PaymentApp, user: Subscriber, planName: string): Promise<void> {
  const { status, body } = await user.checkout(planName);
  // The end of the previous one may not be known here yet.
  if (status === 200) await test.control.pay(body.sessionId, { card: CARD_OK });
}

/** One random act at Stripe; what its state does not allow is refused there, and changes nothing. */
async function act(test: PaymentApp, random: Random, user: Subscriber): Promise<void> {
  const { payments, stripe } = test;
  const id = findSubscriptionId(test, user);
  if (id === null) return subscribe(test, user, random.pick(PLANS));
  const priceId = String(payments.listPriceIds(random.pick(PLANS))[0]);
  const key = `model-${random.below(1e9)}`;
  const acts: (() => Promise<unknown>)[] = [
    () => payments.changeNow({ subscriptionId: id, priceId, prorationAt: null }, key),
    () => payments.scheduleChange({ subscriptionId: id, priceId, prorationAt: null }, key),
    () => payments.releaseSchedule(id),
    () => payments.setCancelAtPeriodEnd(id, true),
    () => payments.setCancelAtPeriodEnd(id, false),
    () => payments.cancelNow(id),
    () => setCard(test, id, CARD_FAILING),
    () => setCard(test, id, CARD_OK),
    async () => stripe.invoices.pay(String((await payments.getSubscription(id)).latestInvoiceId)),
    () => test.control.advanceTo(test.control.now() + (1 + random.below(20)) * DAY_S),
    () => test.control.advanceTo(test.control.now() + 3600),
  ];
  await random
    .pick(acts)()
    .catch(() => undefined);
}

async function setCard({ control, stripe, payments }: PaymentApp, id: string, card: string): Promise<void> {
  const { customerId } = await payments.getSubscription(id);
  const method = await control.dashboard.addCard(customerId, card);
  await stripe.subscriptions.update(id, { default_payment_method: method.id });
}

function createDelivery(test: PaymentApp, random: Random, copies: number) {
  const sent = new Set<string>();
  const statuses = new Set<number>();
  const acknowledgements: number[] = [];
  let worker = test.worker;

  const send = async (ids: ReadonlySet<string>, count: number): Promise<void> => {
    const batch = test.control.events().filter(({ id }) => ids.has(id));
    const queue = shuffle(
      batch.flatMap((event) => Array.from({ length: count }, () => event)),
      random,
    );
    for (const event of queue) {
      const started = performance.now();
      statuses.add(await sendEvent(test, event));
      acknowledgements.push(performance.now() - started);
    }
    for (const id of ids) sent.add(id);
  };
  const listUnsent = () => test.control.events().filter(({ id }) => !sent.has(id));

  return {
    statuses,
    acknowledgements,
    /** Two thirds of what has happened since; the rest comes later than what happens next. */
    sendSome: () =>
      send(
        new Set(
          listUnsent()
            .filter(() => !random.oneIn(3))
            .map(({ id }) => id),
        ),
        2,
      ),
    /** The old worker is left in the middle of its work. */
    async restartWorker(): Promise<void> {
      const stopping = worker.stop();
      worker = new BillingWorker({ ...test.deps, payments: test.payments });
      test.deps.billingWorker = worker;
      worker.wake();
      await stopping;
    },
    async sendAll(): Promise<void> {
      const all = test.control.events().map(({ id }) => id);
      const late = new Set(all.filter((id) => !sent.has(id) && random.oneIn(10)));
      await send(new Set(all.filter((id) => !late.has(id))), copies);
      await worker.whenIdle();
      await send(late, copies);
      await worker.whenIdle();
      await worker.stop();
    },
  };
}

function shuffle<Item>(items: Item[], random: Random): Item[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [items[index], items[other]] = [items[other] as Item, items[index] as Item];
  }
  return items;
}

/** Subscriptions and invoices as the sandbox has them, against the rows. */
async function compareRows(test: PaymentApp): Promise<string[]> {
  const differences: string[] = [];
  const expectRow = (id: string, actual: unknown, expected: unknown) => {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (is !== should) differences.push(`${id}: ${is} instead of ${should}`);
  };
  const toMs = (seconds: number | null | undefined) => (seconds ? seconds * 1_000 : null);
  for (const subscription of test.control.list('subscription')) {
    const item = subscription.items.data[0];
    const [row] = await selectRows(
      test,
      `SELECT status, plan_name, current_period_end, cancel_at, ended_at, user_id FROM subscriptions
        WHERE stripe_subscription_id = ?`,
      subscription.id,
    );
    expectRow(subscription.id, row, {
      status: subscription.status,
      plan_name: test.payments.findPlanKey(String(item?.price.id)),
      current_period_end: toMs(item?.current_period_end),
      cancel_at: toMs(subscription.cancel_at ?? (subscription.cancel_at_period_end ? item?.current_period_end : null)),
      ended_at: toMs(subscription.ended_at),
      user_id: Number(subscription.metadata.user_id),
    });
  }
  for (const invoice of test.control.list('invoice')) {
    const sql = 'SELECT status, amount_paid, attempt_count FROM invoices WHERE stripe_invoice_id = ?';
    const [row] = await selectRows(test, sql, invoice.id);
    const { status, amount_paid, attempt_count } = invoice;
    expectRow(invoice.id, row, { status, amount_paid, attempt_count });
  }
  return differences;
}

/** A receipt for each payment and an audit row for each end: exactly one. */
async function compareEffects(test: PaymentApp): Promise<string[]> {
  const keys = (await selectRows(test, 'SELECT dedupe_key FROM outbox')).map((row) => String(row.dedupe_key));
  const receipts = keys.filter((key) => key.startsWith('payment-receipt:')).sort();
  const paid = test.control.list('invoice').filter(({ status, amount_paid }) => status === 'paid' && amount_paid > 0);
  const expectedReceipts = paid.map(({ id }) => `payment-receipt:${id}`).sort();
  const ended = await selectRows(test, "SELECT subject FROM audit_log WHERE action = 'subscription.ended'");
  const expectedEnds = test.control.list('subscription').filter(({ status }) => status === 'canceled');
  const failed = await selectRows(
    test,
    "SELECT status, last_error FROM stripe_events WHERE status IN ('received', 'failed')",
  );
  return [
    ...(receipts.join() === expectedReceipts.join() ? [] : [`${receipts.length} receipts for ${paid.length} payments`]),
    ...(ended.length === expectedEnds.length ? [] : [`${ended.length} ends for ${expectedEnds.length}`]),
    ...failed.map((event) => `event ${event.status}: ${event.last_error}`),
  ];
}
