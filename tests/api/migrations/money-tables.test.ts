import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Database } from '#db/client.ts';
import { insertRow, openOldDatabase, readTables, type Values } from '../../support/migrations/migrate-to.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const FUTURE = Date.parse('2099-01-01T00:00:00Z');
const MONEY_TABLES = [
  'users',
  'stripe_customers',
  'subscriptions',
  'invoices',
  'refunds',
  'disputes',
  'plan_prices',
  'checkout_attempts',
  'blacklistings',
  'webhook_endpoints',
  'subscription_webhooks',
];

/** A company that has sold plans by the month and by the year, as a version before there were both of one plan stored it. */
async function fill(db: Database): Promise<void> {
  const insert = (table: string, values: Values) => insertRow(db, table, { created_at: NOW, ...values });
  await insert('products', { id: 7, name: 'Buoy', updated_at: NOW });
  await insert('users', { id: 1, email: 'ada@example.com', updated_at: NOW });
  await insert('users', { id: 2, email: 'grace@example.com', updated_at: NOW, ...suspended('spam', FUTURE) });
  await insert('users', { id: 3, email: 'mere@example.com', updated_at: NOW, ...suspended('forged', null) });
  await insert('stripe_customers', { user_id: 1, customer_id: 'cus_ada' });
  await insert('stripe_customers', { user_id: 2, customer_id: 'cus_grace' });
  const sold = { product_id: 7, plan_name: 'crew', price_id: 'price_crew', synced_at: NOW };
  const earlier = { ...sold, user_id: 1, customer_id: 'cus_ada', currency: 'usd', created_at: NOW - 1_000 };
  await insert('subscriptions', { ...earlier, stripe_subscription_id: 'sub_1', status: 'canceled' });
  await insert('subscriptions', {
    ...earlier,
    stripe_subscription_id: 'sub_2',
    status: 'active',
    currency: 'nzd',
    unit_amount: 3_000,
    quantity: 4,
    created_at: NOW,
  });
  const billed = { customer_id: 'cus_ada', user_id: 1, product_id: 7, plan_name: 'crew', currency: 'nzd' };
  const paid = { total: 12_000, amount_due: 12_000, amount_paid: 12_000, amount_refunded: 500, status: 'paid' };
  await insert('invoices', { ...billed, ...paid, stripe_invoice_id: 'in_1', billing_reason: 'subscription_create' });
  const about = { stripe_invoice_id: 'in_1', currency: 'nzd' };
  await insert('refunds', { ...about, stripe_refund_id: 're_1', amount: 500, status: 'succeeded' });
  await insert('disputes', { ...about, stripe_dispute_id: 'du_1', amount: 12_000, reason: 'general', status: 'lost' });
  const live = { kind: 'plan', updated_at: NOW };
  await insert('site_parts', { ...live, fields: JSON.stringify({ key: 'crew', interval: 'month', price: 30 }) });
  await insert('site_parts', { ...live, fields: JSON.stringify({ key: 'fleet', interval: 'year', price: 400 }) });
  for (const key of ['crew', 'fleet', 'gone']) await insert('plan_prices', { price_id: `price_${key}`, plan_key: key });
  await insert('checkout_attempts', { user_id: 1, product_id: 7, plan_name: 'crew', price_id: 'price_crew' });
  await insert('blacklistings', { user_id: 2, reason: 'spam', actor_id: 1 });
  await insert('webhook_endpoints', { id: 5, url: 'https://app.example.com/hooks', secret: 'sealed', user_id: 1 });
  for (const [at, type] of ['subscription.started', 'subscription.ended'].entries())
    await insert('subscription_webhooks', { event_id: `evt_${at}`, type, endpoint_id: 5, subscription_id: 'sub_2' });
}

const suspended = (reason: string, until: number | null): Values => ({
  is_blacklisted: 1,
  blacklist_reason: reason,
  blacklisted_until: until,
});

type Rows = Awaited<ReturnType<typeof readTables>>;

/** The rows with the columns that they had before. */
const pickOld = (before: Rows, after: Rows) =>
  Object.fromEntries(
    MONEY_TABLES.map((table) => [
      table,
      after[table]?.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => name in (before[table]?.[0] ?? {}))),
      ),
    ]),
  );

it('Migrations from 0023 on keep every row of the tables of money, and fill what is new from them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  const { db, migrateOn } = await openOldDatabase(directory, '0023_unspaced_posts');
  await fill(db);
  const before = await readTables(db, MONEY_TABLES);
  for (const table of MONEY_TABLES) expect(before[table], table).not.toEqual([]);
  expect(await migrateOn()).toBeGreaterThan(8);
  const after = await readTables(db, [...MONEY_TABLES, 'entitlement_timers']);
  expect(pickOld(before, after)).toEqual(before);
  // The currency of a customer is that of the newest subscription; without one it has none yet.
  expect(after.stripe_customers).toMatchObject([
    { customer_id: 'cus_ada', currency: 'nzd' },
    { customer_id: 'cus_grace', currency: '' },
  ]);
  // The interval of a price is that of its plan; of a plan that is gone, the month.
  expect(after.plan_prices).toMatchObject([
    { plan_key: 'crew', billing_interval: 'month' },
    { plan_key: 'fleet', billing_interval: 'year' },
    { plan_key: 'gone', billing_interval: 'month' },
  ]);
  // Programs are told when a suspension is over; one without an end has no such moment.
  expect(after.entitlement_timers).toEqual([{ user_id: 2, due_at: FUTURE }]);
  expect(after.checkout_attempts).toMatchObject([{ quantity: 1 }]);
  expect(after.blacklistings).toMatchObject([{ cancel_act: 'now' }]);
  expect(after.subscriptions).toMatchObject([{ trial_end: null }, { quantity: 4, trial_end: null }]);
  expect((await db.client.execute('PRAGMA foreign_key_check')).rows).toEqual([]);
});
