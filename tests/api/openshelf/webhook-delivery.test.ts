import { type AddressInfo, createServer, type Server } from 'node:net';
import { asc } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWebhookSender } from '#api/adapters/webhook-sender.ts';
import { webhookEventSchema } from '#api/features/openshelf/webhooks/webhooks.contract.ts';
import { OpenshelfWebhookWorker } from '#api/features/openshelf/webhooks/worker.service.ts';
import { WEBHOOK_ATTEMPTS_MAX } from '#api/webhook-worker.ts';
import { openshelfWebhooks } from '#db/schema/index.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { TEST_SERVICE_KEY } from '../../support/app/test-app.ts';
import { createOpenshelfApp, createPublicationIn, type OpenshelfApp } from '../../support/openshelf/openshelf-app.ts';
import { expectData } from '../../support/openshelf/publishing-service.ts';
import { WebhookReceiver } from '../../support/openshelf/webhook-receiver.ts';

const REVIEWS = '/api/admin/openshelf/reviews';
const HOUR_MS = 60 * 60 * 1000;

let test: OpenshelfApp;
let admin: ApiCaller;
let receiver: WebhookReceiver;
let url: string;
let worker: OpenshelfWebhookWorker;
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  test = await createOpenshelfApp();
  admin = await createApiCaller(test);
  receiver = new WebhookReceiver({ serviceKey: TEST_SERVICE_KEY, now: () => test.clock.now() });
  url = await receiver.start();
  worker = startWorker();
});
afterEach(async () => {
  await worker.stop();
  await receiver.stop();
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await test.close();
});

function startWorker(options: { url?: string; serviceKey?: string; timeoutMs?: number } = {}) {
  const send = createWebhookSender({
    url: options.url ?? url,
    secret: options.serviceKey ?? TEST_SERVICE_KEY,
    signatureHeader: 'x-openshelf-signature',
    now: () => test.clock.now(),
    ...(options.timeoutMs && { timeoutMs: options.timeoutMs }),
  });
  return new OpenshelfWebhookWorker({ ...test.deps, log: pino({ level: 'silent' }), send });
}

const listRows = () => test.db.orm.select().from(openshelfWebhooks).orderBy(asc(openshelfWebhooks.id));

/** A reviewer rejects a work, and can't undo it any more. */
async function reject(id: number, kind: 'reject' | 'request-changes' = 'reject') {
  const response = await admin.call('POST', `${REVIEWS}/${id}/${kind}`, { comments: 'No sources.', reason_ids: [1] });
  expect(response.status).toBe(200);
  test.clock.advance(10_000);
}

it('a decision leaves when it can’t be undone any more, signed, and exactly as it was made', async () => {
  const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
  const at = new Date(test.clock.now()).toISOString();
  await admin.call('POST', `${REVIEWS}/${id}/request-changes`, { comments: 'No sources.', reason_ids: [3, 1] });
  test.clock.advance(9_999);
  await worker.whenIdle();
  expect(receiver.deliveries).toEqual([]);

  test.clock.advance(1);
  await worker.whenIdle();
  expect(receiver.refusedCount).toBe(0);
  const [row] = await listRows();
  expect(receiver.events).toEqual([
    {
      id: row?.eventId,
      type: 'publication.changes_requested',
      created_at: at,
      data: {
        publication_id: id,
        version_number: 1,
        status: 'REJECTED',
        decision: 'rejected',
        comments: 'No sources.',
        reasons: ['Advice, no source', 'Personal data'],
        changes_requested: true,
        final: false,
        appeal_until: expect.any(String),
      },
    },
  ]);
  expect(row).toMatchObject({ status: 'delivered', attempts: 1, lastStatusCode: 204, lastError: null, undoId: null });
  expect(webhookEventSchema.safeParse(receiver.events[0]).error).toBeUndefined();
});

it('a decision that was undone never leaves', async () => {
  const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
  const { body } = await admin.call('POST', `${REVIEWS}/${id}/approve`, {});
  expect((await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] })).status).toBe(200);
  test.clock.advance(60_000);
  await worker.whenIdle();
  expect(receiver.deliveries).toEqual([]);
});

