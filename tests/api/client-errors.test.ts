import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ipv4 } from '../support/app/limits.ts';
import { createRecordedApp } from '../support/app/recorded-log.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

let test: TestApp;
let app: TestApp['app'];
let lines: { report?: Record<string, string>; count?: number; request_id?: string }[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  test = await createTestApp();
  ({ app, lines } = createRecordedApp<(typeof lines)[number]>(test));
});
afterEach(async () => {
  vi.useRealTimers();
  await test.close();
});

const ORIGIN = 'http://localhost:4321';
const ERROR = {
  page: `${ORIGIN}/edit-blog/7?draft=1#secret-fragment`,
  name: 'TypeError',
  message: 'Cannot read properties of null (reading ‘flatMap’)',
  stack: `TypeError: Cannot read\n    at render (${ORIGIN}/_astro/BlogEditor.island.abc123.js:8:7943)\n    at next`,
};

const post = (body: unknown, ip = '192.0.2.1') =>
  app.request('/api/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('POST /api/client-errors', () => {
  it('T39 logs page, error and its place once, with the id of the request', async () => {
    const response = await post(ERROR);
    expect(response.status).toBe(204);
    await post(ERROR);
    expect(lines).toEqual([
      {
        report: {
          page: `${ORIGIN}/edit-blog/7`,
          name: 'TypeError',
          message: ERROR.message,
          source: 'BlogEditor.island.abc123.js:8:7943',
        },
        count: 1,
        request_id: response.headers.get('x-request-id'),
      },
    ]);
  });

  it('T32 T39 cuts every field, keeps it on one line, and logs no token and no text of the page', async () => {
    const token = 'QmFzZTY0VG9rZW5PZkFTZXNzaW9uVGhhdElzU2VjcmV0';
    await post({
      page: `${ORIGIN}/preview/${token}`,
      name: `Error\n${token}`,
      message: `a\r\nb\u2028c \u001b[31m ${token} 'Dear diary, this is what nobody may read' ${'x y '.repeat(5_000)}`,
      stack: `at https://app.example.com/${token}.js:1:2`,
    });
    const [line] = lines;
    const log = JSON.stringify(line);
    expect(log.length).toBeLessThan(1_000);
    expect(log).not.toContain(token.slice(0, 12));
    expect(log).not.toContain('diary');
    expect(Object.values(line?.report ?? {}).filter((value) => /[\p{C}\u2028]/u.test(value))).toEqual([]);
  });

  it('T39 keeps no address, no email and no quotation, however short, and names what was read', async () => {
    const messages = [
      ['Mail for Ann.Lee@example.org bounced', 'Mail for [email] bounced'],
      ['Load of https://app.example.com/preview/abc?token=1 failed', 'Load of [address] failed'],
      [`"Ann" is not valid, 'no' neither`, `"..." is not valid, '...' neither`],
      [`Unexpected token 'D', "Dear Ann" is not JSON`, `Unexpected token '...', "..." is not JSON`],
      [`Cannot set properties of null (setting 'innerHTML')`, `Cannot set properties of null (setting 'innerHTML')`],
    ];
    for (const [message] of messages) await post({ ...ERROR, message });
    expect(lines.map(({ report }) => report?.message)).toEqual(messages.map(([, logged]) => logged));
  });

  it('T39 keeps no quotation beside apostrophes, with quotation marks inside, or without an end', async () => {
    const messages = [
      [`Can't convert "Jane Doe" to BigInt`, `Can't convert "..." to BigInt`],
      [`Couldn't parse 'Secret plan'`, `Couldn't parse '...'`],
      [`'Ann's secret plan' isn't valid`, `'...' isn't valid`],
      [`"She said "no" to me" is not JSON`, `"..." is not JSON`],
      [`"The girls' secret plan" and 'theirs' are equal`, `"..." and '...' are equal`],
      [`Unexpected token 'D', "Dear Ann`, `Unexpected token '...', "...`],
      [`Can’t read ‘Ann’s plan’`, `Can’t read ‘...’`],
      [`can't access "Ann's" of 'x' (reading 'title')`, `can't access "..." of '...' (reading 'title')`],
    ];
    for (const [message] of messages) await post({ ...ERROR, message });
    expect(lines.map(({ report }) => report?.message)).toEqual(messages.map(([, logged]) => logged));
  });

  it.each([
    ['empty', ''],
    ['of wrong types', { page: 7, name: {}, message: [] }],
    ['without a message', { page: ORIGIN, name: 'Error' }],
  ])('T39 refuses a body that is %s, and logs nothing', async (_name, body) => {
    expect((await post(body)).status).toBe(400);
    expect(lines).toEqual([]);
  });

  it('T39 refuses bodies over 64 KB, and more than 300 requests of a network in ten minutes', async () => {
    expect((await post({ ...ERROR, stack: 'x'.repeat(64 * 1024) })).status).toBe(413);
    const statuses: number[] = [];
    for (let n = 0; n < 301; n += 1) statuses.push((await post(ERROR)).status);
    expect(new Set(statuses.slice(0, 300))).toEqual(new Set([204]));
    expect(statuses.at(-1)).toBe(429);
    expect((await post(ERROR, ipv4(9))).status).toBe(204);
  });

  it('T39 logs at most 100 different errors in ten minutes', async () => {
    for (let n = 0; n < 150; n += 1) await post({ ...ERROR, message: `Error ${n}` }, ipv4(n));
    expect(lines).toHaveLength(100);
  });
});
