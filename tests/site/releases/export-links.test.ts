import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { type ExportHost, exportHosts } from '#api/site/export-rules.ts';
import { exportStaticSite } from '#api/site/static-export.ts';
import { createDemoSite } from '../../support/site/demo-site.ts';
import { parseHtmlPage } from '../../support/site/html-page.ts';
import type { StaticHost } from '../../support/site/static-hosts.ts';
import { startStaticHosts } from '../../support/site/start-static-hosts.ts';
import { TEST_SITE_URL, type TestSite } from '../../support/site/test-site.ts';

let site: TestSite;
let root: string;
let hosts: Record<ExportHost, StaticHost>;
let stopHosts: () => Promise<void> = async () => undefined;
/** What the site links to, and every address of the release. */
let addresses: string[];

/** The server answers these, whoever serves the files. */
const IS_SERVERS = /^\/(api|uploads|preview|release)(\/|$)/;

beforeAll(async () => {
  site = await createDemoSite();
  root = await mkdtemp(join(tmpdir(), 'export-links-'));
  const entries = [...site.manifest.entries()];
  const files = createDiskFiles(join(root, 'files'));
  const directories = {} as Record<ExportHost, string>;
  for (const host of exportHosts) {
    directories[host] = join(root, host);
    const source = { entries, store: site.store, files, directory: directories[host], siteUrl: TEST_SITE_URL };
    await exportStaticSite({ ...source, host, serverOrigin: null });
  }
  ({ hosts, stop: stopHosts } = await startStaticHosts(directories));
  addresses = await listAddresses();
});
afterAll(async () => {
  await stopHosts();
  await site?.close();
  await rm(root, { recursive: true, force: true });
});

async function listAddresses(): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of site.manifest.entries()) {
    found.add(entry.path);
    if (entry.hash === null || !entry.contentType.startsWith('text/html')) continue;
    const page = parseHtmlPage((await site.store.read(entry.hash, entry.contentType, 'identity')).toString('utf8'));
    for (const element of page.all(({ attribs }) => 'href' in attribs || 'src' in attribs)) {
      const target = element.attribs.href ?? element.attribs.src ?? '';
      const url = new URL(target, new URL(entry.path, TEST_SITE_URL));
      if (url.origin === TEST_SITE_URL) found.add(url.pathname);
    }
  }
  return [...found].filter((path) => !IS_SERVERS.test(path) && path !== POST_NOT_FOUND_PATH).sort();
}

const withoutPolicy = (body: string) => body.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');

/** What a visitor gets: the status, where it leads, and the bytes. */
type Answer = { path: string; status: number; location: string | null; body: string };

async function askServer(path: string): Promise<Answer> {
  const { status, headers, bytes } = await site.get(path);
  return { path, status, location: headers.location ?? null, body: status < 300 ? bytes.toString('latin1') : '' };
}

async function askHost(host: StaticHost, path: string): Promise<Answer> {
  const response = await host(path);
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const { status, headers } = response;
  return { path, status, location: headers.get('location'), body: status < 300 ? withoutPolicy(body) : '' };
}

it.each(exportHosts)(
  'every link of the site and every address of the release answers on %s as on the server',
  async (name) => {
    // These two hosts know no 410.
    const gone = name === 'nginx' ? 410 : 404;
    expect(addresses.length).toBeGreaterThan(150);
    const different = [];
    for (const path of addresses) {
      const server = await askServer(path);
      const expected = { ...server, status: server.status === 410 ? gone : server.status };
      const found = await askHost(hosts[name], path);
      if (JSON.stringify(found) !== JSON.stringify(expected))
        different.push({ path, expected: [expected.status, expected.location], found: [found.status, found.location] });
    }
    expect(different).toEqual([]);
  },
);

it.each(exportHosts)('an address with a slash at its end leads to or shows its page on %s', async (name) => {
  for (const path of ['/blogs', '/company/about', '/genmate/pricing']) {
    const { status, location, body } = await askHost(hosts[name], `${path}/`);
    if (status === 200) expect(body, path).toBe((await askServer(path)).body);
    else expect([status, location], path).toEqual([name === 'cloudflare' ? 308 : 301, path]);
  }
});
