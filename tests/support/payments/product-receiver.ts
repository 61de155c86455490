import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect } from 'vitest';
import { type HostRules, publicHosts } from '#api/adapters/safe-fetch/public-host.ts';
import { subscriptionEventSchema } from '#api/features/subscription-webhooks/subscription-webhooks.contract.ts';
import { SubscriptionWebhookWorker } from '#api/features/subscription-webhooks/worker.service.ts';
import type { ApiCaller } from '../app/api-caller.ts';
import type { PaymentApp } from './sandbox-app.ts';

export const WEBHOOKS_PATH = '/api/admin/webhooks';
export const PUBLIC_URL = 'https://app.example.com/hooks';

export type ReceivedWebhook = { body: string; signature: string };

/** A product of the company that takes webhooks of the site under test. `answer` is the status that it gives, to each or to all. */
export async function startProductReceiver(test: PaymentApp, admin: ApiCaller) {
  const received: ReceivedWebhook[] = [];
  const product = {
    answer: 204 as number | ((webhook: ReceivedWebhook) => number),
    received,
    worker: startWorker(test),
    /** The bodies, each of which the contract describes. */
    listEvents: () => received.map(({ body }) => subscriptionEventSchema.parse(JSON.parse(body))),
    /** The newest body, once all that is due is sent. */
    async findLast() {
      await product.worker.whenIdle();
      const last = product.listEvents().at(-1);
      if (!last) throw new Error('No webhook came.');
      return last;
    },
    /** Adds an address, which is this receiver: the API takes only https. */
    async addEndpoint(productId: number | null = null): Promise<{ id: number; secret: string }> {
      const { status, body } = await admin.call('POST', WEBHOOKS_PATH, { url: PUBLIC_URL, product_id: productId });
      expect(status).toBe(201);
      await test.db.client.execute({
        sql: 'UPDATE webhook_endpoints SET url = ? WHERE id = ?',
        args: [`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, body.data.id],
      });
      return { id: body.data.id, secret: body.secret };
    },
    /** As a server that is started anew. */
    async restartWorker() {
      await product.worker.stop();
      product.worker = startWorker(test);
    },
    async close() {
      await product.worker.stop();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const webhook = { body, signature: String(request.headers['x-webhook-signature']) };
    received.push(webhook);
    const { answer } = product;
    response.writeHead(typeof answer === 'number' ? answer : answer(webhook)).end('busy');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return product;
}
export type ProductReceiver = Awaited<ReturnType<typeof startProductReceiver>>;

export const startWorker = (test: PaymentApp, hosts: HostRules = { ...publicHosts, isAllowed: () => true }) =>
  new SubscriptionWebhookWorker({ ...test.deps, log: pino({ level: 'silent' }), hosts });
