import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { Address } from '#api/adapters/safe-fetch/public-host.ts';
import { createWebhookSender } from '#api/adapters/webhook-sender.ts';

const LOCAL = { address: '127.0.0.1', family: 4 };
const PRIVATE = { address: '10.0.0.1', family: 4 };

/** A receiver at `http://app.example`, a name that only the name server of the test knows; it answers anew each time it is asked. */
async function start(answers: readonly Address[][]) {
  const received: { host: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ host: request.headers.host, body: await text(request) });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, LOCAL.address, resolve));
  onTestFinished(() => void server.close());
  const asked: string[] = [];
  const host = `app.example:${(server.address() as AddressInfo).port}`;
  const send = createWebhookSender({
    url: `http://${host}/hooks`,
    secret: 'whsec_test',
    signatureHeader: 'x-webhook-signature',
    now: () => 0,
    hosts: {
      resolve: async (name) => {
        asked.push(name);
        return answers[asked.length - 1] ?? [];
      },
      isAllowed: (ip) => ip === LOCAL.address,
    },
  });
  return { send, received, asked, host };
}

it('A webhook goes to the address that was checked: its name is resolved once for each webhook', async () => {
  const { send, received, asked, host } = await start([[LOCAL], [PRIVATE]]);
  expect(await send('{"id":1}')).toEqual({ statusCode: 204, error: null });
  expect({ received, asked }).toEqual({ received: [{ host, body: '{"id":1}' }], asked: ['app.example'] });
});

it('A name of which one address is private is not called, although an earlier webhook went to it', async () => {
  const { send, received, asked } = await start([[LOCAL], [LOCAL, PRIVATE]]);
  await send('{"id":1}');
  expect(await send('{"id":2}')).toEqual({
    statusCode: null,
    error: 'The address belongs to a private network, so it wasn’t called.',
  });
  expect(received).toHaveLength(1);
  expect(asked).toHaveLength(2);
});
