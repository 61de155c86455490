import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '#api/adapters/request-metrics.ts';
import { createHttpServer, type HttpServer } from '#api/http/http-server.ts';
import { cutOff, listen } from '#api/http/node-server.ts';
import { createMetricsHandler } from '#api/site/metrics-handler.ts';
import { createRequestRouter } from '#api/site/request-router.ts';
import { openSocket, readToEnd } from '../support/faults/connection-attacks.ts';

type Router = ReturnType<typeof createRequestRouter>;

let http: HttpServer;
let router: Router;
let sendPage: (response: ServerResponse) => void;
/** The addresses that reached the router, and those that the API handled. */
const arrived: string[] = [];
const handled: string[] = [];

const send = (response: ServerResponse, body: string) => {
  response.writeHead(200, { 'Content-Length': body.length }).end(body);
};
const answer = (name: string) => (request: IncomingMessage, response: ServerResponse) => {
  handled.push(request.url ?? '');
  send(response, name);
};
const handlers = {
  api: answer('api'),
  uploads: answer('uploads'),
  previews: answer('previews'),
  releases: answer('releases'),
};

const open = (path: string) =>
  openSocket(
    (http.server.address() as AddressInfo).port,
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
const read = async (path: string) => (await readToEnd(await open(path))).split('\r\n\r\n')[1];

beforeEach(async () => {
  arrived.length = 0;
  handled.length = 0;
  sendPage = (response) => send(response, 'page');
  http = createHttpServer({ siteUrl: 'http://localhost:4321', log: pino({ level: 'silent' }) });
  router = createRequestRouter({ pages: { handle: (_request, response) => sendPage(response) }, metrics: null });
  http.handle((request, response) => {
    arrived.push(request.url ?? '');
    router.handle(request, response);
  });
  await listen(http.server, { host: '127.0.0.1', port: 0 });
});
afterEach(() => cutOff(http.server));

describe('before the API is made', () => {
  it.each([
    ['the API', '/api/ready', 'api'],
    ['metrics', '/metrics', 'api'],
    ['a file of the library', '/uploads/a.webp', 'uploads'],
    ['a preview', '/preview/token', 'previews'],
    ['an earlier release', '/release/token/', 'releases'],
  ])('a request for %s waits while pages are answered, and is answered then', async (_what, path, name) => {
    const early = read(path);
    await expect.poll(() => arrived).toEqual([path]);
    expect(await read('/')).toBe('page');
    expect(handled).toEqual([]);
    router.serveApi(handlers);
    expect(await early).toBe(name);
    expect(await read(path)).toBe(name);
  });

  it('metrics are answered at once where they are read, with the token only, and by the API afterwards', async () => {
    const token = 'a token for Prometheus';
    const metrics = { ...(await createMetrics()), token };
    const handleMetrics = createMetricsHandler(metrics, 'http://localhost:4321');
    router = createRequestRouter({ pages: { handle: () => undefined }, metrics: null, handleMetrics });
    const address = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/metrics`;
    expect((await fetch(address)).status).toBe(401);
    const answered = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
    expect([answered.status, answered.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answered.text()).toContain('process_resident_memory_bytes');
    router.serveApi(handlers);
    expect(await read('/metrics')).toBe('api');
  });

  it('a request that waits is answered by what stands in for the API while it can’t be made, and the API takes over', async () => {
    const early = read('/api/early');
    await expect.poll(() => arrived).toEqual(['/api/early']);
    router.serveApi({ ...handlers, api: answer('sentence') });
    expect(await early).toBe('sentence');
    router.serveApi(handlers);
    expect(await read('/api/later')).toBe('api');
  });

  it('a request whose client leaves is never handled', async () => {
    const socket = await open('/api/early');
    await expect.poll(() => arrived).toEqual(['/api/early']);
    socket.resetAndDestroy();
    await expect
      .poll(() => new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count))))
      .toBe(0);
    router.serveApi(handlers);
    expect(await read('/api/later')).toBe('api');
    expect(handled).toEqual(['/api/later']);
  });

  it('the start yields until the pages that were asked for are sent', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
    sendPage = resolve;
    const page = read('/');
    const response = await asked;
    let hasYielded = false;
    const yielded = router.yieldToPages().then(() => {
      hasYielded = true;
    });
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(hasYielded).toBe(false);
    send(response, 'page');
    await yielded;
    expect(await page).toBe('page');
  });

  it('the start yields to a request whose connection has just come', async () => {
    const socket = await open('/');
    await router.yieldToPages();
    expect(arrived).toEqual(['/']);
    socket.destroy();
  });

  it('a page that is never sent holds up the start for a moment only', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
    sendPage = resolve;
    const socket = await open('/');
    await asked;
    await router.yieldToPages();
    socket.destroy();
  });
});
