import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureLongestTurn } from '../support/pauses/longest-turn.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

let test: TestApp;
// Nothing is written, and the document takes seconds to make: one app for all.
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ask = async (headers: Record<string, string> = {}) => test.app.request('/api/openapi.json', { headers });
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** A busy machine lengthens a turn now and then; a request that holds the event loop does so each time. */
const TRIES = { retry: 2 };

it(
  'The first request for the description of the API holds the event loop for less than 100 ms at a time (T52)',
  TRIES,
  async () => {
    const fresh = await createTestApp();
    const askFirst = async () => fresh.app.request('/api/openapi.json');
    expect(await measureLongestTurn(askFirst)).toBeLessThan(100);
    expect(await measureLongestTurn(askFirst)).toBeLessThan(50);
    await fresh.close();
  },
);

it('The description of the API is sent with Brotli or gzip to who takes it, and plain to others', async () => {
  const plain = await ask();
  expect([plain.headers.get('Content-Encoding'), plain.headers.get('Vary')]).toEqual([null, 'Accept-Encoding']);
  expect(plain.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  const bytes = await readBytes(plain);
  const document = JSON.parse(bytes.toString());
  expect(Object.keys(document.paths).length).toBeGreaterThan(200);
  const brotli = await ask({ 'Accept-Encoding': 'gzip, br' });
  expect(brotli.headers.get('Content-Encoding')).toBe('br');
  const compressed = await readBytes(brotli);
  expect(compressed.length).toBeLessThan(bytes.length / 10);
  expect(brotliDecompressSync(compressed).equals(bytes)).toBe(true);
  const gzip = await ask({ 'Accept-Encoding': 'gzip' });
  expect(gunzipSync(await readBytes(gzip)).equals(bytes)).toBe(true);
});

it('Who has the description of the API already is answered with 304', async () => {
  const etag = (await ask()).headers.get('ETag') ?? '';
  expect(etag).toMatch(/^W\/"[0-9a-f]{64}"$/);
  const response = await ask({ 'If-None-Match': etag });
  expect([response.status, (await readBytes(response)).length]).toEqual([304, 0]);
  expect(response.headers.get('Cache-Control')).toBe('no-cache');
  expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200);
});
