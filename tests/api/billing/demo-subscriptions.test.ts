import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedDemoSubscriptions } from '#api/jobs/seed-demo-subscriptions.ts';
import { seedProducts } from '#api/jobs/seed-demo-content.ts';
import { demoUsers } from '#db/seed/users.ts';
import { createUser } from '../../support/app/users.ts';
import { selectRows } from '../../support/app/waiting-list.ts';
import { createDemoPaymentApp } from '../../support/payments/demo-payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The sandbox starts where the clock of the test is, and plays the history until then. */
const HISTORY_MS = 130 * DAY_MS;

let app: PaymentApp;
beforeEach(async () => {
  app = await createDemoPaymentApp();
  await seedProducts(app.db, app.clock.now());
  seedTime = app.clock.now() + HISTORY_MS;
});
afterEach(() => app.close());

/** The time on the clock of the seed, UTC ms. */
let seedTime = 0;
const seed = (isNew: boolean) =>
  seedDemoSubscriptions({
    ...app.deps,
    clock: { now: () => seedTime },
    payments: app.payments,
    sandbox: { url: app.payments.sandboxUrl ?? '', isNew, control: app.control },
  });
const createDemoUsers = async () => {
  for (const { email, firstName, lastName, role } of demoUsers) {
    await createUser(app, { email, firstName, lastName, role });
  }
};

test('The demo sells: a visitor buys a plan, is charged its price, and changes to a bigger one', async () => {
  const user = await createSubscriber(app);
  const id = await user.subscribe('Creator');
  const [invoice] = (await user.call('GET', `/user/${user.id}/billing`)).body.invoices;
  expect(invoice).toMatchObject({ plan_name: 'Creator', status: 'paid', amount_paid: 1000, currency: 'usd' });
  const { body: offer } = await user.change('change-preview', id, { planName: 'Pro' });
  const changed = await user.change('change', id, { planName: 'Pro', prorationDate: offer.proration_date });
  expect(changed).toMatchObject({ status: 200, body: { message: 'You’re now on Pro.' } });
});

test('demo users get subscriptions in every state, with payments of several months', async () => {
  await createDemoUsers();
  await seed(true);
  expect(app.control.now()).toBe(Math.floor(seedTime / 1000));
  const emails = new Map(app.control.list('customer').map(({ id, email }) => [id, email]));
  const found = app.control
    .list('subscription')
    .map((each) => [
      emails.get(String(each.customer)),
      each.items.data[0]?.price.id.replace('price_sandbox_', ''),
      each.status,
      ...(each.cancel_at ? ['ends'] : []),
      ...(each.schedule ? ['changes'] : []),
    ]);
  expect(found).toEqual([
    ['tom@mateworks.example', 'studio', 'active'],
    ['sam.okafor@example.com', 'creator', 'canceled', 'ends'],
    ['mele.tupou@example.com', 'pro', 'active', 'changes'],
    ['priya.raman@example.com', 'pro', 'active', 'ends'],
    ['henrik.dahl@example.com', 'creator', 'past_due'],
    ['sam.okafor@example.com', 'taxmate', 'active'],
  ]);
  const paid = app.control.list('invoice').filter(({ status }) => status === 'paid');
  const months = new Set(paid.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 7)));
  expect(months.size).toBeGreaterThanOrEqual(4);
  const linked = await selectRows(app, 'SELECT customer_id FROM stripe_customers');
  expect(linked.map((row) => row.customer_id).sort()).toEqual([...emails.keys()].sort());
});

test('the audit log dates each step by when it happened, and old news is not emailed', async () => {
  await createDemoUsers();
  await seed(true);
  const rows = await selectRows(
    app,
    `SELECT replace(action, 'subscription.', '') AS action, json_extract(detail, '$.plan') AS plan, at FROM audit_log
      WHERE action LIKE 'subscription.%' AND json_extract(detail, '$.user') = (SELECT id FROM users WHERE email LIKE 'mele%')
      ORDER BY id`,
  );
  const daysAgo = (at: unknown) => Math.round((seedTime - Number(at)) / DAY_MS);
  expect(rows.map(({ action, plan, at }) => [action, plan, daysAgo(at)])).toEqual([
    ['started', 'Creator', 104],
    ['plan_changed', 'Pro', 52],
    ['change_scheduled', 'Pro', 5],
  ]);
  const emails = await selectRows(app, 'SELECT kind, to_email FROM outbox ORDER BY id');
  expect(emails.filter(({ kind }) => kind !== 'payment-receipt').map(({ kind, to_email }) => [kind, to_email])).toEqual(
    [
      ['plan-changed', 'mele.tupou@example.com'],
      ['payment-failed', 'henrik.dahl@example.com'],
    ],
  );
});

test('a sandbox that is not new, and a site without demo users, only have the clock moved to now', async () => {
  await seed(true);
  expect(app.control.now()).toBe(Math.floor(seedTime / 1000));
  await createDemoUsers();
  await seed(false);
  expect(app.control.list('subscription')).toEqual([]);
});
