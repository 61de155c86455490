import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectionLimits, createConnectionLimits } from '#api/http/connection-limits.ts';
import { createHttpServer, type HttpServer } from '#api/http/http-server.ts';
import { whenArrivalsEnd } from '#api/http/node-server.ts';
import { openSocket, readToEnd } from '../support/faults/connection-attacks.ts';
import { SECURITY_HEADERS } from '../support/app/security-headers.ts';

const CLOSE = 'Connection: close\r\n';
const get = (path: string, extra = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${extra}\r\n`;
const sendText = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'Content-Length': body.length }).end(body);

let http: HttpServer;
let port: number;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const handled: string[] = [];

async function startServer(changes: Partial<ConnectionLimits> = {}): Promise<void> {
  const limits = { ...createConnectionLimits(), ...changes };
  http = createHttpServer({ siteUrl: 'http://localhost:4321', log: pino({ level: 'silent' }), limits });
  http.handle((request, response) => {
    handled.push(request.url ?? '');
    respond(request, response);
  });
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve));
  port = (http.server.address() as AddressInfo).port;
}

beforeEach(() => {
  handled.length = 0;
  respond = (request, response) => sendText(response, request.url ?? '');
});
afterEach(async () => {
  http.server.closeAllConnections();
  await new Promise((resolve) => http.server.close(resolve));
});

const send = async (bytes: string) => readToEnd(await openSocket(port, bytes));

function expectRefusal(response: string, status: number): void {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(body).toMatch(/^[A-Z][^\n]+\.\n$/);
  const names = {
    ...SECURITY_HEADERS,
    connection: 'close',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
  for (const [name, value] of Object.entries(names))
    expect(head.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}`);
}

describe('T33 pipelined requests', () => {
  it('are handled one at a time and answered in order', async () => {
    await startServer();
    const pendingResponses: (() => void)[] = [];
    respond = (request, response) => pendingResponses.push(() => sendText(response, request.url ?? ''));
    const responses = send(get('/1') + get('/2') + get('/3', CLOSE));
    for (const path of ['/1', '/2', '/3']) {
      await expect.poll(() => handled.at(-1)).toBe(path);
      expect(pendingResponses).toHaveLength(1);
      pendingResponses.pop()?.();
    }
    expect((await responses).match(/\/\d$|\/\d(?=HTTP)/gm)).toEqual(['/1', '/2', '/3']);
  });

  it('are not handled when their connection has ended', async () => {
    await startServer();
    const first = Promise.withResolvers<ServerResponse>();
    respond = (_request, response) => first.resolve(response);
    const socket = await openSocket(port, get('/1') + get('/2') + get('/3'));
    const response = await first.promise;
    const closed = new Promise((resolve) => response.once('close', resolve));
    socket.resetAndDestroy();
    await closed;
    expect(await readBody('/next')).toBe('/next');
    expect(handled).toEqual(['/1', '/next']);
  });

  it('beyond the limit are dropped; the last response closes the connection', async () => {
    await startServer({ pipelinedRequests: 4 });
    const responses = await send(Array.from({ length: 100 }, (_, index) => get(`/${index}`)).join(''));
    expect(handled).toEqual(['/0', '/1', '/2', '/3', '/4']);
    expect(responses.match(/HTTP\/1\.1 200/g)).toHaveLength(5);
    expect(responses.slice(responses.lastIndexOf('HTTP/1.1'))).toContain('Connection: close');
  });
});

/** The body of a response over a connection of its own. */
async function readBody(path: string): Promise<string | undefined> {
  const previous = respond;
  respond = (request, response) => sendText(response, request.url ?? '');
  const response = await send(get(path, CLOSE));
  respond = previous;
  return response.split('\r\n\r\n')[1];
}

describe('T40 connections', () => {
  it('close after the maximum number of requests, announced by the last response', async () => {
    await startServer({ requestsPerConnection: 3 });
    const responses = await send([1, 2, 3, 4].map((n) => get(`/${n}`)).join(''));
    expect(handled).toEqual(['/1', '/2', '/3']);
    expect(responses.match(/Connection: \S+/g)?.at(-1)).toBe('Connection: close');
  });

  it('beyond the limit replace the least recently used one', async () => {
    await startServer({ connections: 2 });
    const [first, second] = [await openSocket(port, get('/1')), await openSocket(port, get('/2'))];
    const readUntilClosed = (socket: Socket) => readToEnd(socket);
    await expect.poll(() => handled.length).toBe(2);
    first.write(get('/again'));
    await expect.poll(() => handled.at(-1)).toBe('/again');
    const secondText = readUntilClosed(second);
    expect(await readBody('/3')).toBe('/3');
    expect(await secondText).toContain('/2');
    first.write(get('/once-more', CLOSE));
    expect(await readUntilClosed(first)).toContain('/once-more');
  });

  it('of clients that read nothing are closed; slow responses are not', async () => {
    await startServer({ noProgressMs: 200 });
    const slow = Promise.withResolvers<ServerResponse>();
    const unread = Promise.withResolvers<unknown>();
    respond = (request, response) => {
      if (request.url === '/slow') return slow.resolve(response);
      response.once('close', () => unread.resolve(response.writableFinished));
      response.end(Buffer.alloc(64 * 1024 * 1024));
    };
    const slowText = send(get('/slow', CLOSE));
    await openSocket(port, get('/large'));
    expect(await unread.promise).toBe(false);
    sendText(await slow.promise, 'made');
    expect(await slowText).toMatch(/made$/);
  });

  it('have limits derived from the number of file descriptors', () => {
    expect(createConnectionLimits(20_000)).toEqual({
      connections: 4096,
      requestsPerConnection: 100_000,
      pipelinedRequests: 16,
      headersMs: 10_000,
      requestMs: 1_200_000,
      checkIntervalMs: 1_000,
      noProgressMs: 15_000,
    });
    expect(createConnectionLimits(400).connections).toBe(136);
    expect(createConnectionLimits(64).connections).toBe(16);
    expect(createConnectionLimits(Number.POSITIVE_INFINITY).connections).toBe(4096);
  });

  it.each(['', 'G', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '])('with incomplete headers get 408 (%j)', async (start) => {
    await startServer({ headersMs: 100, checkIntervalMs: 20 });
    expectRefusal(await send(start), 408);
  });

  it('an accept error does not stop the server', async () => {
    await startServer();
    http.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    expect(await readBody('/next')).toBe('/next');
  });
});

