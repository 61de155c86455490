import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createWebhookSender } from '#api/adapters/webhook-sender.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';

const PROGRAM = join(PROJECT_ROOT, 'deploy/cdn/purge-receiver.ts');
const SECRET = 'a secret of enough characters';

/** The settings of each CDN, as docs/cdn.md has them. */
const SETTINGS = {
  cloudflare: { CDN: 'cloudflare', CLOUDFLARE_ZONE_ID: 'zone', CLOUDFLARE_API_TOKEN: 'token' },
  fastly: { CDN: 'fastly', FASTLY_SERVICE_ID: 'service', FASTLY_API_TOKEN: 'token' },
  bunny: { CDN: 'bunny', BUNNY_PULL_ZONE_ID: '77', BUNNY_API_KEY: 'key' },
};

/** What came to the API of the CDN, which responds with `status`. */
let calls: { method?: string; url?: string; key: unknown; body: unknown }[];
let status: number;
const api = createServer(async (request, response) => {
  const { method, url, headers } = request;
  const body = headers['content-type'] === 'application/json' ? await json(request) : await text(request);
  calls.push({ method, url, key: headers.authorization ?? headers['fastly-key'] ?? headers.accesskey, body });
  response.writeHead(status).end('{"success":true}');
});

beforeEach(async () => {
  calls = [];
  status = 200;
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
});
afterEach(async () => {
  api.closeAllConnections();
  if (api.listening) await new Promise((resolve) => api.close(resolve));
});

const run = (settings: Record<string, string>) =>
  spawn(process.execPath, [PROGRAM], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });

/** Starts the receiver as a process. Answers with the sender that the site uses. */
async function startReceiver(cdn: keyof typeof SETTINGS, { secret = SECRET, now = Date.now } = {}) {
  const child = run({
    PUBLISH_WEBHOOK_SECRET: SECRET,
    SITE_URL: 'https://www.example.com/',
    PORT: '0',
    CDN_API_BASE: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    ...SETTINGS[cdn],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { port } = JSON.parse(line.toString()) as { port: number };
  return createWebhookSender({ url: `http://127.0.0.1:${port}`, secret, signatureHeader: 'x-site-signature', now });
}

const createBody = (paths: string[], everything = false) =>
  JSON.stringify({ type: 'site.published', release: 7, paths, everything, published_at: '2026-11-21T00:00:00.000Z' });

const createPaths = (count: number) => Array.from({ length: count }, (_, n) => `/blogs/${n}`);
const DELIVERED = { statusCode: 204, error: null };

it('the purge receiver sends the changed pages to Cloudflare, 100 a call', async () => {
  const send = await startReceiver('cloudflare');
  expect(await send(createBody(createPaths(250)))).toEqual(DELIVERED);
  const files = calls.map(({ body }) => (body as { files: string[] }).files);
  expect(files.map(({ length }) => length).sort()).toEqual([100, 100, 50]);
  expect(new Set(files.flat())).toEqual(new Set(createPaths(250).map((path) => `https://www.example.com${path}`)));
  expect(calls[0]).toMatchObject({
    method: 'POST',
    url: '/client/v4/zones/zone/purge_cache',
    key: 'Bearer token',
  });
});

it('the purge receiver sends the changed pages to Fastly, one a call', async () => {
  const send = await startReceiver('fastly');
  expect(await send(createBody(['/', '/blogs']))).toEqual(DELIVERED);
  expect(calls.map(({ url }) => url).sort()).toEqual(['/purge/www.example.com/', '/purge/www.example.com/blogs']);
  expect(calls[0]).toMatchObject({ method: 'POST', key: 'token' });
});

it('the purge receiver sends the changed pages to Bunny, the home page without all beneath it', async () => {
  const send = await startReceiver('bunny');
  expect(await send(createBody(['/', '/blogs']))).toEqual(DELIVERED);
  expect(calls.map(({ url }) => url).sort()).toEqual([
    '/purge?url=https%3A%2F%2Fwww.example.com%2F&exactPath=true',
    '/purge?url=https%3A%2F%2Fwww.example.com%2Fblogs&exactPath=true',
  ]);
  expect(calls[0]).toMatchObject({ method: 'POST', key: 'key' });
});

it.each([
  ['cloudflare', '/client/v4/zones/zone/purge_cache', { purge_everything: true }],
  ['fastly', '/service/service/purge_all', ''],
  ['bunny', '/pullzone/77/purgeCache', ''],
] as const)('the purge receiver purges everything at %s when the site says so', async (cdn, url, body) => {
  const send = await startReceiver(cdn);
  expect(await send(createBody([], true))).toEqual(DELIVERED);
  expect(calls).toMatchObject([{ method: 'POST', url, body }]);
});

it('the purge receiver purges everything where the pages would be too many calls', async () => {
  const send = await startReceiver('bunny');
  expect(await send(createBody(createPaths(51)))).toEqual(DELIVERED);
  expect(calls.map(({ url }) => url)).toEqual(['/pullzone/77/purgeCache']);
});

it('the purge receiver refuses a wrong signature, an old one and another body, and calls no CDN', async () => {
  const forge = await startReceiver('cloudflare', { secret: 'another secret of enough characters' });
  expect(await forge(createBody(['/']))).toMatchObject({ statusCode: 401 });
  const replay = await startReceiver('cloudflare', { now: () => Date.now() - 6 * 60_000 });
  expect(await replay(createBody(['/']))).toMatchObject({ statusCode: 401 });
  const send = await startReceiver('cloudflare');
  for (const body of ['{', '{}', createBody(['blogs'])]) expect(await send(body)).toMatchObject({ statusCode: 400 });
  expect(calls).toEqual([]);
});

it('the purge receiver asks for another try while the CDN fails, and the repeated purge goes through as a whole', async () => {
  const send = await startReceiver('cloudflare');
  const body = createBody(['/', '/blogs']);
  status = 500;
  expect(await send(body)).toEqual({ statusCode: 502, error: 'The CDN responded with status 500.' });
  status = 429;
  expect(await send(body)).toMatchObject({ statusCode: 503 });
  status = 200;
  expect([await send(body), await send(body)]).toEqual([DELIVERED, DELIVERED]);
  expect(new Set(calls.map((call) => JSON.stringify(call.body))).size).toBe(1);
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  expect(await send(body)).toEqual({ statusCode: 503, error: 'The CDN can’t be reached.' });
});

it('the purge receiver does not start with a setting missing, and names it', async () => {
  const child = run({ PUBLISH_WEBHOOK_SECRET: SECRET, SITE_URL: 'https://www.example.com', CDN: 'fastly' });
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([child.exitCode, errors]).toEqual([1, 'FASTLY_SERVICE_ID is missing. docs/cdn.md says what it is.\n']);
});