it('a webhook that leaves closes its decision: an undo with an older clock comes too late', async () => {
  const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
  const { body } = await admin.call('POST', `${REVIEWS}/${id}/approve`, {});
  receiver.mode = 'slow';
  test.clock.advance(10_000);
  worker.wake();
  await receiver.whenDelivered(1);
  test.clock.advance(-1);
  expect((await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] })).status).toBe(409);
  receiver.release();
  await worker.whenIdle();
  expect((await listRows())[0]?.status).toBe('delivered');
});

it('a receiver that is down gets it when it is up again, with growing delays', async () => {
  receiver.mode = 'down';
  await reject(await createPublicationIn(test, 'ADMIN_REVIEWING'));
  for (const [attempt, delayMs] of [10_000, 20_000, 40_000].entries()) {
    await worker.whenIdle();
    const [row] = await listRows();
    expect(row).toMatchObject({ status: 'queued', attempts: attempt + 1, lastStatusCode: null });
    expect(row?.lastError).toMatch(/^The connection failed: /);
    const wait = (row?.nextAttemptAt ?? 0) - test.clock.now();
    expect(wait).toBeGreaterThanOrEqual(delayMs / 2);
    expect(wait).toBeLessThanOrEqual(delayMs);
    test.clock.advance(wait);
  }
  receiver.mode = 'ok';
  await worker.whenIdle();
  expect(receiver.events).toHaveLength(1);
  expect(receiver.refusedCount).toBe(0);
});

it('does not wait for a time from before the clock was put back', async () => {
  receiver.mode = 'down';
  await reject(await createPublicationIn(test, 'ADMIN_REVIEWING'));
  await worker.whenIdle();
  test.clock.advance(-300 * 24 * HOUR_MS);
  receiver.mode = 'ok';
  await worker.whenIdle();
  expect(receiver.events).toHaveLength(1);
});

it('is given up after three days at most, and can be replayed with the same event id', async () => {
  receiver.mode = 'error';
  const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
  await reject(id);
  const start = test.clock.now();
  for (let attempt = 1; attempt <= WEBHOOK_ATTEMPTS_MAX; attempt += 1) {
    await worker.whenIdle();
    expect(receiver.deliveries).toHaveLength(attempt);
    const [row] = await listRows();
    expect(row?.status).toBe(attempt === WEBHOOK_ATTEMPTS_MAX ? 'failed' : 'queued');
    if (row?.status === 'queued') test.clock.set(new Date(row.nextAttemptAt).toISOString());
  }
  expect(test.clock.now() - start).toBeGreaterThan(24 * HOUR_MS);
  expect(test.clock.now() - start).toBeLessThanOrEqual(72 * HOUR_MS);
  const [failed] = await listRows();
  expect(failed).toMatchObject({ lastStatusCode: 500, attempts: WEBHOOK_ATTEMPTS_MAX });
  expect(failed?.lastError).toMatch(/^<h1>Sorry<\/h1> x+$/);
  expect(failed?.lastError).toHaveLength(200);

  receiver.mode = 'ok';
  const session = await createApiCaller(test);
  const replay = await session.call('POST', `/api/admin/openshelf/webhooks/${failed?.id}/replay`);
  expect(replay.status).toBe(200);
  await worker.whenIdle();
  expect(receiver.events.map((event) => event.id)).toEqual([failed?.eventId]);
});

it('a slow receiver is left after the time limit and tried again', async () => {
  await worker.stop();
  worker = startWorker({ timeoutMs: 100 });
  receiver.mode = 'slow';
  await reject(await createPublicationIn(test, 'ADMIN_REVIEWING'));
  await worker.whenIdle();
  const [row] = await listRows();
  expect(row).toMatchObject({ status: 'queued', attempts: 1, lastError: 'No response within 0.1 seconds.' });
  receiver.mode = 'ok';
  test.clock.advance(10_000);
  await worker.whenIdle();
  expect((await listRows())[0]?.status).toBe('delivered');
  expect([receiver.deliveries.length, receiver.events.length]).toEqual([2, 1]);
});

it('a receiver that loses the connection after it handled a webhook gets the same event again, and knows it', async () => {
  receiver.mode = 'twice';
  await reject(await createPublicationIn(test, 'ADMIN_REVIEWING'));
  await worker.whenIdle();
  test.clock.advance(10_000);
  await worker.whenIdle();
  expect([receiver.deliveries.length, receiver.events.length]).toEqual([2, 1]);
  expect((await listRows())[0]).toMatchObject({ status: 'delivered', attempts: 2 });
});

