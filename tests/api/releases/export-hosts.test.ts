import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { createRedirectEntry, type ReleaseEntry } from '#api/releases/manifest.ts';
import { createObjectStore } from '#api/releases/object-store.ts';
import { type ExportHost, exportHosts, listHostLimits } from '#api/site/export-rules.ts';
import { exportStaticSite } from '#api/site/static-export.ts';
import { createAgedFormToken } from '../../support/app/limits.ts';
import { findCode } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createJoinRequest } from '../../support/app/waiting-list.ts';
import { countHeaderRules, type StaticHost } from '../../support/site/static-hosts.ts';
import { startStaticHosts } from '../../support/site/start-static-hosts.ts';

const HTML = 'text/html; charset=utf-8';
const POLICY =
  "default-src 'none'; script-src 'self' 'sha256-abc='; frame-ancestors 'none'; report-uri /api/csp-report";
const SHELLS = {
  '/edit-blog/12': '/edit-blog',
  '/documents/first-steps': '/documents/view',
  '/documents/7/edit': '/documents/edit',
  '/admin/users/3': '/admin/users/view',
  '/admin/openshelf/reviews/9': '/admin/openshelf/reviews/view',
};
const PAGES = [
  '/',
  '/blogs',
  '/blogs/tea',
  '/blogs/th%C3%A9',
  '/login',
  '/edit-blog',
  '/documents',
  '/documents/new',
  '/documents/view',
  '/documents/edit',
  '/admin',
  '/admin/users/view',
  '/admin/openshelf/reviews/view',
  '/categories/tea',
  '/categories/tea/page/2',
];
const FILES = {
  '/rss.xml': 'application/rss+xml; charset=utf-8',
  '/feed.json': 'application/feed+json; charset=utf-8',
  '/_astro/page.abc.js': 'text/javascript; charset=utf-8',
  '/og.png': 'image/png',
};

let test: TestApp;
let server: Server;
let origin: string;
let root: string;
let hosts: Record<ExportHost, StaticHost>;
const directories = {} as Record<ExportHost, string>;
let stopHosts: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  test = await createTestApp();
  server = createServer(getRequestListener(test.app.fetch)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  root = await mkdtemp(join(tmpdir(), 'export-hosts-'));
  for (const host of exportHosts) directories[host] = await exportRelease(host);
  ({ hosts, stop: stopHosts } = await startStaticHosts(directories));
});
afterAll(async () => {
  await stopHosts();
  server.closeAllConnections();
  server.close();
  await test.close();
  await rm(root, { recursive: true, force: true });
});

/** Writes a release of every kind of address. */
async function exportRelease(host: ExportHost): Promise<string> {
  await mkdir(join(root, 'objects'), { recursive: true });
  const store = createObjectStore(join(root, 'objects'));
  await store.prepare();
  const entry = async (path: string, body: string, values: Partial<ReleaseEntry>): Promise<ReleaseEntry> => {
    const contentType = values.contentType ?? HTML;
    const hash = await store.put(Buffer.from(body), contentType, { durable: false });
    return { ...createRedirectEntry(path, '', 200), location: null, hash, contentType, ...values };
  };
  const page = (path: string, values: Partial<ReleaseEntry> = {}) =>
    entry(path, `<!doctype html><html><head><meta charset="utf-8"></head><body>${path}</body></html>`, {
      policy: POLICY,
      ...values,
    });
  const entries = [
    ...(await Promise.all(PAGES.map((path) => page(path)))),
    ...(await Promise.all(
      Object.entries(FILES).map(([path, contentType]) => entry(path, `file ${path}`, { contentType })),
    )),
    await page(POST_NOT_FOUND_PATH, { status: 404 }),
    await page('/openshelf/gone', { status: 410 }),
    createRedirectEntry('/blog', '/blogs', 301),
    createRedirectEntry('/blogs/old', '/blogs/tea', 301),
    createRedirectEntry('/genmate/home', '/blogs', 302),
    createRedirectEntry('/categories/7', '/categories/tea', 301),
    createRedirectEntry('/archive/:name', '/blogs', 301),
    createRedirectEntry('/archive/*', '/blogs', 301),
    createRedirectEntry('/at/12:30', '/blogs', 301),
  ];
  const directory = join(root, host);
  const files = createDiskFiles(join(root, 'files'));
  await exportStaticSite({
    entries,
    store,
    files,
    directory,
    siteUrl: 'https://www.example.com',
    host,
    serverOrigin: origin,
  });
  return directory;
}

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