describe('T33 a request that Node rejects gets the security headers', () => {
  it.each<[status: number, name: string, bytes: string]>([
    [400, 'no HTTP', 'what is this\r\n\r\n'],
    [400, 'no Host', 'GET / HTTP/1.1\r\n\r\n'],
    [400, 'two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [400, 'length and chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    [400, 'a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    [417, 'another expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n'],
    [431, 'large headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [431, 'a large address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('%i: %s', async (status, _name, bytes) => {
    await startServer();
    expectRefusal(await send(bytes), status);
    expect(handled).toEqual([]);
  });

  it('413: endless chunk extensions', async () => {
    await startServer();
    respond = (request) => void request.resume();
    const chunks = `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`;
    expectRefusal(await send(chunks), 413);
  });
});

describe('T33 an unread body', () => {
  const post = (length: number, body: string) =>
    `POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${body}`;

  it.each<[name: string, status: number, bytes: string]>([
    ['rejected before it has arrived', 413, post(1_000_000, 'start')],
    ['rejected although it is small and complete', 401, post(5, 'whole')],
    [
      'in chunks, rejected',
      401,
      'POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nstart\r\n',
    ],
    [
      'of a GET, rejected',
      404,
      `GET /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nGET /smuggled HTTP/1.1\r\n`,
    ],
    ['that has not arrived when a success is sent', 200, post(1_000_000, 'start')],
  ])('%s closes its connection', async (_name, status, bytes) => {
    await startServer();
    respond = (_request, response) => setImmediate(() => response.writeHead(status).end('answered'));
    const response = await send(bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*Connection: close\r\n[^]*answered`));
    expect(handled).toEqual(['/x']);
  });

  it('its sender still receives the response', async () => {
    await startServer();
    respond = (_request, response) => response.writeHead(413).end('too much');
    const body = Buffer.alloc(4 * 1024 * 1024, 'x');
    const socket = await openSocket(port, post(body.length, ''));
    socket.write(body);
    expect(await readToEnd(socket)).toMatch(/too much/);
  });

  it('a body that was read keeps the connection open, for any status', async () => {
    await startServer();
    respond = (request, response) =>
      request.resume().once('end', () => response.writeHead(422, { 'Content-Length': 0 }).end());
    const responses = await send(post(5, 'whole') + get('/last', CLOSE));
    expect(responses.match(/Connection: \S+/g)).toEqual(['Connection: keep-alive', 'Connection: close']);
    expect(handled).toEqual(['/x', '/last']);
  });
});

describe('F13 before a server closes', () => {
  it('every connection that the operating system has accepted is answered', async () => {
    await startServer();
    // Connected by the operating system, but not yet accepted by the server.
    const responses = Array.from({ length: 50 }, (_, index) => send(get(`/${index}`, CLOSE)));
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await whenArrivalsEnd(http.server);
    http.server.close();
    const statuses = (await Promise.all(responses)).map((response) => response.split('\r\n')[0]);
    expect(statuses).toEqual(statuses.map(() => 'HTTP/1.1 200 OK'));
  });

  it('idle connections are not waited for', async () => {
    await startServer();
    const idle = await openSocket(port, '');
    await whenArrivalsEnd(http.server);
    expect(handled).toEqual([]);
    idle.destroy();
  });
});

describe('a server that ends', () => {
  it('answers over a connection that is kept with one response more, which ends the connection', async () => {
    await startServer();
    const socket = await openSocket(port, get('/first'));
    await expect.poll(() => handled).toEqual(['/first']);
    http.endConnections();
    socket.write(get('/second'));
    const responses = await readToEnd(socket);
    expect(responses.match(/connection: (close|keep-alive)/gi)).toEqual([
      'Connection: keep-alive',
      'Connection: close',
    ]);
    expect(responses.endsWith('/second')).toBe(true);
  });
});
