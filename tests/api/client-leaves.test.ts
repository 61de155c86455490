import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApp } from '#api/app.ts';
import { createHttpServer, type HttpServer } from '#api/http/http-server.ts';
import { openSocket, readToEnd } from '../support/faults/connection-attacks.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

const PARTIAL_BODY = '{"email": "someone@exam';
const HEADERS = 'Host: localhost\r\nContent-Type: application/json\r\n';

let test: TestApp;
let http: HttpServer;
let port: number;
let output = '';
let startedCount = 0;
let endedCount = 0;
const writeLine = (...words: unknown[]) => {
  output += `${words.map(String).join(' ')}\n`;
};

beforeAll(async () => {
  test = await createTestApp();
  const log = pino({ level: 'warn' }, { write: (line: string) => writeLine(line) });
  for (const name of ['error', 'warn', 'info', 'log'] as const) vi.spyOn(console, name).mockImplementation(writeLine);
  const app = createApp({ ...test.deps, log });
  const listener = getRequestListener(async (request, env) => {
    startedCount += 1;
    const response = await app.fetch(request, env);
    endedCount += 1;
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
  ['a body of known length', `POST /api/waitinglist HTTP/1.1\r\n${HEADERS}Content-Length: 500\r\n\r\n${PARTIAL_BODY}`],
  [
    'a body in chunks',
    `POST /api/waitinglist HTTP/1.1\r\n${HEADERS}Transfer-Encoding: chunked\r\n\r\n17\r\n${PARTIAL_BODY}\r\n`,
  ],
  [
    'the start of a sign-in',
    `POST /api/auth/email/start HTTP/1.1\r\n${HEADERS}Content-Length: 500\r\n\r\n${PARTIAL_BODY}`,
  ],
  ['a report', `POST /api/csp-report HTTP/1.1\r\n${HEADERS}Content-Length: 500\r\n\r\n${PARTIAL_BODY}`],
])('T33 a client that disconnects during %s causes no log line', async (_name, bytes) => {
  const before = { startedCount, endedCount };
  const socket = await openSocket(port, bytes);
  await expect.poll(() => startedCount).toBe(before.startedCount + 1);
  socket.resetAndDestroy();
  await expect.poll(() => endedCount).toBe(before.endedCount + 1);
  // Errors of the first request would be logged before the next one is handled.
  const next = await readToEnd(
    await openSocket(port, 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  );
  expect(next).toMatch(/^HTTP\/1\.1 \d{3}/);
  expect(output).toBe('');
});

it('T33 a rejected request with an unread body is answered with Connection: close', async () => {
  for (const [path, status] of [
    ['/api/nothing', 404],
    ['/api/profile', 401],
    ['/api/blogs', 401],
    ['/api/waitinglist', 413],
  ] as const) {
    const bytes = `POST ${path} HTTP/1.1\r\n${HEADERS}Content-Length: 300000\r\n\r\n${PARTIAL_BODY}`;
    const response = await readToEnd(await openSocket(port, bytes));
    expect([path, response.split('\r\n')[0]]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 4\d\d /)]);
    expect([path, status, /\r\nconnection: close\r\n/i.test(response)]).toEqual([path, status, true]);
  }
});
