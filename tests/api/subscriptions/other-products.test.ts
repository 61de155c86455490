import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelOfBlacklisted } from '#api/features/subscriptions/deletion/blacklisting.service.ts';
import { endUserSubscriptions } from '#api/features/subscriptions/deletion/deletion.service.ts';
import { reconcile } from '#api/features/subscriptions/reconciliation/reconciliation.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { CARD_OK, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { CREW, SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
let admin: ApiCaller;
beforeAll(async () => {
  test = await createPaymentApp({ rewrite: makeStrange });
  admin = await createApiCaller(test);
});
afterAll(() => test.close());

/** What the other products cost; ours cost something else. */
const OTHER_AMOUNTS = [5500, 900];
/** Subscriptions to them in a state that we don't know, with a discount that has no coupon. */
const strange = new Set<string>();

/** Some objects of the other products are as Stripe may make them one day. */
function makeStrange(object: Record<string, unknown>): void {
  const isOther = OTHER_AMOUNTS.includes(Number(object.amount ?? object.total));
  if (object.object === 'subscription' && strange.has(String(object.id))) {
    Object.assign(object, { status: 'frozen', discounts: [{ id: 'di_1', source: { type: 'gift', coupon: null } }] });
  }
  if (object.object === 'refund' && isOther) object.status = 'on_the_moon';
  if (object.object === 'invoice' && isOther && object.status === 'paid') object.status = 'settled';
}

const DAY_S = 24 * 60 * 60;

/** A price of another product of the same account. */
async function createOtherPrice(currency: string, amount: number): Promise<string> {
  const product = await test.control.dashboard.createProduct({ name: 'Another product' });
  const recurring = { interval: 'month' } as const;
  return (await test.control.dashboard.createPrice({ product: product.id, currency, unit_amount: amount, recurring }))
    .id;
}

/** Someone buys it with the customer of ours, or as a customer of their own whose metadata names one of our users. */
async function buyOther(price: string, customer: string | null, user: Subscriber): Promise<string> {
  const metadata = { user_id: String(user.id) };
  const buyer = customer ?? (await test.stripe.customers.create({ email: 'stranger@example.com', metadata })).id;
  const card = await test.control.dashboard.addCard(buyer, CARD_OK);
  const sale = { customer: buyer, price, paymentMethod: card.id, metadata };
  return (await test.control.dashboard.createSubscription(sale)).id;
}

const count = async (sql: string) => Number((await selectRows(test, sql))[0]?.count);

it('another product in the account is ignored in webhooks, sync, reconciliation and revenue, whatever its metadata says T44', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const random = createSeededRandom(seed);
  const users = [await createSubscriber(test), await createSubscriber(test)];
  const own: string[] = [];
  for (const user of users) own.push(await user.subscribe(random.oneIn(2) ? SOLO : CREW));
  await test.deliver();
  const before = await selectRows(test, 'SELECT stripe_invoice_id, user_id, amount_paid FROM invoices ORDER BY id');
  const prices = [await createOtherPrice('nzd', 5500), await createOtherPrice('eur', 900)];
  const revenueBefore = (await admin.call('GET', '/api/admin/billing/revenue?months=1')).body;
  const others: string[] = [];
  for (let step = 0; step < 8; step += 1) {
    const user = users[random.below(users.length)] as Subscriber;
    const { customerId } = await test.payments.getSubscription(String(own[users.indexOf(user)]));
    const price = String(prices[random.below(prices.length)]);
    // A customer pays in one currency: ours pays US dollars.
    const isShared = price === prices[0] && random.oneIn(2);
    others.push(await buyOther(price, isShared ? customerId : null, user));
    if (random.oneIn(2)) strange.add(String(others.at(-1)));
    const latest = (await test.stripe.subscriptions.retrieve(String(others.at(-1)))).latest_invoice;
    const paid = test.control.list('invoice_payment').find(({ invoice }) => invoice === latest);
    const intent = String(paid?.payment.payment_intent);
    if (random.oneIn(3)) await test.stripe.refunds.create({ payment_intent: intent });
    if (random.oneIn(3)) await test.stripe.subscriptions.cancel(String(others.at(-1)));
  }
  await test.deliver();
  const message = `seed ${seed}`;
  expect(await count("SELECT count(*) AS count FROM stripe_events WHERE status = 'failed'"), message).toBe(0);
  expect(await count("SELECT count(*) AS count FROM stripe_events WHERE status = 'ignored'"), message).toBeGreaterThan(
    0,
  );
  expect(await selectRows(test, 'SELECT stripe_subscription_id AS id FROM subscriptions ORDER BY id'), message).toEqual(
    own.map((id) => ({ id })),
  );
  expect(
    await selectRows(test, 'SELECT stripe_invoice_id, user_id, amount_paid FROM invoices ORDER BY id'),
    message,
  ).toEqual(before);
  expect((await admin.call('GET', '/api/admin/billing/revenue?months=1')).body, message).toEqual(revenueBefore);
  const run = await reconcile({ ...test.deps, payments: test.payments }, { actorId: null });
  expect(await count(`SELECT count(*) AS count FROM billing_drifts WHERE reconciliation_id = ${run}`), message).toBe(0);
  expect(await selectRows(test, `SELECT error FROM reconciliations WHERE id = ${run}`), message).toEqual([
    { error: null },
  ]);
  // A month later the others renew, too.
  await test.control.advanceTo(test.control.now() + 31 * DAY_S);
  await test.deliver();
  expect(await count("SELECT count(*) AS count FROM stripe_events WHERE status = 'failed'"), message).toBe(0);
  expect(await count('SELECT count(*) AS count FROM invoices'), message).toBe(before.length + own.length);
});

describe('a customer of ours who also pays for another product', () => {
  let user: Subscriber;
  let own: string;
  let other: string;
  beforeEach(async () => {
    user = await createSubscriber(test);
    own = await user.subscribe(SOLO);
    const { customerId } = await test.payments.getSubscription(own);
    other = await buyOther(await createOtherPrice('nzd', 5500), customerId, user);
    await test.deliver();
  });

  const getStatus = async (id: string) => (await test.stripe.subscriptions.retrieve(id)).status;
  const isCustomerThere = async () => {
    const { customer } = await test.stripe.subscriptions.retrieve(other);
    return test.payments.hasCustomer(String(customer));
  };

  it('keeps that subscription when the user is blacklisted with cancellation T44', async () => {
    const blacklisting = {
      id: 1,
      userId: user.id,
      actorId: user.id,
      createdAt: test.clock.now(),
      cancelAct: 'now',
    } as const;
    expect(await cancelOfBlacklisted(test.deps, blacklisting)).toEqual({ cancelled: 1 });
    expect([await getStatus(own), await getStatus(other)]).toEqual(['canceled', 'active']);
  });

  it('keeps that subscription and the customer when the account is deleted, until it has ended, too T44', async () => {
    expect(await endUserSubscriptions(test.deps, user.id)).toEqual({ cancelled: 1 });
    expect([await getStatus(own), await getStatus(other)]).toEqual(['canceled', 'active']);
    expect(await isCustomerThere()).toBe(true);
    await test.stripe.subscriptions.cancel(other);
    await endUserSubscriptions(test.deps, user.id);
    expect(await isCustomerThere()).toBe(false);
  });

  it('can buy a plan of ours while that one is in a state that we don’t know', async () => {
    strange.add(other);
    await test.stripe.subscriptions.cancel(own);
    await test.deliver();
    expect((await user.checkout(CREW)).status).toBe(200);
  });
});