it('a receiver that answers twice has received it once', async () => {
  const requests: string[] = [];
  const server: Server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        requests.push(String(data));
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'.repeat(2));
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  await worker.stop();
  worker = startWorker({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  await reject(await createPublicationIn(test, 'ADMIN_REVIEWING'));
  await worker.whenIdle();
  expect((await listRows())[0]).toMatchObject({ status: 'delivered', attempts: 1 });
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
});

it('redirects are not followed', async () => {
  receiver.mode = 'redirect';
  await reject(await createPublicationIn(test, 'ADMIN_REVIEWING'));
  await worker.whenIdle();
  expect(receiver.deliveries).toHaveLength(1);
  expect((await listRows())[0]).toMatchObject({
    status: 'queued',
    lastStatusCode: 302,
    lastError: 'The response was empty.',
  });
});

it('a receiver with another key refuses the signature', async () => {
  await worker.stop();
  worker = startWorker({ serviceKey: 'another key of thirty-two characters' });
  await reject(await createPublicationIn(test, 'ADMIN_REVIEWING'));
  await worker.whenIdle();
  expect(receiver.refusedCount).toBe(1);
  expect((await listRows())[0]).toMatchObject({ status: 'queued', lastStatusCode: 401, lastError: 'wrong signature' });
});

it('the webhooks of one publication leave in their order', async () => {
  const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
  receiver.mode = 'down';
  await reject(id);
  await worker.whenIdle();
  expectData(await test.service.appeal(id, 'Please read it again.'));
  admin = await createApiCaller(test);
  await reject(id, 'request-changes');
  receiver.mode = 'ok';
  await worker.whenIdle();
  expect(receiver.events.map(({ type }) => type)).toEqual(['publication.rejected', 'publication.changes_requested']);
});

it('a later webhook waits while the one before it is tried again; those of others do not', async () => {
  const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
  const other = await createPublicationIn(test, 'ADMIN_REVIEWING');
  receiver.mode = 'down';
  await reject(id);
  // The next attempt is more than a minute away.
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await worker.whenIdle();
    const [row] = await listRows();
    test.clock.set(new Date(row?.nextAttemptAt ?? 0).toISOString());
  }
  await worker.whenIdle();
  expectData(await test.service.appeal(id, 'Please read it again.'));
  admin = await createApiCaller(test);
  await reject(id);
  await reject(other);
  receiver.mode = 'ok';
  await worker.whenIdle();
  expect(receiver.events.map(({ data }) => data.publication_id)).toEqual([other]);
  test.clock.advance(10 * 60_000);
  await worker.whenIdle();
  expect(receiver.events.map(({ data }) => data.publication_id)).toEqual([other, id, id]);
});

it('after a restart in the middle of a delivery it leaves again, with the same event id', async () => {
  receiver.mode = 'slow';
  await reject(await createPublicationIn(test, 'ADMIN_REVIEWING'));
  worker.wake();
  await receiver.whenDelivered(1);
  const stopped = worker.stop();
  await receiver.stop();
  await stopped;
  expect((await listRows())[0]).toMatchObject({ status: 'queued', attempts: 0 });

  receiver = new WebhookReceiver({ serviceKey: TEST_SERVICE_KEY, now: () => test.clock.now() });
  url = await receiver.start();
  worker = startWorker();
  await worker.whenIdle();
  expect(receiver.events.map((event) => event.id)).toEqual([(await listRows())[0]?.eventId]);
});

it('100 decisions of one bulk action are 100 webhooks', async () => {
  const ids: number[] = [];
  for (let index = 0; index < 100; index += 1) ids.push(await createPublicationIn(test, 'ADMIN_REVIEWING'));
  const body = { publicationIds: ids, action: 'approve' };
  expect((await admin.call('POST', '/api/admin/openshelf/publications/bulk-action', body)).status).toBe(200);
  test.clock.advance(10_000);
  await worker.whenIdle();
  expect(receiver.events.map(({ data }) => data.publication_id).sort((a, b) => a - b)).toEqual(ids);
  expect(receiver.deliveries).toHaveLength(ids.length);
  expect(new Set(receiver.events.map((event) => event.id)).size).toBe(ids.length);
});
