import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { createDemoSite } from '../support/site/demo-site.ts';
import { getRawText, type HtmlPage, parseHtmlPage } from '../support/site/html-page.ts';
import { startRawHttpClient } from '../support/site/raw-http-client.ts';
import { createTestRenderer, type TestSite } from '../support/site/test-site.ts';

/** All response headers of a page together, each with its name, separator and line end. */
const MAX_HEADER_BYTES = 1_536;
/** HTTPS, because it adds headers. */
const SITE_URL = 'https://mateworks.example';
const REQUEST_HEADERS = { 'accept-encoding': 'br', connection: 'keep-alive' };

type ServedPage = { path: string; page: HtmlPage; policy: string; headerBytes: number };

let site: TestSite;
const pages: ServedPage[] = [];

beforeAll(async () => {
  site = await createDemoSite({ siteUrl: SITE_URL, renderer: createTestRenderer(SITE_URL) });
  const client = await startRawHttpClient(site.site);
  for (const { path: stored, contentType } of site.manifest.entries()) {
    if (!contentType.startsWith('text/html')) continue;
    const path = stored === POST_NOT_FOUND_PATH ? '/blogs/no-such-post' : stored;
    const { headers } = await client.ask(path, 'GET', REQUEST_HEADERS);
    const { body } = await site.get(path);
    const policy = String(headers['content-security-policy']);
    pages.push({ path, page: parseHtmlPage(body), policy, headerBytes: countHeaderBytes(headers) });
  }
  await client.close();
});
afterAll(() => site.close());

it('every page allows exactly its own inline scripts and styles, and loads all others from this origin', () => {
  expect(pages.length).toBeGreaterThanOrEqual(45);
  for (const { path, page, policy } of pages) {
    const directives = new Map(policy.split(';').map(splitDirective));
    for (const name of ['script', 'style'] as const) {
      const elements = page.tags(name).filter(({ attribs }) => attribs.type !== 'application/ld+json');
      const inline = elements.filter(({ attribs }) => attribs.src === undefined).map(getRawText);
      const expected = new Set(["'self'", ...inline.map(hashSource)]);
      expect([path, name, directives.get(`${name}-src`)?.toSorted()]).toEqual([path, name, [...expected].toSorted()]);
      const loaded = elements.flatMap(({ attribs }) => attribs.src ?? []);
      expect([path, loaded.filter((src) => !src.startsWith('/_astro/'))]).toEqual([path, []]);
    }
  }
  expect(pages.filter(({ policy }) => policy.includes("'sha256-")).length).toBe(pages.length);
});

it('the response headers of every page are at most 1,536 bytes in total', () => {
  const large = pages.filter(({ headerBytes }) => headerBytes > MAX_HEADER_BYTES);
  expect(large.map(({ path, headerBytes }) => `${path}: ${headerBytes}`)).toEqual([]);
  expect(Math.max(...pages.map(({ headerBytes }) => headerBytes))).toBeGreaterThan(MAX_HEADER_BYTES / 2);
});

function countHeaderBytes(headers: Record<string, string | string[] | undefined>): number {
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(['strict-transport-security', 'etag', 'keep-alive']));
  return Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${String(value)}\r\n`.length, 0);
}

function splitDirective(directive: string): [name: string, sources: string[]] {
  const [name = '', ...sources] = directive.trim().split(' ');
  return [name, sources];
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
