import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlacklistWorker } from '#api/features/users/blacklist/worker.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp, type PaymentApp } from '../../support/payments/payment-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';

let test: PaymentApp;
let admin: ApiCaller;
let worker: BlacklistWorker;
beforeAll(async () => {
  test = await createPaymentApp();
});
beforeEach(async () => {
  admin = await createApiCaller(test);
  worker = new BlacklistWorker(test.deps);
});
afterEach(async () => {
  await worker.stop();
  test.control.clearFaults();
});
afterAll(() => test.close());

const toPath = (id: number) => `/api/admin/users/${id}`;
const blacklist = async (id: number, cancelSubscriptions = true) =>
  (await admin.call('POST', `${toPath(id)}/blacklist`, { reason: 'Spam', cancelSubscriptions })).body;
const undo = (id: string) => admin.call('POST', '/api/admin/undo', { ids: [id] });
const getBlacklisting = async (id: number) => (await admin.call('GET', toPath(id))).body.data.user.blacklisting;
const getStatus = async (subscription: string) => (await test.payments.getSubscription(subscription)).status;

async function prepare() {
  const user = await createSubscriber(test);
  return { id: user.id, subscription: await user.subscribe('Pro') };
}
async function pass(milliseconds: number) {
  test.clock.advance(milliseconds);
  await worker.whenIdle();
}

describe('a blacklisting that cancels the subscriptions', () => {
  it('cancels them at Stripe once it can’t be undone any more, and keeps the customer', async () => {
    const { id, subscription } = await prepare();
    const { undo: offer } = await blacklist(id);
    expect((await getBlacklisting(id)).cancellation).toEqual({ next_attempt_at: offer.until, error: null });
    await pass(29_999);
    expect(await getStatus(subscription)).toBe('active');
    await pass(1);
    expect(await getStatus(subscription)).toBe('canceled');
    expect((await getBlacklisting(id)).cancellation).toBeNull();
    const { subscriptions } = (await admin.call('GET', toPath(id))).body.data.user;
    expect(subscriptions).toMatchObject([{ status: 'canceled' }]);
    expect((await undo(offer.id)).status).toBe(409);
  });

  it('survives a restart', async () => {
    const { id, subscription } = await prepare();
    await blacklist(id);
    await worker.stop();
    worker = new BlacklistWorker(test.deps);
    await pass(60_000);
    expect(await getStatus(subscription)).toBe('canceled');
  });

  it('leaves them alone when it is undone or removed in time, and when nobody asked for it', async () => {
    const [undone, removed, kept] = [await prepare(), await prepare(), await prepare()];
    expect((await undo((await blacklist(undone.id)).undo.id)).status).toBe(200);
    await blacklist(removed.id);
    expect((await admin.call('DELETE', `${toPath(removed.id)}/blacklist`)).status).toBe(200);
    await blacklist(kept.id, false);
    expect((await getBlacklisting(kept.id)).cancellation).toBeNull();
    await pass(60_000);
    for (const { subscription } of [undone, removed, kept]) expect(await getStatus(subscription)).toBe('active');
  });

  it('cancels them after all when its removal is undone', async () => {
    const { id, subscription } = await prepare();
    await blacklist(id);
    const { undo: offer } = (await admin.call('DELETE', `${toPath(id)}/blacklist`)).body;
    expect((await undo(offer.id)).status).toBe(200);
    await pass(30_000);
    expect(await getStatus(subscription)).toBe('canceled');
  });

  it('says why it failed, and tries again until it works', async () => {
    const { id, subscription } = await prepare();
    await blacklist(id);
    test.control.setFault({ match: { method: 'DELETE', path: '/v1/subscriptions/:id' }, kind: '429', times: 1 });
    await pass(30_000);
    const { cancellation } = await getBlacklisting(id);
    expect(cancellation).toEqual({
      next_attempt_at: expect.any(String),
      error: 'We couldn’t reach Stripe, so the subscriptions aren’t cancelled yet.',
    });
    test.clock.set(cancellation.next_attempt_at);
    await worker.whenIdle();
    expect(await getStatus(subscription)).toBe('canceled');
    expect((await getBlacklisting(id)).cancellation).toBeNull();
  });

  it('do not wait for a retry that lies ahead after the clock was put back', async () => {
    const { id, subscription } = await prepare();
    await blacklist(id);
    test.control.setFault({ match: { method: 'DELETE', path: '/v1/subscriptions/:id' }, kind: '429', times: 1 });
    await pass(30_000);
    await test.db.client.execute('UPDATE blacklistings SET cancel_after = cancel_after + 300 * 86400000');
    await worker.whenIdle();
    expect(await getStatus(subscription)).toBe('canceled');
  });
});
