import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { createApp } from '#api/app.ts';
import { createHttpServer } from '#api/http/http-server.ts';
import type { TestDatabase } from './test-app.ts';

type Handler = { handle(request: IncomingMessage, response: ServerResponse): void };

export type HttpApp = Awaited<ReturnType<typeof startHttpApp>>;

/** The API, and other handlers by the beginning of their paths, on a socket with the server's own limits of connections. */
export async function startHttpApp(test: Pick<TestDatabase, 'deps'>, handlers: Record<string, Handler> = {}) {
  const api = getRequestListener(createApp(test.deps).fetch);
  const http = createHttpServer({ siteUrl: test.deps.site.url, log: test.deps.log });
  http.handle((request, response) => {
    const handler = Object.entries(handlers).find(([prefix]) => request.url?.startsWith(prefix))?.[1];
    if (handler) handler.handle(request, response);
    else void api(request, response);
  });
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve));
  return {
    port: (http.server.address() as AddressInfo).port,
    countConnections: () => promisify(http.server.getConnections.bind(http.server))(),
    async close() {
      http.server.closeAllConnections();
      await new Promise((resolve) => http.server.close(resolve));
    },
  };
}
