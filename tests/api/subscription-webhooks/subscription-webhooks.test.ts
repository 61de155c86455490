import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPrivateHost } from '#api/adapters/safe-fetch/private-host.ts';
import { signWebhook } from '#api/adapters/webhook-signature.ts';
import { subscriptionEventSchema } from '#api/features/subscription-webhooks/subscription-webhooks.contract.ts';
import { SubscriptionWebhookWorker } from '#api/features/subscription-webhooks/worker.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp, type PaymentApp } from '../../support/payments/payment-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';

const PATH = '/api/admin/webhooks';
const URL_ANYWHERE = 'https://app.example.com/hooks';

type Received = { body: string; signature: string };
let test: PaymentApp;
let admin: ApiCaller;
let worker: SubscriptionWebhookWorker;
let received: Received[];
let answer: number;
let close: () => Promise<unknown>;
let address: string;

beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
  received = [];
  answer = 204;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ body, signature: String(request.headers['x-webhook-signature']) });
    response.writeHead(answer).end('busy');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  worker = startWorker();
  close = async () => {
    await worker.stop();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await test.close();
  };
});
afterEach(() => close());

const startWorker = (findObstacle: (host: string) => Promise<string | null> = async () => null) =>
  new SubscriptionWebhookWorker({ ...test.deps, log: pino({ level: 'silent' }), findObstacle });

/** Adds an address, which is the receiver of this test: the API takes only https. */
async function addEndpoint(productId: number | null = null): Promise<{ id: number; secret: string }> {
  const { status, body } = await admin.call('POST', PATH, { url: URL_ANYWHERE, product_id: productId });
  expect(status).toBe(201);
  await test.db.client.execute({
    sql: 'UPDATE webhook_endpoints SET url = ? WHERE id = ?',
    args: [address, body.data.id],
  });
  return { id: body.data.id, secret: body.secret };
}

const listEvents = () => received.map(({ body }) => subscriptionEventSchema.parse(JSON.parse(body)));
const listDeliveries = async (id: number) => (await admin.call('GET', `${PATH}/${id}/deliveries`)).body.data;

it('tells a product of start, change and end, signed, each once', async () => {
  const { secret } = await addEndpoint();
  const user = await createSubscriber(test);
  const id = await user.subscribe('Creator');
  await worker.whenIdle();
  await user.change('cancel', id);
  await worker.whenIdle();
  await test.stripe.subscriptions.cancel(id);
  await test.deliver();
  await worker.whenIdle();
  const events = listEvents();
  expect(events.map(({ type }) => type)).toEqual([
    'subscription.started',
    'subscription.changed',
    'subscription.ended',
  ]);
  expect(events.map(({ data }) => data.entitlement?.is_active)).toEqual([true, true, false]);
  expect(events[1]?.data.entitlement?.ends_at).toEqual(expect.any(String));
  for (const { data } of events) expect(data.user).toEqual({ id: user.id, email: user.email });
  for (const { body, signature } of received) {
    const at = Number(/^t=(\d+),/.exec(signature)?.[1]) * 1000;
    expect(signature).toBe(signWebhook(secret, body, at));
  }
  expect(new Set(events.map((event) => event.id)).size).toBe(3);
});

it('tells only of the product that an address is for', async () => {
  const user = await createSubscriber(test);
  const { rows } = await test.db.client.execute("SELECT id FROM products WHERE name = 'TaxMate'");
  await addEndpoint(Number(rows[0]?.id));
  await user.subscribe('Creator');
  await worker.whenIdle();
  expect(received).toEqual([]);
});

