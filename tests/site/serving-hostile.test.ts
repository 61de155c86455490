import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { startRawHttpClient } from '../support/site/raw-http-client.ts';
import { SECURITY_HEADERS } from '../support/app/security-headers.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../support/site/test-site.ts';

const LONG = 10_000;
let site: TestSite;
let server: Awaited<ReturnType<typeof startRawHttpClient>>;

beforeAll(async () => {
  site = await createTestSite({}, copyEmptySite);
  await site.publisher.start();
  server = await startRawHttpClient(site.site);
});

afterAll(async () => {
  await server.close();
  await site.close();
});

/** The URL that a browser follows for this Location header. */
function resolveTarget(location: string): URL {
  return new URL(location, `${server.origin}/`);
}

async function expectHarmless(path: string): Promise<void> {
  const response = await server.ask(path);
  // Node's parser rejects what is no request target.
  if (response.status === 400 && !path.startsWith('/')) return;
  expect([path, response.status]).toEqual([path, expect.toSatisfy((status) => [200, 301, 302, 404].includes(status))]);
  const { location } = response.headers;
  if (location !== undefined) expect([path, resolveTarget(location).origin]).toEqual([path, server.origin]);
  if (response.status === 200) expect([path, await isInRelease(response.bytes)]).toEqual([path, true]);
  expect([path, response.headers]).toEqual([path, expect.objectContaining(SECURITY_HEADERS)]);
}

async function isInRelease(bytes: Buffer): Promise<boolean> {
  for (const entry of site.manifest.entries()) {
    if (entry.hash && bytes.equals(await site.store.read(entry.hash, entry.contentType, 'identity'))) return true;
  }
  return false;
}

describe('T25: hostile paths', () => {
  const dots = [
    '/..%2f..%2f..%2fetc/passwd',
    '/../../../etc/passwd',
    '/..%5c..%5cetc%5cpasswd',
    '/....//....//etc/passwd',
  ];
  const hidden = [
    '/.env',
    '/.git/config',
    '/.git/HEAD',
    '/package.json',
    '/app.db',
    '/objects/',
    '/_astro/../package.json',
  ];
  const elsewhere = [
    '//evil.example',
    '//evil.example/',
    '///evil.example/',
    '//evil.example/%2f..',
    '/\\evil.example',
    '/\\evil.example/',
    '/\\/evil.example/',
    '\\\\evil.example/',
    '/%2f%2fevil.example',
    '/%2f%2fevil.example/',
    '/%5cevil.example/',
    '/.//evil.example/',
    '/@evil.example/',
    '/;//evil.example/',
    '/blogs//evil.example/',
    '/blog/?to=//evil.example/',
  ];
  const absolute = [
    'http://evil.example',
    'http://evil.example/',
    'https://evil.example/',
    'HTTP://evil.example//evil.example/',
    'http://evil.example/\\evil.example/',
    'http://user@evil.example/terms/',
    'javascript:alert(1)/',
    'data:text/html,x/',
    'ftp://evil.example/',
    'evil.example/',
    '*',
  ];
  const broken = [
    '/%00',
    '/blogs/%00',
    '/%',
    '/%zz',
    '/blogs/%e0%a4',
    '/%ff%fe',
    '/terms%00.html',
    '/%0d%0aSet-Cookie:%20a=b/',
  ];
  const long = [
    `/${'a'.repeat(LONG)}`,
    `/blogs/${'%41'.repeat(LONG / 3)}`,
    `/${'a/'.repeat(LONG / 2)}`,
    '/'.repeat(LONG),
  ];
  const odd = [
    '/?',
    '/??',
    '/terms?',
    '/__proto__',
    '/constructor',
    '/blogs/__proto__',
    '/toString',
    '/Terms',
    '/%74erms',
  ];

  it.each(
    [...dots, ...hidden, ...elsewhere, ...absolute, ...broken, ...long, ...odd].map((path) => [
      path.slice(0, 40),
      path,
    ]),
  )('%s is harmless', (_short, path) => expectHarmless(path));

  it('random paths are harmless', async () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%00',
      'evil.example',
      'http:',
      ':',
      '@',
      '?',
      'terms',
      'blogs',
      'a',
    );
    const path = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
    await fc.assert(fc.asyncProperty(path, expectHarmless), { numRuns: 400 });
  });

  it('give access to no file outside of the release', async () => {
    const own = await readFile(`${PROJECT_ROOT}/package.json`, 'utf8');
    for (const path of ['/package.json', '/../package.json', '/%2e%2e/package.json', '/../../package.json']) {
      const response = await server.ask(path);
      expect([path, response.status, response.bytes.toString()]).toEqual([path, 404, 'There is no such file.\n']);
      expect(response.bytes.toString()).not.toBe(own);
    }
    for (const entry of site.manifest.entries()) {
      if (entry.hash) expect((await server.ask(`/${entry.hash}`)).status).toBe(302);
    }
  });

  it('hidden files and source maps return 404', async () => {
    const maps = [...site.manifest.entries()].map((entry) => `${entry.path}.map`);
    for (const path of [
      '/.env',
      '/.gitignore',
      '/.well-known.txt',
      ...maps.filter((path) => path.startsWith('/_astro/')),
    ]) {
      expect([path, (await server.ask(path)).status]).toEqual([path, 404]);
    }
    expect([...site.manifest.entries()].filter(({ path }) => /\.map$|\/\./.test(path))).toEqual([]);
  });

  it('in absolute form (RFC 9112 §3.2.2) are served as paths of this site', async () => {
    expect((await server.ask('http://www.example.com/terms')).status).toBe(200);
    expect((await server.ask('http://www.example.com')).status).toBe(200);
    expect((await server.ask('http://www.example.com/terms/')).headers.location).toBe('/terms');
    expect((await server.ask('http://www.example.com/blogs/none')).status).toBe(404);
  });
});

describe('hostile requests', () => {
  it('invalid headers are ignored', async () => {
    const headers: Record<string, string>[] = [
      { 'accept-encoding': 'br;q=abc, gzip;q=0, *;q=' },
      { 'accept-encoding': ','.repeat(2_000) },
      { 'accept-encoding': 'zstd, compress' },
      { 'if-none-match': '"'.repeat(2_000) },
      { 'if-none-match': 'W/' },
      { range: 'bytes=0-0,'.repeat(500) },
      { range: 'bytes=9'.padEnd(400, '9') },
      { 'if-range': '"none"', range: 'bytes=0-1' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', 'x-original-url': '/admin' },
    ];
    const plain = await server.ask('/terms');
    for (const extra of headers) {
      const response = await server.ask('/terms', 'GET', extra);
      expect([extra, response.status]).toEqual([extra, 200]);
      if (!response.headers['content-encoding']) expect(response.bytes.equals(plain.bytes)).toBe(true);
      expect(response.bytes.includes('evil.example')).toBe(false);
    }
  });

  it('the Host header is never part of a response', async () => {
    for (const path of ['/', '/terms/', '/nothing', '/sitemap.xml', '/rss.xml']) {
      const response = await server.ask(path, 'GET', { host: 'evil.example' });
      expect([path, `${response.bytes}${JSON.stringify(response.headers)}`.includes('evil.example')]).toEqual([
        path,
        false,
      ]);
    }
  });

  it('invalid HTTP gets 400, and the next request is served', async () => {
    const reply = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () =>
        socket.write('GET /\tx HTTP/9\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (part) => {
        text += part.toString();
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect((await server.ask('/')).status).toBe(200);
  });
});
