import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { createRedirectEntry, type ReleaseEntry } from '#api/releases/manifest.ts';
import { createObjectStore } from '#api/releases/object-store.ts';
import { type ExportHost, exportHosts } from '#api/site/export-rules.ts';
import { exportStaticSite } from '#api/site/static-export.ts';
import { findNginx } from '../../../scripts/testing/ensure-nginx.ts';
import { findFreePort } from '../../support/app/free-port.ts';
import { createAgedFormToken } from '../../support/app/limits.ts';
import { findCode } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createJoinRequest } from '../../support/app/waiting-list.ts';
import {
  countHeaderRules,
  createCloudflareHost,
  createNetlifyHost,
  type StaticHost,
} from '../../support/site/static-hosts.ts';

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
const hosts = {} as Record<ExportHost, StaticHost>;
const directories = {} as Record<ExportHost, string>;
let nginx: ChildProcess;

beforeAll(async () => {
  test = await createTestApp();
  server = createServer(getRequestListener(test.app.fetch)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  root = await mkdtemp(join(tmpdir(), 'export-hosts-'));
  for (const host of exportHosts) directories[host] = await exportRelease(host);
  hosts.netlify = createNetlifyHost(directories.netlify);
  hosts.cloudflare = await createCloudflareHost(directories.cloudflare);
  hosts.nginx = await startNginx(directories.nginx);
});
afterAll(async () => {
  nginx?.kill('SIGQUIT');
  if (nginx) await once(nginx, 'exit');
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

/** nginx with the exported file in its http block; only what a machine has of its own is set: port and folders. */
async function startNginx(directory: string): Promise<StaticHost> {
  const program = findNginx();
  if (program === null) throw new Error('This test needs nginx. Run node scripts/install-nginx.ts, or install it.');
  const port = await findFreePort();
  const rules = (await readFile(join(directory, 'nginx.conf'), 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('root /var/www/site;', `root ${join(directory, 'site')};`);
  await writeFile(join(root, 'site.conf'), rules);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(root, `nginx-${name}`)};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(root, 'main.conf'),
    `${user} daemon off; worker_processes 1; pid ${join(root, 'nginx.pid')}; error_log stderr;
events {} http { access_log off; ${temporary.join(' ')} include ${join(root, 'site.conf')}; }`,
  );
  const child = spawn(program, ['-c', join(root, 'main.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  nginx = child;
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const address = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(errors);
      await fetch(address);
    },
    { timeout: 10_000 },
  );
  return (path, init) => fetch(address + path, { ...init, redirect: 'manual' });
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
