import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateBlog } from '../support/app/content-services.ts';
import { listPublishedBlogs } from '#api/features/blogs/blogs.service.ts';
import { createSiteHandler } from '#api/site/site-handler.ts';
import { createDemoSite } from '../support/site/demo-site.ts';
import { startRawHttpClient } from '../support/site/raw-http-client.ts';
import { SECURITY_HEADERS, TLS_HEADERS } from '../support/app/security-headers.ts';
import type { SiteResponse, TestSite } from '../support/site/test-site.ts';

const CONTENT_TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml; charset=utf-8',
  webp: 'image/webp',
  png: 'image/png',
  ico: 'image/x-icon',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};
const SPECIAL_NAMES: Record<string, string> = { 'rss.xml': 'rss', 'atom.xml': 'atom' };

const getExtension = (path: string) =>
  SPECIAL_NAMES[path.split('/').at(-1) ?? ''] ?? /\.([a-z0-9]+)$/.exec(path)?.[1] ?? 'html';

/** Files with hashed names are immutable, media and OG images are cached for an hour, all others are revalidated. */
function getExpectedCacheControl(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  return /^\/(media|og)\//.test(path) ? 'public, max-age=3600, must-revalidate' : 'no-cache';
}

let site: TestSite;
let addresses: string[];

beforeAll(async () => {
  site = await createDemoSite();
  const isShown = ({ hash, status }: { hash: string | null; status: number }) => hash !== null && status === 200;
  addresses = [...site.manifest.entries()].filter(isShown).map((entry) => entry.path);
  addresses = addresses.filter((path) => path !== '/blog-post-not-found');
});

afterAll(() => site.close());

function expectCommonHeaders(
  response: Pick<SiteResponse, 'headers'>,
  expected: Record<string, string> = SECURITY_HEADERS,
): void {
  expect(response.headers).toMatchObject(expected);
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
  for (const name of ['server', 'x-powered-by', 'x-xss-protection']) expect(response.headers).not.toHaveProperty(name);
}

