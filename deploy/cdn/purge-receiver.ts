/**
 * Receives the site's webhook after each release and purges the changed pages from a CDN. A program of its own, for Node 24 without
 * any package: `node purge-receiver.ts`. docs/cdn.md has the settings.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/** A signature is good for this long, seconds: a request that was recorded can't be sent again later. */
const SIGNATURE_MAX_AGE_S = 300;
const BODY_MAX_BYTES = 4 * 1024 * 1024;
/** The site waits for 10 seconds. All calls to the CDN must end before, so that it learns what came of them (ms). */
const DEADLINE_MS = 9_000;
/** Calls to the CDN at the same time, where a call is for one page. */
const CALLS_ABREAST = 20;

/** A response to the site. Any status from 200 to 299 ends the matter; after any other it sends the purge again. */
class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Purge = { release: number; urls: string[]; isEverything: boolean };

type Call = { path: string; headers: Record<string, string>; body?: unknown };

type Cdn = {
  api: string;
  /** With more pages than this the whole cache goes: one call instead of more than the CDN allows in a short time. */
  urlsMax: number;
  createCalls(urls: string[]): Call[];
  createCallForEverything(): Call;
};

const settings = process.env;

function requireSetting(name: string): string {
  const value = settings[name]?.trim();
  if (!value) throw new Error(`${name} is missing. docs/cdn.md says what it is.`);
  return value;
}

/** By the documentation of each: Cloudflare takes 100 addresses a call, Fastly and Bunny one. */
const cdns: Record<string, () => Cdn> = {
  cloudflare() {
    const path = `/client/v4/zones/${requireSetting('CLOUDFLARE_ZONE_ID')}/purge_cache`;
    const headers = { authorization: `Bearer ${requireSetting('CLOUDFLARE_API_TOKEN')}` };
    return {
      api: 'https://api.cloudflare.com',
      urlsMax: 1_000,
      createCalls: (urls) => chunk(urls, 100).map((files) => ({ path, headers, body: { files } })),
      createCallForEverything: () => ({ path, headers, body: { purge_everything: true } }),
    };
  },
  fastly() {
    const service = requireSetting('FASTLY_SERVICE_ID');
    const headers = { 'fastly-key': requireSetting('FASTLY_API_TOKEN') };
    return {
      api: 'https://api.fastly.com',
      urlsMax: 200,
      createCalls: (urls) => urls.map((url) => ({ path: `/purge/${url.replace(/^https?:\/\//, '')}`, headers })),
      createCallForEverything: () => ({ path: `/service/${service}/purge_all`, headers }),
    };
  },
  bunny() {
    const zone = requireSetting('BUNNY_PULL_ZONE_ID');
    const headers = { accesskey: requireSetting('BUNNY_API_KEY') };
    return {
      api: 'https://api.bunny.net',
      urlsMax: 50,
      // Without exactPath, an address that ends with a slash would be all pages beneath it.
      createCalls: (urls) =>
        urls.map((url) => ({ path: `/purge?${new URLSearchParams({ url, exactPath: 'true' })}`, headers })),
      createCallForEverything: () => ({ path: `/pullzone/${zone}/purgeCache`, headers }),
    };
  },
};

const chunk = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. @throws Refusal */
function verifySignature(header: string | undefined, body: string, secret: string): void {
  const [, time = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  if (signature === '' || !timingSafeEqual(Buffer.from(signature, 'hex'), expected))
    throw new Refusal(401, 'The signature is wrong. Is PUBLISH_WEBHOOK_SECRET the same here and on the site?');
  if (Math.abs(Date.now() / 1000 - Number(time)) > SIGNATURE_MAX_AGE_S)
    throw new Refusal(401, 'The signature is too old. Are the clocks of both machines right?');
}

/** @throws Refusal */
function parsePurge(text: string, siteUrl: string): Purge {
  const body = parseJson(text);
  const { type, release, paths, everything } = body;
  const isPath = (path: unknown) => typeof path === 'string' && path.startsWith('/');
  if (type !== 'site.published' || !Array.isArray(paths) || !paths.every(isPath) || typeof everything !== 'boolean')
    throw new Refusal(400, 'This is no webhook of the site.');
  return {
    release: Number(release),
    urls: paths.map((path) => siteUrl + path),
    isEverything: everything,
  };
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Refusal(400, 'The body isn’t JSON.');
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > BODY_MAX_BYTES) throw new Refusal(413, 'The body is too large.');
    chunks.push(part as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * To purge a page twice does no harm, so a purge that failed halfway is done again as a whole.
 * @throws Refusal when the CDN didn't take all of it.
 */
async function purge(cdn: Cdn, api: string, { urls, isEverything }: Purge): Promise<number> {
  const calls = isEverything || urls.length > cdn.urlsMax ? [cdn.createCallForEverything()] : cdn.createCalls(urls);
  const signal = AbortSignal.timeout(DEADLINE_MS);
  for (const group of chunk(calls, CALLS_ABREAST)) await Promise.all(group.map((call) => callCdn(api, call, signal)));
  return calls.length;
}

async function callCdn(api: string, { path, headers, body }: Call, signal: AbortSignal): Promise<void> {
  const init = {
    method: 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  };
  let response: Response;
  try {
    response = await fetch(api + path, init);
    await response.body?.cancel();
  } catch {
    throw new Refusal(503, signal.aborted ? 'The CDN took too long.' : 'The CDN can’t be reached.');
  }
  if (response.status === 429) throw new Refusal(503, 'The CDN allows no more purges at the moment.');
  if (!response.ok) throw new Refusal(502, `The CDN responded with status ${response.status}.`);
}

function log(level: 'info' | 'error', fields: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...fields })}\n`);
}

function start(): void {
  const secret = requireSetting('PUBLISH_WEBHOOK_SECRET');
  const siteUrl = new URL(requireSetting('SITE_URL')).origin;
  const name = requireSetting('CDN');
  const createCdn = Object.hasOwn(cdns, name) ? cdns[name] : undefined;
  if (!createCdn) throw new Error(`CDN must be one of ${Object.keys(cdns).join(', ')}.`);
  const cdn = createCdn();
  // Another address is for tests.
  const api = settings.CDN_API_BASE || cdn.api;

  const server = createServer(async (request, response) => {
    try {
      if (request.method !== 'POST') throw new Refusal(405, 'Send a POST.');
      const body = await readBody(request);
      verifySignature(request.headers['x-site-signature']?.toString(), body, secret);
      const change = parsePurge(body, siteUrl);
      const calls = await purge(cdn, api, change);
      log('info', { release: change.release, pages: change.isEverything ? 'all' : change.urls.length, calls });
      response.writeHead(204).end();
    } catch (error) {
      const { status, message } = error instanceof Refusal ? error : { status: 500, message: String(error) };
      log('error', { status, message });
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(`${message}\n`);
    }
  });
  server.listen(Number(settings.PORT || 4330), settings.HOST || '127.0.0.1', () => {
    const address = server.address();
    log('info', { message: 'Listening', port: typeof address === 'object' ? address?.port : address });
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => server.close());
}

try {
  start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
