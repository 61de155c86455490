import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startPayments } from '#api/adapters/stripe/start-payments.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';

type Received = { body: string; signature: string };

/** A shop that keeps each delivery, at an address that stays the same after a restart. */
async function startShop() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ body, signature: String(request.headers['stripe-signature']) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { received, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('A delivery that leaves after a restart of a site, before its address is set, has a signature that the site accepts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'payments-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const env = readEnv({ DATA_DIR: directory, PORT: '0' });
  const start = () => startPayments({ env, clock: systemClock, log: pino({ level: 'silent' }) });
  const shop = await startShop();
  const first = await start();
  await first.connectWebhooks(shop.origin);
  await first.stop();
  const second = await start();
  onTestFinished(() => second.stop());
  await second.payments?.createCustomer({ userId: 1, email: 'ana@example.com', name: 'Ana' }, 'ana');
  await second.sandbox?.control.whenDelivered();
  expect(shop.received.length).toBeGreaterThan(0);
  for (const { body, signature } of shop.received)
    expect(second.payments?.readWebhook(body, signature).id).toEqual(expect.any(String));
});