describe('T29: the security headers', () => {
  const videoPath = '/media/intro.mp4';
  const cases: [status: number, method: string, path: string, headers?: Record<string, string>][] = [
    [200, 'GET', '/'],
    [200, 'GET', videoPath],
    [200, 'GET', '/robots.txt'],
    [206, 'GET', videoPath, { range: 'bytes=0-9' }],
    [301, 'GET', '/blog'],
    [301, 'GET', '/terms/'],
    [302, 'GET', '/resources/genmate'],
    [302, 'GET', '/no-such-page'],
    [404, 'GET', '/blogs/none'],
    [404, 'GET', '/none.txt'],
    [405, 'POST', '/'],
    [416, 'GET', videoPath, { range: 'bytes=99999999999-' }],
  ];

  it.each(cases)('are sent with %i (%s %s)', async (status, method, path, headers) => {
    const response = await site.request(method, path, headers);
    expect(response.status).toBe(status);
    expectCommonHeaders(response);
    expect(response.headers).not.toHaveProperty('strict-transport-security');
  });

  it('are sent with 304, which has no body', async () => {
    for (const path of ['/', videoPath]) {
      const { headers } = await site.get(path);
      const response = await site.get(path, { 'if-none-match': headers.etag ?? '' });
      expect([path, response.status, response.bytes.length]).toEqual([path, 304, 0]);
      expectCommonHeaders(response);
    }
  });

  it('include HSTS on an HTTPS site', async () => {
    const { manifest, store, deps } = site;
    const secure = await startRawHttpClient(
      createSiteHandler({ manifest, store, siteUrl: 'https://www.example.com', log: deps.log }),
    );
    for (const path of ['/', '/none', '/none.txt', '/blog']) {
      expectCommonHeaders((await secure.ask(path)) as never, TLS_HEADERS);
    }
    await secure.close();
  });

  it('are counted for metrics by whether they came from memory', async () => {
    const { manifest, store, deps } = site;
    const counted: string[] = [];
    const metrics = { count: (name: string, labels: object) => void counted.push(`${name} ${JSON.stringify(labels)}`) };
    const client = await startRawHttpClient(
      createSiteHandler({ manifest, store, siteUrl: 'https://www.example.com', log: deps.log, metrics }),
    );
    for (const path of ['/', '/', '/none']) await client.ask(path);
    await client.close();
    expect(counted).toEqual([
      'page_cache_requests_total {"result":"miss"}',
      'page_cache_requests_total {"result":"hit"}',
    ]);
  });

  it('include no-referrer on pages whose URL may contain a secret', async () => {
    for (const path of ['/login', '/login/link', '/signup', '/subscription/success']) {
      expectCommonHeaders(await site.get(`${path}?token=secret`), {
        ...SECURITY_HEADERS,
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('have a strict policy for files, redirects and errors, and a reporting endpoint for pages', async () => {
    for (const path of ['/robots.txt', '/blog', '/none.txt', '/favicon.svg']) {
      const { headers } = await site.get(path);
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    }
    const { headers } = await site.get('/');
    expect(headers['content-security-policy']).not.toMatch(/unsafe-|https?:|\*/);
    expect(headers['content-security-policy']).toMatch(/report-uri \/api\/csp-report; report-to csp$/);
    expect(headers['reporting-endpoints']).toBe('csp="/api/csp-report"');
  });
});

describe('every path of the release', () => {
  it('has its content type and cache policy, and no policy in a meta element', async () => {
    const seen = new Set<string>();
    for (const path of addresses) {
      const { status, headers, body } = await site.get(path);
      const extension = getExtension(path);
      seen.add(extension);
      expect([path, status, headers['content-type']]).toEqual([path, 200, CONTENT_TYPES[extension]]);
      expect([path, headers['cache-control']]).toEqual([path, getExpectedCacheControl(path)]);
      expect([path, body.includes('http-equiv="content-security-policy"')]).toEqual([path, false]);
    }
    expect([...seen].sort()).toEqual(Object.keys(CONTENT_TYPES).sort());
  });

  it('has the same content in br, gzip and identity, each with its own strong ETag', async () => {
    for (const path of addresses) {
      const [br, gzip, plain] = await Promise.all(
        ['gzip;q=0.9, br', 'gzip', 'identity'].map((offer) => site.get(path, { 'accept-encoding': offer })),
      );
      const isCompressed = br?.headers['content-encoding'] === 'br';
      expect([path, plain?.headers.etag]).toEqual([path, expect.stringMatching(/^"[0-9a-f]{24}"$/)]);
      expect([path, plain?.headers['content-length']]).toEqual([path, String(plain?.bytes.length)]);
      expect([path, plain?.headers['content-encoding'], br?.headers['content-length']]).toEqual([
        path,
        undefined,
        String(br?.bytes.length),
      ]);
      if (!isCompressed) {
        expect([path, /\.(woff2|webp|png|ico|mp4)$/.test(path)]).toEqual([path, true]);
        expect(br?.bytes.equals(plain?.bytes as Buffer)).toBe(true);
        continue;
      }
      expect([path, gzip?.headers['content-encoding'], plain?.headers.vary]).toEqual([path, 'gzip', 'Accept-Encoding']);
      expect(brotliDecompressSync(br.bytes).equals(plain?.bytes as Buffer)).toBe(true);
      expect(gunzipSync(gzip?.bytes as Buffer).equals(plain?.bytes as Buffer)).toBe(true);
      expect(new Set([br.headers.etag, gzip?.headers.etag, plain?.headers.etag]).size).toBe(3);
    }
  });

  it('returns 304 for a matching ETag, which is valid for its own encoding only', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await site.get('/terms', { 'accept-encoding': encoding });
      const etag = first.headers.etag ?? '';
      for (const candidate of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await site.get('/terms', { 'accept-encoding': encoding, 'if-none-match': candidate });
        expect([candidate, again.status, again.headers.etag]).toEqual([candidate, 304, etag]);
      }
      for (const other of ['br', 'gzip', 'identity'].filter((name) => name !== encoding)) {
        const response = await site.get('/terms', { 'accept-encoding': other, 'if-none-match': etag });
        expect([encoding, other, response.status]).toEqual([encoding, other, 200]);
      }
    }
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    for (const path of [
      '/',
      '/robots.txt',
      '/media/intro.mp4',
      '/og.png',
      '/blog',
      '/none',
      '/none.txt',
      '/blogs/none',
    ]) {
      const [get, head] = [await site.get(path), await site.request('HEAD', path)];
      const { date: _get, ...expected } = get.headers;
      const { date: _head, ...headers } = head.headers;
      expect([path, head.status, head.bytes.length]).toEqual([path, get.status, 0]);
      expect([path, headers]).toEqual([path, expected]);
    }
  });
});

describe('paths without a page', () => {
  it.each([
    ['/blog', 301, '/blogs'],
    ['/resources/genmate', 302, '/product-documents?product=genmate'],
    ['/terms/', 301, '/terms'],
    ['/company/about//', 301, '/company/about'],
    ['/blogs/', 301, '/blogs'],
    ['/no-such-page', 302, '/'],
    ['/no/such/page', 302, '/'],
    ['/blog-post-not-found', 302, '/'],
    ['/documentation', 302, '/'],
    ['/categories/999', 302, '/'],
    ['/blogs/page/999', 302, '/'],
    ['/terms.html', 404, undefined],
    ['/blog-post-not-found.html', 404, undefined],
    ['/_astro/none.js', 404, undefined],
    ['/blogs/none', 404, undefined],
  ])('%s returns %i %s', async (path, status, location) => {
    const response = await site.get(path);
    expect([response.status, response.headers.location]).toEqual([status, location]);
  });

  it('of a post get a 404 page, of a file a plain text', async () => {
    const post = await site.get('/blogs/none?from=mail');
    expect([post.status, post.headers['content-type']]).toEqual([404, CONTENT_TYPES.html]);
    expect(post.body).toMatch(/<h1[^>]*>Blog post not found<\/h1>/);
    expect(post.body).toContain('<meta name="robots" content="noindex"');
    const file = await site.get('/images/none.svg');
    expect([file.headers['content-type'], file.body]).toEqual([CONTENT_TYPES.txt, 'File not found\n']);
  });

  it('with an old slug redirect permanently to the new one', async () => {
    const [post] = await listPublishedBlogs(site.deps, { limit: 1 });
    const { id, title, categories } = post as NonNullable<typeof post>;
    const categoryIds = categories.map((category) => category.id);
    const content = '<p>Moved.</p>';
    await updateBlog(site.deps, id, { title, content, categoryIds, status: 'published', slug: 'moved-away' });
    await site.publisher.whenIdle();
    const response = await site.get(`/blogs/${post?.slug}`);
    expect([response.status, response.headers.location]).toEqual([301, '/blogs/moved-away']);
    expect((await site.get('/blogs/moved-away')).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    '%s gets 405 with an Allow header',
    async (method) => {
      for (const path of ['/', '/none', '/media/intro.mp4', '/blog']) {
        const response = await site.request(method, path);
        expect([path, response.status, response.headers.allow]).toEqual([path, 405, 'GET, HEAD']);
        expect(response.headers['content-type']).toBe(CONTENT_TYPES.txt);
      }
    },
  );
});
