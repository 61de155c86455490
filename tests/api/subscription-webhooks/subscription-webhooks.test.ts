import { afterEach, beforeEach, expect, it } from 'vitest';
import { publicHosts } from '#api/adapters/safe-fetch/public-host.ts';
import { signWebhook } from '#api/adapters/webhook-signature.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import {
  type ProductReceiver,
  PUBLIC_URL,
  startProductReceiver,
  startWorker,
  WEBHOOKS_PATH,
} from '../../support/payments/product-receiver.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { RUDDER_ID, SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
let admin: ApiCaller;
let product: ProductReceiver;

beforeEach(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
  product = await startProductReceiver(test, admin);
});
afterEach(async () => {
  await product.close();
  await test.close();
});

const listDeliveries = async (id: number) => (await admin.call('GET', `${WEBHOOKS_PATH}/${id}/deliveries`)).body.data;

it('tells a product of start, change and end, signed, each once', async () => {
  const { secret } = await product.addEndpoint();
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  await product.worker.whenIdle();
  await user.change('cancel', id);
  await product.worker.whenIdle();
  await test.stripe.subscriptions.cancel(id);
  await test.deliver();
  await product.worker.whenIdle();
  const events = product.listEvents();
  expect(events.map(({ type }) => type)).toEqual([
    'subscription.started',
    'subscription.changed',
    'subscription.ended',
  ]);
  expect(events.map(({ data }) => data.entitlement?.is_active)).toEqual([true, true, false]);
  expect(events[1]?.data.entitlement?.ends_at).toEqual(expect.any(String));
  for (const { data } of events) expect(data.user).toEqual({ id: user.id, email: user.email, is_suspended: false });
  for (const { body, signature } of product.received) {
    const at = Number(/^t=(\d+),/.exec(signature)?.[1]) * 1000;
    expect(signature).toBe(signWebhook(secret, body, at));
  }
  expect(new Set(events.map((event) => event.id)).size).toBe(3);
});

it('tells only of the product that an address is for', async () => {
  const user = await createSubscriber(test);
  await product.addEndpoint(RUDDER_ID);
  await user.subscribe(SOLO);
  await product.worker.whenIdle();
  expect(product.received).toEqual([]);
});

it('tries again what was refused, in order, until it arrives, and sends it again on request', async () => {
  const { id } = await product.addEndpoint();
  const user = await createSubscriber(test);
  product.answer = 503;
  const subscription = await user.subscribe(SOLO);
  await product.worker.whenIdle();
  await user.change('cancel', subscription);
  await product.worker.whenIdle();
  expect(product.listEvents().map(({ type }) => type)).toEqual(['subscription.started']);
  const [, refused] = await listDeliveries(id);
  expect(refused).toMatchObject({ status: 'queued', attempts: 1, last_status_code: 503, last_error: 'busy' });

  product.answer = 204;
  test.clock.advance(60_000);
  await product.worker.whenIdle();
  expect(product.listEvents().map(({ type }) => type)).toEqual([
    'subscription.started',
    'subscription.started',
    'subscription.changed',
  ]);
  const [listed] = (await admin.call('GET', WEBHOOKS_PATH)).body.data;
  expect(listed).toMatchObject({ last: { status: 'delivered' }, counts: { queued: 0, failed: 0 } });

  const { status } = await admin.call('POST', `${WEBHOOKS_PATH}/deliveries/${refused.id}/replay`, {});
  expect(status).toBe(200);
  await product.worker.whenIdle();
  expect(product.listEvents().at(-1)?.id).toBe(refused.event_id);
});

it('a failed webhook that is sent again has nothing of its failure any more, and all its attempts', async () => {
  const { id } = await product.addEndpoint();
  const user = await createSubscriber(test);
  product.answer = 503;
  await user.subscribe(SOLO);
  await product.worker.whenIdle();
  await test.db.client.execute("UPDATE subscription_webhooks SET status = 'failed', attempts = 9");
  const [failed] = await listDeliveries(id);
  expect(failed).toMatchObject({ status: 'failed', last_status_code: 503, last_error: 'busy' });
  const { body } = await admin.call('POST', `${WEBHOOKS_PATH}/deliveries/${failed.id}/replay`, {});
  const fresh = { status: 'queued', attempts: 0, last_status_code: null, last_error: null };
  expect(body.data).toMatchObject(fresh);
  expect((await listDeliveries(id))[0]).toMatchObject(fresh);
  product.answer = 204;
  await product.worker.whenIdle();
  expect((await listDeliveries(id))[0]).toMatchObject({ status: 'delivered', attempts: 1, last_error: null });
});

it('says of the end to a product when the account is gone', async () => {
  await product.addEndpoint();
  const user = await createSubscriber(test);
  await user.subscribe(SOLO);
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
  await product.worker.whenIdle();
  expect(product.listEvents()[0]?.data.user).toEqual({ id: user.id, email: null, is_suspended: true });
});

it('a test arrives, and an address that is removed gets nothing more', async () => {
  const { id } = await product.addEndpoint();
  expect((await admin.call('POST', `${WEBHOOKS_PATH}/${id}/test`, {})).body.data).toMatchObject({
    type: 'webhook.test',
  });
  await product.worker.whenIdle();
  expect(product.listEvents()[0]).toMatchObject({ type: 'webhook.test', data: { user: null, entitlement: null } });
  expect((await admin.call('DELETE', `${WEBHOOKS_PATH}/${id}`)).status).toBe(200);
  await (await createSubscriber(test)).subscribe(SOLO);
  await product.worker.whenIdle();
  expect(product.received).toHaveLength(1);
});

it('An address that became private after it was added is not called.', async () => {
  await product.worker.stop();
  product.worker = startWorker(test, publicHosts);
  const { id } = await product.addEndpoint();
  await admin.call('POST', `${WEBHOOKS_PATH}/${id}/test`, {});
  await product.worker.whenIdle();
  expect(product.received).toEqual([]);
  const [row] = await listDeliveries(id);
  expect(row.last_error).toBe('The address belongs to a private network, so it wasn’t called.');
});

it.each(['http://app.example.com', 'ftp://a.example', 'https://user:secret@app.example.com', ''])(
  'The address ‘%s’ is refused, since webhooks go to https addresses only.',
  async (url) => {
    expect((await admin.call('POST', WEBHOOKS_PATH, { url, product_id: null })).status).toBe(400);
  },
);

it.each(['127.0.0.1', '[::1]', 'localhost', '10.1.2.3', '169.254.169.254', '[::ffff:192.168.0.1]', '0.0.0.0'])(
  'The private address https://%s is refused in a sentence when it is added.',
  async (host) => {
    const { status, body } = await admin.call('POST', WEBHOOKS_PATH, {
      url: `https://${host}/hooks`,
      product_id: null,
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      {
        path: 'url',
        message:
          'This address belongs to a private network or to this server. Enter one that can be reached from the internet.',
      },
    ]);
  },
);

it('An address for a product that there isn’t is refused.', async () => {
  expect((await admin.call('POST', WEBHOOKS_PATH, { url: PUBLIC_URL, product_id: 999 })).status).toBe(400);
});
