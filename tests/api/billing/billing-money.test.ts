import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createUser } from '../../support/app/users.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { subscriptionStatuses } from '#api/domain/enums.ts';
import { invoices, subscriptions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { BUOY_ID, BUOY_NAME, CREW, FLEET, RUDDER, RUDDER_ID, SOLO, toKey } from '../../support/payments/tideworks.ts';

const BASE = '/api/admin/billing';
const DAY_MS = 24 * 60 * 60 * 1000;
let test: TestApp;
let admin: ApiCaller;
beforeAll(async () => {
  test = await createOwnApp();
  admin = await createApiCaller(test);
});
afterAll(() => test.close());
beforeEach(() => write(test.db, ['DELETE FROM invoices', 'DELETE FROM subscriptions']));

let count = 0;
function createInvoice(values: Partial<typeof invoices.$inferInsert>): typeof invoices.$inferInsert {
  count += 1;
  const at = values.paidAt ?? values.createdAt ?? test.clock.now();
  return {
    stripeInvoiceId: `in_${count}`,
    customerId: 'cus_1',
    productId: BUOY_ID,
    planName: toKey(CREW),
    status: 'paid' as const,
    billingReason: 'subscription_cycle',
    currency: 'nzd',
    total: 3000,
    amountDue: 3000,
    amountPaid: 3000,
    periodStart: at,
    periodEnd: at,
    createdAt: at,
    paidAt: at,
    syncedAt: at,
    ...values,
  };
}
const addInvoices = (...rows: Partial<typeof invoices.$inferInsert>[]) =>
  write(test.db, [test.db.orm.insert(invoices).values(rows.map(createInvoice))]);
async function addSubscription(values: Partial<typeof subscriptions.$inferInsert>): Promise<string> {
  count += 1;
  const now = test.clock.now();
  const row = {
    stripeSubscriptionId: `sub_${count}`,
    customerId: 'cus_1',
    productId: BUOY_ID,
    planName: toKey(CREW),
    priceId: 'price_crew',
    status: 'active' as const,
    unitAmount: 3000,
    currency: 'nzd',
    interval: 'month',
    currentPeriodStart: now,
    currentPeriodEnd: now + 30 * DAY_MS,
    createdAt: now,
    syncedAt: now,
    ...values,
  };
  await write(test.db, [test.db.orm.insert(subscriptions).values(row)]);
  return row.stripeSubscriptionId;
}
const getRevenue = async (query = '') => (await admin.call('GET', `${BASE}/revenue${query}`)).body;

describe('revenue', () => {
  it('is counted in the company’s month of the payment, by plan, with what was given back', async () => {
    await addInvoices({ paidAt: Date.parse('2026-10-31T10:59:59.999Z') });
    await addInvoices({ paidAt: Date.parse('2026-10-31T11:00:00.000Z'), amountPaid: 1419, amountRefunded: 419 });
    await addInvoices({
      paidAt: Date.parse('2026-11-02T00:00:00.000Z'),
      productId: RUDDER_ID,
      planName: toKey(RUDDER),
      amountPaid: 600,
    });
    await addInvoices({ status: 'open', paidAt: null, amountPaid: 0 });
    await addInvoices({ paidAt: Date.parse('2026-11-03T00:00:00.000Z'), amountPaid: 0 });
    const { currency, months } = await getRevenue('?months=2');
    expect(currency).toBe('nzd');
    expect(months).toEqual([
      {
        month: '2026-10',
        plans: [{ product_name: BUOY_NAME, plan_name: CREW, paid: 3000, refunded: 0, disputed: 0, invoices: 1 }],
        paid: 3000,
        refunded: 0,
        disputed: 0,
      },
      {
        month: '2026-11',
        plans: [
          { product_name: BUOY_NAME, plan_name: CREW, paid: 1419, refunded: 419, disputed: 0, invoices: 1 },
          { product_name: RUDDER, plan_name: RUDDER, paid: 600, refunded: 0, disputed: 0, invoices: 1 },
        ],
        paid: 2019,
        refunded: 419,
        disputed: 0,
      },
    ]);
  });

  it('adds up to the cent over 300 random invoices of 14 months', async () => {
    const random = createSeededRandom(7);
    let expected = 0;
    const rows: Partial<typeof invoices.$inferInsert>[] = [];
    for (let each = 0; each < 300; each += 1) {
      const amountPaid = random.below(900_000) + 1;
      const paidAt = test.clock.now() - random.below(400) * DAY_MS;
      rows.push({ paidAt, amountPaid, amountRefunded: random.oneIn(5) ? random.below(amountPaid) : 0 });
      if (paidAt >= Date.parse('2025-09-30T11:00:00Z')) expected += amountPaid;
    }
    await addInvoices(...rows);
    const { months } = await getRevenue('?months=14');
    expect(months).toHaveLength(14);
    expect(months.reduce((sum: number, month: { paid: number }) => sum + month.paid, 0)).toBe(expected);
  });

  it('includes months without payments, and what the live subscriptions bring', async () => {
    await addSubscription({});
    await addSubscription({ planName: toKey(SOLO), unitAmount: 1000, status: 'past_due' });
    await addSubscription({ planName: toKey(FLEET), status: 'canceled' });
    const { months, ...rest } = await getRevenue();
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ month: '2025-12', plans: [], paid: 0, refunded: 0, disputed: 0 });
    expect(rest).toEqual({ currency: 'nzd', monthly_recurring: 4000, live_subscriptions: 2, other_currencies: [] });
  });

  it.each(subscriptionStatuses)(
    'counts a subscription that is %s only where its next payment is expected',
    async (status) => {
      await addSubscription({ status });
      const { monthly_recurring, live_subscriptions } = await getRevenue();
      const isCounted = status === 'active' || status === 'past_due';
      expect([monthly_recurring, live_subscriptions]).toEqual(isCounted ? [3000, 1] : [0, 0]);
    },
  );

  it.each(['?months=0', '?months=37', '?months=x'])('refuses %s', async (query) => {
    expect((await admin.call('GET', `${BASE}/revenue${query}`)).status).toBe(400);
  });
});

it('past due lists each subscription with its unpaid invoice, the oldest first, and people who are gone', async () => {
  const person = await createUser(test, { firstName: 'Ana', lastName: null });
  const now = test.clock.now();
  const newer = await addSubscription({ status: 'past_due', userId: person.id });
  const older = await addSubscription({ status: 'unpaid', planName: toKey(SOLO) });
  await addSubscription({});
  const open = { status: 'open' as const, paidAt: null, amountPaid: 0, attemptCount: 2 };
  await addInvoices({ ...open, stripeSubscriptionId: newer, createdAt: now, nextPaymentAttempt: now + DAY_MS });
  await addInvoices({ ...open, stripeSubscriptionId: older, createdAt: now - DAY_MS, amountDue: 1000 });
  const { body } = await admin.call('GET', `${BASE}/past-due`);
  expect(body.data).toEqual([
    {
      user_id: null,
      user_email: null,
      user_name: null,
      stripe_subscription_id: older,
      product_name: BUOY_NAME,
      plan_name: SOLO,
      status: 'unpaid',
      amount_due: 1000,
      currency: 'nzd',
      failed_at: new Date(now - DAY_MS).toISOString(),
      attempt_count: 2,
      next_attempt_at: null,
    },
    expect.objectContaining({
      user_id: person.id,
      user_email: person.email,
      user_name: 'Ana',
      status: 'past_due',
      next_attempt_at: new Date(now + DAY_MS).toISOString(),
    }),
  ]);
});
