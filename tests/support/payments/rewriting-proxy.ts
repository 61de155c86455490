import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes an object of an answer in place; called for each that has a name, such as 'subscription'. */
export type Rewrite = (object: Record<string, unknown>) => void;

/** Passes requests on to a sandbox, and its answers back with some objects changed: Stripe may answer what the sandbox never would. */
export async function startRewritingProxy(target: string, rewrite: Rewrite) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = JSON.parse(await answer.text());
    rewriteAll(body, rewrite);
    const named = ['content-type', 'request-id', 'date', 'idempotent-replayed', 'stripe-version'];
    const kept = named.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name) ?? '']] : []));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function rewriteAll(value: unknown, rewrite: Rewrite): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) rewriteAll(part, rewrite);
  if ('object' in value && typeof value.object === 'string') rewrite(value as Record<string, unknown>);
}
