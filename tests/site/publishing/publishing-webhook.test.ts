import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createPublishWebhook } from '#api/adapters/publish-webhook.ts';
import { createPublishingSite } from '../../support/site/publishing-site.ts';

const SECRET = 'a secret of enough characters';
const NOW = Date.parse('2026-11-21T00:00:00Z');

type Call = { body: string; signature: string; type: string };

/** A server that receives webhooks; it responds with these statuses, then 204. */
async function startWebhookReceiver(...statuses: number[]) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      calls.push({
        body,
        signature: String(request.headers['x-site-signature']),
        type: String(request.headers['content-type']),
      });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
  return {
    calls,
    announce: createPublishWebhook({ url, secret: SECRET, log: pino({ level: 'silent' }), now: () => NOW }),
  };
}

it('sends the changed paths of each publish, signed with a timestamp', async () => {
  const { calls, announce: notifyPublished } = await startWebhookReceiver();
  const site = await createPublishingSite({ notifyPublished });
  await site.post();
  while (calls.length === 0) await sleep(5);
  const [call] = calls as [Call];
  const parsed = JSON.parse(call.body);
  expect(call.type).toBe('application/json');
  expect(parsed).toMatchObject({ type: 'site.published', release: 2, published_at: '2026-11-21T00:00:00.000Z' });
  expect(parsed.paths).toEqual((await site.jobs()).at(-1)?.paths);
  const hmac = createHmac('sha256', SECRET)
    .update(`${NOW / 1000}.${call.body}`)
    .digest('hex');
  expect(call.signature).toBe(`t=${NOW / 1000},v1=${hmac}`);
});

it('retries when the receiver fails', async () => {
  const { calls, announce } = await startWebhookReceiver(500);
  await announce({ release: 1, paths: ['/'], published_at: '2026-11-21T00:00:00.000Z' });
  expect(calls.map(({ body }) => body)).toEqual([calls[0]?.body, calls[0]?.body]);
});
