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
const text = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'Content-Length': body.length }).end(body);

let http: HttpServer;
let port: number;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const handled: string[] = [];

async function listen(changes: Partial<ConnectionLimits> = {}): Promise<void> {
  const limits = { ...createConnectionLimits(), ...changes };
  http = createHttpServer({ siteUrl: 'http://localhost:4321', log: pino({ level: 'silent' }), limits });
  http.handle((request, response) => {
    handled.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve));
  port = (http.server.address() as AddressInfo).port;
}

beforeEach(() => {
  handled.length = 0;
  answer = (request, response) => text(response, request.url ?? '');
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
    await listen();
    const waiting: (() => void)[] = [];
    answer = (request, response) => waiting.push(() => text(response, request.url ?? ''));
    const responses = send(get('/1') + get('/2') + get('/3', CLOSE));
    for (const path of ['/1', '/2', '/3']) {
      await expect.poll(() => handled.at(-1)).toBe(path);
      expect(waiting).toHaveLength(1);
      waiting.pop()?.();
    }
    expect((await responses).match(/\/\d$|\/\d(?=HTTP)/gm)).toEqual(['/1', '/2', '/3']);
  });

  it('are not handled when their connection has ended', async () => {
    await listen();
    const first = Promise.withResolvers<ServerResponse>();
    answer = (_request, response) => first.resolve(response);
    const socket = await openSocket(port, get('/1') + get('/2') + get('/3'));
    const response = await first.promise;
    const closed = new Promise((resolve) => response.once('close', resolve));
    socket.resetAndDestroy();
    await closed;
    expect(await statusOf('/next')).toBe('/next');
    expect(handled).toEqual(['/1', '/next']);
  });

  it('beyond the limit are not taken: the last response says that the connection is closed', async () => {
    await listen({ pipelinedRequests: 4 });
    const responses = await send(Array.from({ length: 100 }, (_, at) => get(`/${at}`)).join(''));
    expect(handled).toEqual(['/0', '/1', '/2', '/3', '/4']);
    expect(responses.match(/HTTP\/1\.1 200/g)).toHaveLength(5);
    expect(responses.slice(responses.lastIndexOf('HTTP/1.1'))).toContain('Connection: close');
  });
});

/** The body of a response over a connection of its own. */
async function statusOf(path: string): Promise<string | undefined> {
  const previous = answer;
  answer = (request, response) => text(response, request.url ?? '');
  const response = await send(get(path, CLOSE));
  answer = previous;
  return response.split('\r\n\r\n')[1];
}

describe('T40 connections', () => {
  it('end after their number of requests, which the last response says', async () => {
    await listen({ requestsPerConnection: 3 });
    const responses = await send([1, 2, 3, 4].map((n) => get(`/${n}`)).join(''));
    expect(handled).toEqual(['/1', '/2', '/3']);
    expect(responses.match(/Connection: \S+/g)?.at(-1)).toBe('Connection: close');
  });

  it('beyond the limit replace the one whose last request is the oldest', async () => {
    await listen({ connections: 2 });
    const [first, second] = [await openSocket(port, get('/1')), await openSocket(port, get('/2'))];
    const ended = (socket: Socket) => readToEnd(socket);
    await expect.poll(() => handled.length).toBe(2);
    first.write(get('/again'));
    await expect.poll(() => handled.at(-1)).toBe('/again');
    const secondText = ended(second);
    expect(await statusOf('/3')).toBe('/3');
    expect(await secondText).toContain('/2');
    first.write(get('/once-more', CLOSE));
    expect(await ended(first)).toContain('/once-more');
  });

  it('of clients that read nothing are closed, while a response that takes its time is waited for', async () => {
    await listen({ noProgressMs: 200 });
    const slow = Promise.withResolvers<ServerResponse>();
    const unread = Promise.withResolvers<unknown>();
    answer = (request, response) => {
      if (request.url === '/slow') return slow.resolve(response);
      response.once('close', () => unread.resolve(response.writableFinished));
      response.end(Buffer.alloc(64 * 1024 * 1024));
    };
    const slowText = send(get('/slow', CLOSE));
    await openSocket(port, get('/large'));
    expect(await unread.promise).toBe(false);
    text(await slow.promise, 'made');
    expect(await slowText).toMatch(/made$/);
  });

  it('have bounded numbers and times', () => {
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

  it.each(['', 'G', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '])(
    'whose headers do not come get 408 (%j)',
    async (start) => {
      await listen({ headersMs: 100, checkIntervalMs: 20 });
      expectRefusal(await send(start), 408);
    },
  );

  it('end when one cannot be accepted, and the server goes on', async () => {
    await listen();
    http.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    expect(await statusOf('/next')).toBe('/next');
  });
});

describe('T33 a request that Node refuses itself gets the security headers', () => {
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
    await listen();
    expectRefusal(await send(bytes), status);
    expect(handled).toEqual([]);
  });

  it('413: chunk extensions without end', async () => {
    await listen();
    answer = (request) => void request.resume();
    const chunks = `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`;
    expectRefusal(await send(chunks), 413);
  });
});

describe('T33 an unread body', () => {
  const post = (length: number, body: string) =>
    `POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${body}`;

  it.each<[name: string, status: number, bytes: string]>([
    ['refused while it is on its way', 413, post(1_000_000, 'begun')],
    ['refused although it is small and whole', 401, post(5, 'whole')],
    [
      'in chunks, refused',
      401,
      'POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n',
    ],
    [
      'of a GET, refused',
      404,
      `GET /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nGET /smuggled HTTP/1.1\r\n`,
    ],
    ['that is on its way behind a success', 200, post(1_000_000, 'begun')],
  ])('%s closes its connection', async (_name, status, bytes) => {
    await listen();
    answer = (_request, response) => setImmediate(() => response.writeHead(status).end('answered'));
    const response = await send(bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*Connection: close\r\n[^]*answered`));
    expect(handled).toEqual(['/x']);
  });

  it('does not cost its sender the response', async () => {
    await listen();
    answer = (_request, response) => response.writeHead(413).end('too much');
    const body = Buffer.alloc(4 * 1024 * 1024, 'x');
    const socket = await openSocket(port, post(body.length, ''));
    socket.write(body);
    expect(await readToEnd(socket)).toMatch(/too much/);
  });

  it('a body that was read keeps the connection, whatever the status', async () => {
    await listen();
    answer = (request, response) =>
      request.resume().once('end', () => response.writeHead(422, { 'Content-Length': 0 }).end());
    const responses = await send(post(5, 'whole') + get('/last', CLOSE));
    expect(responses.match(/Connection: \S+/g)).toEqual(['Connection: keep-alive', 'Connection: close']);
    expect(handled).toEqual(['/x', '/last']);
  });
});

describe('F13 before a server closes', () => {
  it('every connection that the system has accepted is answered', async () => {
    await listen();
    // Connected before this turn of the event loop ends, and not yet taken by the server.
    const responses = Array.from({ length: 50 }, (_, at) => send(get(`/${at}`, CLOSE)));
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await whenArrivalsEnd(http.server);
    http.server.close();
    const statuses = (await Promise.all(responses)).map((response) => response.split('\r\n')[0]);
    expect(statuses).toEqual(statuses.map(() => 'HTTP/1.1 200 OK'));
  });

  it('nobody who only keeps a connection open is waited for', async () => {
    await listen();
    const idle = await openSocket(port, '');
    await whenArrivalsEnd(http.server);
    expect(handled).toEqual([]);
    idle.destroy();
  });
});
