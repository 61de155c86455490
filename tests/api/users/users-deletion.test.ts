import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UserDeletionWorker } from '#api/features/users/deletion/worker.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createUser } from '../../support/app/users.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { CREW } from '../../support/payments/tideworks.ts';

const ERROR = 'We couldn’t reach Stripe to cancel the subscription, so nothing has been deleted yet.';

let test: PaymentApp;
let admin: ApiCaller;
let worker: UserDeletionWorker;
beforeAll(async () => {
  test = await createPaymentApp();
});
beforeEach(async () => {
  admin = await createApiCaller(test);
  worker = new UserDeletionWorker(test.deps);
});
afterEach(async () => {
  await worker.stop();
  test.control.clearFaults();
});
afterAll(() => test.close());

const toPath = (id: number) => `/api/admin/users/${id}`;
const deleteUser = (id: number) => admin.call('DELETE', toPath(id));
const failStripe = (method: string, path: string) =>
  test.control.setFault({ match: { method, path }, kind: '429', times: 1 });
const exists = async (id: number) => (await selectRows(test, 'SELECT id FROM users WHERE id = ?', id)).length === 1;
const listActions = async (id: number) =>
  (await selectRows(test, 'SELECT action, actor_id FROM audit_log WHERE subject = ? ORDER BY id', `user:${id}`)).filter(
    ({ action }) => String(action).startsWith('user.'),
  );

