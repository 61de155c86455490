import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { VIDEO_MAX_BYTES } from '#api/features/uploads/uploads.contract.ts';
import { TLS_HEADERS } from '../support/app/security-headers.ts';
import { type BuiltProcess, startBuiltProcess } from '../support/faults/built-process.ts';
import { copyCrashData } from '../support/faults/crash-process.ts';
import { proxies, type RunningProxy } from '../support/site/proxies.ts';

const VIDEO_PATH = '/media/intro.mp4';
/** Of one connection, or the proxy's own. */
const CONNECTION_HEADERS = ['connection', 'date', 'keep-alive', 'server', 'transfer-encoding', 'via'];

type Response = { status: number; headers: string[]; body: Buffer };

/** Header lines as they came, so that one that is there twice is seen. */
async function request(port: number, path: string, options: http.RequestOptions = {}): Promise<Response> {
  const headers = { host: 'www.example.com', 'accept-encoding': 'br', ...options.headers };
  const sent = http.request({ host: '127.0.0.1', port, path, agent: false, ...options, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { rawHeaders, statusCode = 0 } = response;
  const lines = rawHeaders.flatMap((name, n) =>
    n % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[n + 1] ?? ''}`] : [],
  );
  const own = lines.filter((line) => !CONNECTION_HEADERS.includes(line.split(':')[0] ?? ''));
  return { status: statusCode, headers: own.sort(), body: Buffer.concat(chunks) };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of the site that records what it gets and does with it what the test says. */
class Upstream {
  readonly requests: IncomingMessage[] = [];
  handle: Handler = (_request, response) => void response.end(this.name);
  isLive = true;
  readonly name: string;
  port = 0;
  readonly #server = http.createServer((incoming, response) => {
    if (incoming.url === '/api/live') {
      response.writeHead(this.isLive ? 200 : 503).end();
      return;
    }
    this.requests.push(incoming);
    this.handle(incoming, response);
  });

  constructor(name: string) {
    this.name = name;
  }

  async start(): Promise<void> {
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** As a server does that is killed over a request. */
const die: Handler = ({ socket }) => void socket.destroy();

let directory: string;
let built: BuiltProcess;
beforeAll(async () => {
  directory = await copyCrashData();
  built = await startBuiltProcess(directory, 1024, { toSiteUrl: () => 'https://www.example.com' });
});
afterAll(async () => {
  await built.stop();
  await rm(directory, { recursive: true, force: true });
});

for (const { name, start, isMissing } of proxies) {
  describe.skipIf(isMissing)(`${name} before one server`, () => {
    let proxy: RunningProxy;
    beforeAll(async () => {
      proxy = await start([built.port]);
    });
    afterAll(() => proxy.stop());

    it.each(['/', '/blogs', '/robots.txt', '/no-such-page', VIDEO_PATH, '/api/search?q=kumara', '/api/users'])(
      `${name} passes the headers of %s on as they are, each security header once`,
      async (path) => {
        const [direct, proxied] = [await request(built.port, path), await request(proxy.port, path)];
        const withoutId = ({ headers }: Response) => headers.filter((line) => !line.startsWith('x-request-id:'));
        expect([proxied.status, withoutId(proxied)]).toEqual([direct.status, withoutId(direct)]);
        for (const [header, value] of Object.entries(TLS_HEADERS))
          expect(proxied.headers.filter((line) => line.startsWith(`${header}:`))).toEqual([`${header}: ${value}`]);
      },
    );

    it(`${name} passes ranges of a video and an unchanged page on`, async () => {
      const whole = await request(proxy.port, VIDEO_PATH);
      const part = await request(proxy.port, VIDEO_PATH, { headers: { range: 'bytes=1000-1999' } });
      expect([part.status, part.body.equals(whole.body.subarray(1000, 2000))]).toEqual([206, true]);
      const etag = (await request(proxy.port, '/')).headers.find((line) => line.startsWith('etag: ')) ?? '';
      const again = await request(proxy.port, '/', { headers: { 'if-none-match': etag.slice('etag: '.length) } });
      expect(again.status).toBe(304);
    });
  });

  describe.skipIf(isMissing)(`${name} before a server that records`, () => {
    let upstream: Upstream;
    let proxy: RunningProxy;
    beforeAll(async () => {
      upstream = new Upstream('one');
      await upstream.start();
      proxy = await start([upstream.port]);
    });
    afterAll(async () => {
      await proxy.stop();
      await upstream.stop();
    });

    it(`${name} writes the visitor’s address as the last one, whatever the visitor wrote`, async () => {
      await request(proxy.port, '/', { headers: { 'x-forwarded-for': '203.0.113.9' } });
      const { headers } = upstream.requests.at(-1) as IncomingMessage;
      expect(String(headers['x-forwarded-for']).split(', ').at(-1)).toBe('127.0.0.1');
    });

    it(`${name} opens a connection for each request, so that none is sent into the close of a server that stops`, async () => {
      upstream.requests.length = 0;
      for (let n = 0; n < 3; n += 1) await request(proxy.port, '/');
      expect(new Set(upstream.requests.map(({ socket }) => socket)).size).toBe(3);
    });

    it(`${name} passes each event of publishing on at once`, async () => {
      let stream: ServerResponse | undefined;
      upstream.handle = (_request, response) => {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
        stream.write('data: 1\n\n');
      };
      const response = await fetch(`http://127.0.0.1:${proxy.port}/api/publishes/events`);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (const event of ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']) {
        if (event !== 'data: 1\n\n') stream?.write(event);
        expect((await reader?.read())?.value).toBe(event);
      }
      stream?.end();
    });

    it(`${name} takes a video of 100 MB and passes it on as it comes`, async () => {
      const arrived = Promise.withResolvers<Buffer>();
      upstream.handle = (incoming) => void incoming.once('data', arrived.resolve);
      const headers = { 'content-length': VIDEO_MAX_BYTES + 1024, 'content-type': 'multipart/form-data' };
      const upload = http.request({ port: proxy.port, method: 'POST', path: '/api/uploads', headers });
      upload.on('error', () => undefined).write(Buffer.alloc(256 * 1024, 'a'));
      expect((await arrived.promise).subarray(0, 3).toString()).toBe('aaa');
      upload.destroy();
    });
  });

  describe.skipIf(isMissing)(`${name} before two servers`, () => {
    let servers: [Upstream, Upstream];
    let proxy: RunningProxy;
    const startBoth = async ({ isFirstDown = false } = {}) => {
      servers = [new Upstream('a'), new Upstream('b')];
      for (const server of servers) await server.start();
      if (isFirstDown) await servers[0].stop();
      proxy = await start(servers.map(({ port }) => port));
      for (const server of servers) server.requests.length = 0;
    };
    afterEach(async () => {
      await proxy.stop();
      for (const server of servers) await server.stop();
    });
    const countRequests = () => servers.reduce((sum, { requests }) => sum + requests.length, 0);

    it(`${name} asks the other server for a read that a server died over`, async () => {
      await startBoth();
      servers[0].handle = die;
      for (let n = 0; n < 6; n += 1) {
        const { status, body } = await request(proxy.port, `/blogs/${n}`);
        expect([status, body.toString()]).toEqual([200, 'b']);
      }
      expect(servers[0].requests.length).toBeGreaterThan(0);
    });

    it.runIf(name === 'nginx')(
      'nginx asks the other server for a page that one can’t send, and leaves neither out',
      async () => {
        await startBoth();
        servers[0].handle = (_request, response) => void response.writeHead(503).end('a can’t');
        for (let n = 0; n < 12; n += 1) {
          const { status, body } = await request(proxy.port, `/blogs/${n}`);
          expect([status, body.toString()]).toEqual([200, 'b']);
        }
        expect(servers[0].requests.length).toBeGreaterThan(3);
        servers[1].handle = (_request, response) => void response.writeHead(503, { 'retry-after': '2' }).end('b can’t');
        const { status, headers, body } = await request(proxy.port, '/blogs/1');
        expect([status, body.toString()]).toEqual([503, expect.stringMatching(/^[ab] can’t$/)]);
        expect(
          headers.some((line) => line.startsWith('content-security-policy') || line.startsWith('retry-after')),
        ).toBe(true);
        servers[0].handle = (_request, response) => void response.end('a');
        for (let n = 0; n < 4; n += 1) expect((await request(proxy.port, '/')).status).toBe(200);
      },
    );

    it.runIf(name === 'nginx').each(['/api/blogs', '/preview/token', '/uploads/a.webp'])(
      'nginx hands on a 503 of %s, and asks nobody else',
      async (path) => {
        await startBoth();
        for (const server of servers)
          server.handle = (_request, response) => void response.writeHead(503).end(server.name);
        for (let n = 1; n <= 8; n += 1) {
          expect((await request(proxy.port, path)).status).toBe(503);
          expect(countRequests()).toBe(n);
        }
      },
    );

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
      `${name} doesn’t repeat a %s that a server died over`,
      async (method) => {
        await startBoth();
        for (const server of servers)
          server.handle = (incoming) => void text(incoming).then(() => incoming.socket.destroy());
        const { status } = await request(proxy.port, '/api/blogs/1', { method });
        expect([status, countRequests()]).toEqual([502, 1]);
      },
    );

    // nginx can’t tell a PUT that was never sent from one that was.
    it.each(name === 'nginx' ? ['GET', 'POST', 'PATCH'] : ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
      `${name} sends a %s to the other server when one takes no connection`,
      async (method) => {
        await startBoth({ isFirstDown: true });
        for (let n = 0; n < 4; n += 1) {
          const { status, body } = await request(proxy.port, '/api/blogs', { method });
          expect([status, body.toString()]).toEqual([200, 'b']);
        }
      },
    );

    it.runIf(name === 'Caddy')('Caddy sends nothing to a server that isn’t ready', async () => {
      await startBoth();
      servers[0].isLive = false;
      await expect
        .poll(async () => {
          servers[0].requests.length = 0;
          for (let n = 0; n < 8; n += 1) await request(proxy.port, '/');
          return servers[0].requests.length;
        })
        .toBe(0);
    });
  });
}

