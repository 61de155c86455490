import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApp } from '#api/app.ts';
import { createHttpServer, type HttpServer } from '#api/http/http-server.ts';
import { openSocket, readToEnd } from '../support/faults/connection-attacks.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

const BEGUN = '{"email": "someone@exam';
const HEADERS = 'Host: localhost\r\nContent-Type: application/json\r\n';

let test: TestApp;
let http: HttpServer;
let port: number;
let written = '';
let seen = 0;
let ended = 0;
const say = (...words: unknown[]) => {
  written += `${words.map(String).join(' ')}\n`;
};

beforeAll(async () => {
  test = await createTestApp();
  const log = pino({ level: 'warn' }, { write: (line: string) => say(line) });
  for (const name of ['error', 'warn', 'info', 'log'] as const) vi.spyOn(console, name).mockImplementation(say);
  const app = createApp({ ...test.deps, log });
  const listener = getRequestListener(async (request, env) => {
    seen += 1;
    const response = await app.fetch(request, env);
    ended += 1;
    return response;
  });
  http = createHttpServer({ siteUrl: 'http://localhost:4321', log });
  http.handle((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve));
  port = (http.server.address() as AddressInfo).port;
});
afterAll(async () => {
  vi.restoreAllMocks();
  http.server.closeAllConnections();
  await new Promise((resolve) => http.server.close(resolve));
  await test.close();
});

it.each([
  ['a body of known length', `POST /api/waitinglist HTTP/1.1\r\n${HEADERS}Content-Length: 500\r\n\r\n${BEGUN}`],
  [
    'a body in chunks',
    `POST /api/waitinglist HTTP/1.1\r\n${HEADERS}Transfer-Encoding: chunked\r\n\r\n17\r\n${BEGUN}\r\n`,
  ],
  ['the start of a sign-in', `POST /api/auth/email/start HTTP/1.1\r\n${HEADERS}Content-Length: 500\r\n\r\n${BEGUN}`],
  ['a report', `POST /api/csp-report HTTP/1.1\r\n${HEADERS}Content-Length: 500\r\n\r\n${BEGUN}`],
])('T33 a client that leaves amid %s is no error in the log', async (_name, bytes) => {
  const before = { seen, ended };
  const socket = await openSocket(port, bytes);
  await expect.poll(() => seen).toBe(before.seen + 1);
  socket.resetAndDestroy();
  await expect.poll(() => ended).toBe(before.ended + 1);
  // The next request is handled after everything that the end of the first one has set off.
  const next = await readToEnd(
    await openSocket(port, 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  );
  expect(next).toMatch(/^HTTP\/1\.1 \d{3}/);
  expect(written).toBe('');
});

it('T33 a refused request with an unread body says Connection: close', async () => {
  for (const [path, status] of [
    ['/api/nothing', 404],
    ['/api/profile', 401],
    ['/api/blogs', 401],
    ['/api/waitinglist', 413],
  ] as const) {
    const bytes = `POST ${path} HTTP/1.1\r\n${HEADERS}Content-Length: 300000\r\n\r\n${BEGUN}`;
    const response = await readToEnd(await openSocket(port, bytes));
    expect([path, response.split('\r\n')[0]]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 4\d\d /)]);
    expect([path, status, /\r\nconnection: close\r\n/i.test(response)]).toEqual([path, status, true]);
  }
});
