import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedDemoSubscriptions } from '#api/jobs/seed-demo-subscriptions.ts';
import { seedProducts } from '#api/jobs/seed-demo-content.ts';
import { demoUsers } from '#db/seed/users.ts';
import { createUser } from '../../support/app/users.ts';
import { selectRows } from '../../support/app/waiting-list.ts';
import { createPaymentApp, type PaymentApp } from '../../support/payments/payment-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The sandbox starts where the clock of the test is, and plays the history until then. */
const HISTORY_MS = 130 * DAY_MS;

let app: PaymentApp;
beforeEach(async () => {
  app = await createPaymentApp();
  await seedProducts(app.db, app.clock.now());
});
afterEach(() => app.close());

const getNow = () => app.clock.now() + HISTORY_MS;
const seed = (isNew: boolean) =>
  seedDemoSubscriptions({
    db: app.db,
    clock: { now: getNow },
    payments: app.payments,
    sandbox: { url: app.payments.sandboxUrl ?? '', secretKey: 'sk_test_sandbox', isNew, control: app.control },
  });
const createDemoUsers = async () => {
  for (const { email, firstName, lastName, role } of demoUsers) {
    await createUser(app, { email, firstName, lastName, role });
  }
};

test('demo users get subscriptions in every state, with payments of several months', async () => {
  await createDemoUsers();
  await seed(true);
  await app.deliver();
  expect(app.control.now()).toBe(Math.floor(getNow() / 1000));
  const rows = await selectRows(
    app,
    `SELECT email, plan_name, status, cancel_at IS NOT NULL AS ends, pending_plan_name
      FROM subscriptions JOIN users ON users.id = user_id ORDER BY subscriptions.created_at`,
  );
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    'tom@mateworks.example Studio active 0 ',
    'sam.okafor@example.com Creator canceled 1 ',
    'mele.tupou@example.com Pro active 0 Creator',
    'priya.raman@example.com Pro active 1 ',
    'henrik.dahl@example.com Creator past_due 0 ',
    'sam.okafor@example.com TaxMate active 0 ',
  ]);
  const months = await selectRows(
    app,
    `SELECT count(DISTINCT strftime('%Y-%m', paid_at / 1000, 'unixepoch')) AS count FROM invoices WHERE status = 'paid'`,
  );
  expect(months[0]?.count).toBeGreaterThanOrEqual(4);
  expect(await selectRows(app, `SELECT id FROM stripe_events WHERE status = 'failed'`)).toEqual([]);
});

test('a sandbox that is not new, and a site without demo users, only have the clock moved to now', async () => {
  await seed(true);
  expect(app.control.now()).toBe(Math.floor(getNow() / 1000));
  await createDemoUsers();
  await seed(false);
  expect(app.control.list('subscription')).toEqual([]);
});