it.skipIf(proxies.some(({ name, isMissing }) => name === 'Caddy' && isMissing))(
  'Caddy keeps requests until a server that restarts is back',
  async () => {
    const upstream = new Upstream('one');
    await upstream.start();
    const start = proxies.find(({ name }) => name === 'Caddy')?.start;
    const proxy = await start?.([upstream.port]);
    onTestFinished(async () => {
      await proxy?.stop();
      await upstream.stop();
    });
    await upstream.stop();
    const waiting = ['GET', 'POST', 'PUT'].map((method) => request(proxy?.port ?? 0, '/', { method }));
    await upstream.start();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  },
);

it('nginx refuses a body that is larger than a video with its form, and elsewhere one that is larger than a post', async () => {
  const upstream = new Upstream('one');
  await upstream.start();
  const proxy = await proxies[0]?.start([upstream.port]);
  onTestFinished(async () => {
    await proxy?.stop();
    await upstream.stop();
  });
  upstream.requests.length = 0;
  const post = async (path: string, bytes: number) => {
    const sent = http.request({ port: proxy?.port, method: 'POST', path, headers: { 'content-length': bytes } });
    sent.on('error', () => undefined).flushHeaders();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    sent.destroy();
    return response.statusCode;
  };
  expect(await post('/api/uploads', VIDEO_MAX_BYTES + 2 * 1024 ** 2)).toBe(413);
  expect(await post('/api/blogs', 4 * 1024 ** 2)).toBe(413);
  expect(upstream.requests).toEqual([]);
});