it('tries again what was refused, in order, until it arrives, and sends it again on request', async () => {
  const { id } = await addEndpoint();
  const user = await createSubscriber(test);
  answer = 503;
  const subscription = await user.subscribe('Creator');
  await worker.whenIdle();
  await user.change('cancel', subscription);
  await worker.whenIdle();
  expect(listEvents().map(({ type }) => type)).toEqual(['subscription.started']);
  const [, refused] = await listDeliveries(id);
  expect(refused).toMatchObject({ status: 'queued', attempts: 1, last_status_code: 503, last_error: 'busy' });

  answer = 204;
  test.clock.advance(60_000);
  await worker.whenIdle();
  expect(listEvents().map(({ type }) => type)).toEqual([
    'subscription.started',
    'subscription.started',
    'subscription.changed',
  ]);
  const [listed] = (await admin.call('GET', PATH)).body.data;
  expect(listed).toMatchObject({ last: { status: 'delivered' }, counts: { queued: 0, failed: 0 } });

  const { status } = await admin.call('POST', `${PATH}/deliveries/${refused.id}/replay`, {});
  expect(status).toBe(200);
  await worker.whenIdle();
  expect(listEvents().at(-1)?.id).toBe(refused.event_id);
});

it('a failed webhook that is sent again has nothing of its failure any more, and all its attempts', async () => {
  const { id } = await addEndpoint();
  const user = await createSubscriber(test);
  answer = 503;
  await user.subscribe('Creator');
  await worker.whenIdle();
  await test.db.client.execute("UPDATE subscription_webhooks SET status = 'failed', attempts = 9");
  const [failed] = await listDeliveries(id);
  expect(failed).toMatchObject({ status: 'failed', last_status_code: 503, last_error: 'busy' });
  const { body } = await admin.call('POST', `${PATH}/deliveries/${failed.id}/replay`, {});
  const fresh = { status: 'queued', attempts: 0, last_status_code: null, last_error: null };
  expect(body.data).toMatchObject(fresh);
  expect((await listDeliveries(id))[0]).toMatchObject(fresh);
  answer = 204;
  await worker.whenIdle();
  expect((await listDeliveries(id))[0]).toMatchObject({ status: 'delivered', attempts: 1, last_error: null });
});

it('says of the end to a product when the account is gone', async () => {
  await addEndpoint();
  const user = await createSubscriber(test);
  await user.subscribe('Creator');
  await test.db.client.batch(
    [
      'PRAGMA defer_foreign_keys = 1',
      { sql: 'DELETE FROM subscriptions WHERE user_id = ?', args: [user.id] },
      { sql: 'DELETE FROM checkout_attempts WHERE user_id = ?', args: [user.id] },
      { sql: 'DELETE FROM invoices WHERE user_id = ?', args: [user.id] },
      { sql: 'DELETE FROM users WHERE id = ?', args: [user.id] },
    ],
    'write',
  );
  await worker.whenIdle();
  expect(listEvents()[0]?.data.user).toEqual({ id: user.id, email: null });
});

it('a test arrives, and an address that is removed gets nothing more', async () => {
  const { id } = await addEndpoint();
  expect((await admin.call('POST', `${PATH}/${id}/test`, {})).body.data).toMatchObject({ type: 'webhook.test' });
  await worker.whenIdle();
  expect(listEvents()[0]).toMatchObject({ type: 'webhook.test', data: { user: null, entitlement: null } });
  expect((await admin.call('DELETE', `${PATH}/${id}`)).status).toBe(200);
  await (await createSubscriber(test)).subscribe('Creator');
  await worker.whenIdle();
  expect(received).toHaveLength(1);
});

it('calls no address of a private network, and only https is taken', async () => {
  await worker.stop();
  worker = startWorker(findPrivateHost);
  const { id } = await addEndpoint();
  await admin.call('POST', `${PATH}/${id}/test`, {});
  await worker.whenIdle();
  expect(received).toEqual([]);
  const [row] = await listDeliveries(id);
  expect(row.last_error).toBe('The address belongs to a private network, so it wasn’t called.');
  for (const url of ['http://app.example.com', 'ftp://a.example', 'https://user:secret@app.example.com', '']) {
    expect((await admin.call('POST', PATH, { url, product_id: null })).status).toBe(400);
  }
  expect((await admin.call('POST', PATH, { url: URL_ANYWHERE, product_id: 999 })).status).toBe(400);
});