describe.each(exportHosts)('the export on %s', (name) => {
  const get = (path: string, init?: RequestInit) => hosts[name](path, init);
  const readBody = async (path: string) => /<body>(.*)<\/body>/.exec(await (await get(path)).text())?.[1];

  it('serves every page, also those with an id in their address', async () => {
    for (const path of PAGES) expect([path, (await get(path)).status, await readBody(path)]).toEqual([path, 200, path]);
    for (const [path, page] of Object.entries(SHELLS))
      expect([path, (await get(path)).status, await readBody(path)]).toEqual([path, 200, page]);
  });

  it('redirects as the server does', async () => {
    const redirects = {
      '/blog': [301, '/blogs'],
      '/blogs/old': [301, '/blogs/tea'],
      '/genmate/home': [302, '/blogs'],
      '/categories/7': [301, '/categories/tea'],
      '/categories/7/page/2': [301, '/categories/tea/page/2'],
    };
    for (const [path, expected] of Object.entries(redirects)) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('location')]).toEqual([path, ...expected]);
    }
  });

  it('An export never takes an address that was moved for a pattern of addresses', async () => {
    for (const path of ['/archive/tea', '/archive/2026/tea', '/at/12x30'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('/at/12:30')).headers.get('location')).toBe('/blogs');
    if (name === 'nginx') expect((await get('/archive/:name')).headers.get('location')).toBe('/blogs');
  });

  it('answers 404 with a page where there is nothing, and says so for withdrawn works', async () => {
    for (const path of ['/blogs/never', '/nowhere', '/missing.png']) {
      const response = await get(path);
      expect([path, response.status, await response.text()]).toEqual([
        path,
        404,
        expect.stringContaining(POST_NOT_FOUND_PATH),
      ]);
    }
    expect((await get('/openshelf/gone')).status).toBe(name === 'nginx' ? 410 : 404);
  });

  it('sends security headers, and the policy of a page is in it', async () => {
    for (const path of ['/', '/blogs/tea', '/edit-blog/12']) {
      const response = await get(path);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
      expect(await response.text()).toContain(
        `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'sha256-abc='">`,
      );
    }
    expect((await get('/login')).headers.get('referrer-policy')).toMatch(/no-referrer$/);
    expect((await get('/_astro/page.abc.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/rss.xml')).headers.get('content-type')).toMatch(/^application\/rss\+xml/);
    if (name !== 'nginx') expect(countHeaderRules(directories[name])).toBeLessThan(100);
  });

  it('signs people in and puts them on a waiting list, through the server', async () => {
    const email = `mere-${name}@example.com`;
    const formToken = createAgedFormToken(test);
    expect((await get('/api/auth/email/start', post({ email, formToken }))).status).toBe(200);
    const verified = await get('/api/auth/email/verify', post({ email, code: await findCode(test, email) }));
    expect(await verified.json()).toMatchObject({ user: { email } });
    const joined = await get('/api/waitinglist', post(createJoinRequest({ email, formToken })));
    expect(joined.status).toBe(201);
    expect(joined.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get('/uploads/unknown.webp')).status).toBe(404);
  });
});

it('an export says which redirects its host would read as patterns', () => {
  const entries = ['/a/:name', '/b/*', '/c:d', '/e'].map((path) => createRedirectEntry(path, '/blogs', 301));
  const site = { entries, siteUrl: 'https://www.example.com', serverOrigin: null };
  const toLimit = (path: string, host: string) => `${path} doesn’t redirect there: ${host} reads it as a pattern.`;
  expect(listHostLimits('netlify', site)).toEqual(['/a/:name', '/b/*'].map((path) => toLimit(path, 'Netlify')));
  expect(listHostLimits('cloudflare', site)).toEqual(
    ['/a/:name', '/b/*', '/c:d'].map((path) => toLimit(path, 'Cloudflare Pages')),
  );
  expect(listHostLimits('nginx', site)).toEqual([]);
});

it('an export says which redirects are more than Cloudflare Pages reads', () => {
  const site = (posts: number, categories: number) => ({
    entries: [
      ...Array.from({ length: posts }, (_, at) => createRedirectEntry(`/blogs/old-${at}`, '/blogs/tea', 301)),
      ...Array.from({ length: categories }, (_, at) =>
        createRedirectEntry(`/categories/${at}`, '/categories/tea', 301),
      ),
    ],
    siteUrl: 'https://www.example.com',
    serverOrigin: null,
  });
  expect(listHostLimits('cloudflare', site(1_900, 100))).toEqual([]);
  expect(listHostLimits('cloudflare', site(1_950, 103))).toEqual([
    'Cloudflare Pages reads 2000 redirects; the last 53 of these 2053 don’t work there.',
    'Cloudflare Pages reads 100 redirects with a wildcard; pages 2 and up of 3 moved categories don’t work there.',
  ]);
  expect(listHostLimits('netlify', site(5_000, 500))).toEqual([]);
});
