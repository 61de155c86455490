import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BalancedClient } from './balanced-client.ts';

/** One address before all servers, for those that know only one: Stripe's webhooks. 502 when no response came. */
export async function startFront(client: BalancedClient) {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const signature = String(request.headers['stripe-signature'] ?? '');
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
    const reply = await client.send(request.method ?? 'POST', request.url ?? '/', { body, headers });
    response.writeHead(reply?.status ?? 502).end(reply?.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