describe('T12 the deletion of a user by an admin', () => {
  it('is carried out after 30 seconds: subscriptions are cancelled at Stripe, and nothing of the user is left', async () => {
    const user = await createSubscriber(test);
    const subscription = await user.subscribe(CREW);
    await test.deliver();
    expect((await deleteUser(user.id)).status).toBe(200);
    test.clock.advance(29_999);
    await worker.whenIdle();
    expect(await exists(user.id)).toBe(true);
    expect((await test.payments.getSubscription(subscription)).status).toBe('active');
    test.clock.advance(1);
    await worker.whenIdle();
    expect(await exists(user.id)).toBe(false);
    expect((await test.payments.getSubscription(subscription)).status).toBe('canceled');
    expect(await selectRows(test, 'PRAGMA foreign_key_check')).toEqual([]);
    const left = await selectRows(
      test,
      'SELECT user_id FROM subscriptions WHERE stripe_subscription_id = ?',
      subscription,
    );
    expect(left).toEqual([{ user_id: null }]);
    expect(await selectRows(test, 'SELECT id FROM outbox WHERE to_email = ?', user.email)).toEqual([]);
    expect(await selectRows(test, 'SELECT rowid FROM users_search WHERE rowid = ?', user.id)).toEqual([]);
    expect(await listActions(user.id)).toEqual([
      { action: 'user.deletion_scheduled', actor_id: admin.id },
      { action: 'user.deleted', actor_id: admin.id },
    ]);
  });

  it('survives a restart: another worker carries out what was scheduled before', async () => {
    const user = await createUser(test);
    await deleteUser(user.id);
    await worker.stop();
    test.clock.advance(60_000);
    worker = new UserDeletionWorker(test.deps);
    await worker.whenIdle();
    expect(await exists(user.id)).toBe(false);
  });

  it('is refused with 503 while Stripe can’t be reached, and the user is still there', async () => {
    const user = await createSubscriber(test);
    await user.subscribe();
    failStripe('GET', '/v1/customers/:id');
    expect(await deleteUser(user.id)).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining('couldn’t reach Stripe') },
    });
    expect(test.control.faults()).toEqual([]);
    expect((await admin.call('GET', toPath(user.id))).body.data.user).toMatchObject({ deletion: null });
    expect((await user.call('GET', `/user/${user.id}`)).status).toBe(200);
    expect(await listActions(user.id)).toEqual([]);
  });

  it('does not ask Stripe for a user who pays nothing', async () => {
    const user = await createUser(test);
    failStripe('GET', '/v1/customers/:id');
    expect((await deleteUser(user.id)).status).toBe(200);
    expect(test.control.faults()).toHaveLength(1);
  });

  it.each([
    ['the list of subscriptions', 'GET', '/v1/subscriptions'],
    ['the cancellation', 'DELETE', '/v1/subscriptions/:id'],
    ['the deletion of the customer', 'DELETE', '/v1/customers/:id'],
  ])('shows the user again when %s fails, and is tried again until it works', async (_name, method, path) => {
    const user = await createSubscriber(test);
    const subscription = await user.subscribe();
    await deleteUser(user.id);
    failStripe(method, path);
    test.clock.advance(30_000);
    await worker.whenIdle();
    expect(test.control.faults()).toEqual([]);
    const { body } = await admin.call('GET', toPath(user.id));
    const { deletion, can } = body.data.user;
    expect(deletion).toEqual({ error: ERROR, next_attempt_at: expect.any(String) });
    expect(can.blacklist).toEqual({
      allowed: false,
      reason: 'This user is being deleted. Stop the deletion first.',
    });
    expect((await user.call('GET', `/user/${user.id}`)).status).toBe(401);
    expect((await admin.call('POST', `${toPath(user.id)}/blacklist`, { reason: 'Spam' })).status).toBe(409);
    expect(Date.parse(deletion.next_attempt_at)).toBeGreaterThan(test.clock.now());
    test.clock.set(deletion.next_attempt_at);
    await worker.whenIdle();
    expect(await exists(user.id)).toBe(false);
    expect((await test.payments.getSubscription(subscription)).status).toBe('canceled');
  });

  it('does not wait for a retry that lies ahead after the clock was put back', async () => {
    const user = await createSubscriber(test);
    await user.subscribe();
    await deleteUser(user.id);
    failStripe('GET', '/v1/subscriptions');
    test.clock.advance(30_000);
    await worker.whenIdle();
    expect(await exists(user.id)).toBe(true);
    await test.db.client.execute(`UPDATE users SET delete_after = delete_after + 300 * 86400000 WHERE id = ${user.id}`);
    await worker.whenIdle();
    expect(await exists(user.id)).toBe(false);
  });

  it('leaves a user whose deletion is stopped during the calls to Stripe', async () => {
    const user = await createSubscriber(test);
    await user.subscribe();
    await deleteUser(user.id);
    failStripe('GET', '/v1/subscriptions');
    test.clock.advance(30_000);
    await worker.whenIdle();
    const deleteCustomer = async (id: string) => {
      await test.payments.deleteCustomer(id);
      expect((await admin.call('POST', `${toPath(user.id)}/cancel-deletion`)).status).toBe(200);
    };
    test.clock.advance(3_600_000);
    await worker.stop();
    worker = new UserDeletionWorker({ ...test.deps, payments: { ...test.payments, deleteCustomer } });
    await worker.whenIdle();
    expect((await admin.call('GET', toPath(user.id))).body.data.user).toMatchObject({ id: user.id, deletion: null });
  });

  it('can be stopped by any admin while it fails', async () => {
    const user = await createSubscriber(test);
    await user.subscribe();
    expect((await admin.call('POST', `${toPath(user.id)}/cancel-deletion`)).status).toBe(409);
    await deleteUser(user.id);
    failStripe('GET', '/v1/subscriptions');
    test.clock.advance(30_000);
    await worker.whenIdle();
    const other = await createApiCaller(test);
    expect(await other.call('POST', `${toPath(user.id)}/cancel-deletion`)).toMatchObject({
      status: 200,
      body: {
        message: 'Deletion stopped. Subscriptions that were already cancelled stay cancelled.',
        data: { user: { deletion: null } },
      },
    });
    test.clock.advance(24 * 3_600_000);
    await worker.whenIdle();
    expect(await exists(user.id)).toBe(true);
    expect((await listActions(user.id)).at(-1)).toEqual({ action: 'user.deletion_undone', actor_id: other.id });
  });
});
