import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import pino from 'pino';
import { failCutOffRuns, reconcileNightly } from '#api/features/subscriptions/reconciliation/reconciliation.service.ts';
import { BillingWorker } from '#api/features/subscriptions/webhooks/worker.service.ts';
import type { ReconciliationsJson } from '#api/features/billing/billing.contract.ts';
import type { ApiCaller } from '../../support/app/api-caller.ts';
import { createTestSession, createUser, toRequestInit } from '../../support/app/users.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';
import { BUOY_ID, CREW, FLEET, RUDDER, SOLO, toKey } from '../../support/payments/tideworks.ts';

const BASE = '/api/admin/billing';
let test: PaymentApp;
let admin: Pick<ApiCaller, 'id' | 'call'>;
beforeAll(async () => {
  test = await createPaymentApp();
  const { id } = await createUser(test, { role: 'admin' });
  // The session of an admin ends within the days that pass here.
  const call: ApiCaller['call'] = async (method, path) => {
    const response = await test.app.request(path, toRequestInit(await createTestSession(test, { id }), method));
    return { status: response.status, body: await response.json() };
  };
  admin = { id, call };
});
afterEach(() => test.control.clearFaults());
afterAll(() => test.close());

const HOUR_MS = 60 * 60 * 1000;
const getDeps = () => ({ ...test.deps, payments: test.payments });
const start = () => admin.call('POST', `${BASE}/reconcile`);
/** Begins a comparison and waits until it has ended. */
async function reconcile() {
  const { body } = await start();
  const findRun = async () => (await listRuns()).find(({ id }) => id === body.run.id);
  await expect.poll(findRun).toMatchObject({ finished_at: expect.any(String) });
  return findRun();
}
const listRuns = async (): Promise<ReconciliationsJson['runs']> =>
  (await admin.call('GET', `${BASE}/reconciliations`)).body.runs;
const listAudits = () =>
  selectRows(test, "SELECT action, actor_id FROM audit_log WHERE action LIKE 'billing.%' ORDER BY id");
const setRow = (id: string, sets: string) =>
  test.db.client.execute({ sql: `UPDATE subscriptions SET ${sets} WHERE stripe_subscription_id = ?`, args: [id] });
const findRow = async (id: string) =>
  (await selectRows(test, 'SELECT * FROM subscriptions WHERE stripe_subscription_id = ?', id))[0];

describe('19 reconciliation', () => {
  it('ends the access of a subscription whose cancellation never arrived, and lists what differed', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    expect(await reconcile()).toMatchObject({ found: 0, error: null });
    await test.stripe.subscriptions.cancel(id);
    test.clock.advance(24 * HOUR_MS);
    await reconcileNightly(getDeps());
    expect(await findRow(id)).toMatchObject({ status: 'canceled' });
    expect(
      (await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`)).body.subscription?.status ?? 'none',
    ).not.toBe('active');
    const { body } = await admin.call('GET', `${BASE}/reconciliations`);
    expect(body.runs[0]).toMatchObject({ is_nightly: true, error: null, finished_at: expect.any(String) });
    expect(body.runs[0].found).toBe(body.runs[0].repaired);
    expect(body.drifts).toContainEqual({
      id: expect.any(Number),
      user_id: user.id,
      user_email: user.email,
      object_id: id,
      field: 'status',
      local_value: '"active"',
      stripe_value: '"canceled"',
      found_at: expect.any(String),
      repaired_at: expect.any(String),
    });
    expect(
      await selectRows(test, "SELECT kind FROM outbox WHERE to_email = ? AND kind LIKE 'sub%'", user.email),
    ).toHaveLength(1);
  });

  it('runs once a night, and again when the last run failed', async () => {
    const countRuns = async () =>
      (await selectRows(test, 'SELECT id FROM reconciliations WHERE actor_id IS NULL')).length;
    const before = await countRuns();
    await reconcileNightly(getDeps());
    expect(await countRuns()).toBe(before);
    test.clock.advance(24 * HOUR_MS);
    test.control.setFault({ match: { path: '/v1/subscriptions' }, kind: '429', times: 1 });
    await reconcileNightly(getDeps());
    expect((await admin.call('GET', `${BASE}/reconciliations`)).body.runs[0]).toMatchObject({
      error: expect.any(String),
    });
    await reconcileNightly(getDeps());
    await reconcileNightly(getDeps());
    expect(await countRuns()).toBe(before + 2);
  });

  it('repairs wrong, missing and unknown rows; the audit log has one row of the admin and one for each repair', async () => {
    const user = await createSubscriber(test);
    const [wrong, missing] = [await user.subscribe(SOLO), await user.subscribe(RUDDER)];
    await setRow(wrong, `plan_name = '${toKey(FLEET)}', current_period_end = 1`);
    await test.db.client.execute({
      sql: 'DELETE FROM subscriptions WHERE stripe_subscription_id = ?',
      args: [missing],
    });
    await test.db.client.execute({
      sql: `INSERT INTO subscriptions (stripe_subscription_id, customer_id, product_id, plan_name, price_id, status,
          current_period_start, current_period_end, created_at, synced_at)
        SELECT 'sub_nowhere', 'cus_nowhere', product_id, plan_name, price_id, status,
          current_period_start, current_period_end, created_at, synced_at
        FROM subscriptions WHERE stripe_subscription_id = ?`,
      args: [wrong],
    });
    const audits = (await listAudits()).length;
    expect(await reconcile()).toMatchObject({ is_nightly: false, found: 4, repaired: 4, error: null });
    expect(await findRow(wrong)).toMatchObject({ plan_name: toKey(SOLO) });
    expect(await findRow(missing)).toMatchObject({ plan_name: toKey(RUDDER), user_id: user.id });
    expect(await findRow('sub_nowhere')).toMatchObject({ status: 'canceled' });
    expect((await listAudits()).slice(audits)).toEqual([
      { action: 'billing.reconciled', actor_id: admin.id },
      ...Array(3).fill({ action: 'billing.drift_repaired', actor_id: null }),
    ]);
    expect(await reconcile()).toMatchObject({ found: 0 });
  });

  it('says why it failed when Stripe can’t be reached, and answers 409 while a comparison is running', async () => {
    test.control.setFault({ match: { path: '/v1/subscriptions' }, kind: '429', times: 1 });
    expect(await reconcile()).toMatchObject({ error: 'Stripe couldn’t be reached. Try again in a few minutes.' });
    const statuses = (await Promise.all([start(), start()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    await expect.poll(async () => (await listRuns())[0]).toMatchObject({ finished_at: expect.any(String) });
  });

  it('answers before it has finished, shows how far it is, and has failed when the server stopped meanwhile', async () => {
    const people = Array.from({ length: 20 }, () => createSubscriber(test));
    for (const user of await Promise.all(people)) await user.subscribe(SOLO);
    // The subscriptions are compared first.
    const invoices = Promise.withResolvers<void>();
    const list = vi.spyOn(test.payments, 'listAllInvoices').mockImplementation(async function* () {
      await invoices.promise;
      yield* [];
    });
    try {
      expect((await start()).body.run).toMatchObject({ checked: 0, finished_at: null });
      await expect.poll(() => list.mock.calls.length).toBe(1);
      const [run] = await listRuns();
      expect(run).toMatchObject({ finished_at: null });
      expect(run?.checked).toBeGreaterThanOrEqual(20);
      await failCutOffRuns(test.deps);
      const error = 'The server stopped before the comparison was finished.';
      expect((await listRuns())[0]).toMatchObject({ error, finished_at: expect.any(String) });
    } finally {
      invoices.resolve();
      list.mockRestore();
      await test.worker.stop();
    }
  });
});

it('a comparison that can’t write its end while another chore runs is logged at once, and ends no process', async () => {
  const logged: string[] = [];
  const stuck = Promise.withResolvers<void>();
  let isDiskFull = false;
  const now = () => {
    if (isDiskFull) throw new Error('database or disk is full');
    return test.clock.now();
  };
  const payments = {
    ...test.payments,
    async *listEvents(since: number) {
      await stuck.promise;
      yield* test.payments.listEvents(since);
    },
    async *listAllInvoices(since: number) {
      yield* test.payments.listAllInvoices(since);
      isDiskFull = true;
    },
  };
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const worker = new BillingWorker({ ...getDeps(), payments, log, clock: { ...test.clock, now } });
  worker.start();
  try {
    await worker.reconcile({ actorId: null });
    await vi.waitFor(() => expect(logged.join('')).toContain('billing chore failed'), HANG_MS);
  } finally {
    isDiskFull = false;
    stuck.resolve();
    await worker.stop();
  }
});

describe('resync of a user', () => {
  it('repairs the rows of this user only, with one audit row', async () => {
    const [user, other] = [await createSubscriber(test), await createSubscriber(test)];
    const [one, two] = [await user.subscribe(CREW), await other.subscribe(CREW)];
    for (const id of [one, two]) await setRow(id, "status = 'past_due'");
    const audits = (await listAudits()).length;
    const { body } = await admin.call('POST', `${BASE}/users/${user.id}/resync`);
    expect(body).toEqual({ message: '1 record updated from Stripe.', repaired: 1 });
    expect(await findRow(one)).toMatchObject({ status: 'active' });
    expect(await findRow(two)).toMatchObject({ status: 'past_due' });
    expect((await listAudits()).slice(audits)).toEqual([{ action: 'billing.user_resynced', actor_id: admin.id }]);
  });

  it('finds nothing to do for someone who never bought; 404 for nobody, 503 without Stripe', async () => {
    const user = await createSubscriber(test);
    const { body } = await admin.call('POST', `${BASE}/users/${user.id}/resync`);
    expect(body).toEqual({ message: 'Everything matches Stripe.', repaired: 0 });
    expect((await admin.call('POST', `${BASE}/users/999999/resync`)).status).toBe(404);
    const buyer = await createSubscriber(test);
    await buyer.subscribe();
    test.control.setFault({ match: { path: '/v1/subscriptions' }, kind: '429', times: 1 });
    expect((await admin.call('POST', `${BASE}/users/${buyer.id}/resync`)).status).toBe(503);
  });
});
