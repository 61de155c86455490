import { describe, expect, it } from 'vitest';
import { updateBlog } from '../../support/app/content-services.ts';
import { createReleaseViewerHandler } from '#api/features/releases/viewer/viewer.routes.ts';
import { createReleaseLink } from '#api/features/releases/releases.service.ts';
import { createSignedToken } from '#api/adapters/signed-token.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { parseHtmlPage } from '../../support/site/html-page.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';
import { requestPath, TEST_SITE_URL } from '../../support/site/test-site.ts';

const DAY_MS = 86_400_000;

async function look(site: PublishingSite, release: number) {
  const pages = createReleaseViewerHandler(site.deps, site.store);
  const base = new URL((await createReleaseLink(site.deps, release)).url).pathname.replace(/\/$/, '');
  return { base, open: (path: string, method = 'GET', headers = {}) => requestPath(pages, method, path, headers) };
}

/** A site with a post of yesterday and one of today; `then` is the release before the change. */
async function createChangedSite() {
  const site = await createPublishingSite();
  const { id } = await site.post({ title: 'Old words', content: '<p>As it <a href="/terms">was</a>.</p>' });
  const then = site.manifest.release;
  const live = await site.get('/blogs/old-words');
  await updateBlog(
    site.deps,
    id,
    createBlogRequest({ title: 'New words', slug: 'new-words', content: '<p>As it is.</p>' }),
  );
  await site.publisher.whenIdle();
  return { site, then, live, id };
}

describe('an earlier release, by its link', () => {
  it('is the whole site as it was, while visitors see today’s', async () => {
    const { site, then, live } = await createChangedSite();
    const { base, open } = await look(site, then);
    const old = await open(`${base}/blogs/old-words`);
    expect(old.status).toBe(200);
    expect(old.body.replaceAll(base, '')).toBe(live.body.replaceAll(`href="${TEST_SITE_URL}/`, 'href="/'));
    expect((await open(`${base}/`)).body).toContain('Old words');
    expect((await open(`${base}/blogs`)).body).not.toContain('New words');
    const missing = await open(`${base}/blogs/new-words`);
    expect([missing.status, missing.body.includes('Blog post not found')]).toEqual([404, true]);
    expect((await site.get('/blogs/old-words')).headers.location).toBe('/blogs/new-words');
  });

  it('keeps whoever looks inside: every address of every page answers there', async () => {
    const { site, then } = await createChangedSite();
    const { base, open } = await look(site, then);
    const seen = new Set<string>();
    const next = [`${base}/`];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, headers, body } = await open(path);
      expect([path, status < 400]).toEqual([path, true]);
      if (headers.location) next.push(headers.location);
      if (!headers['content-type']?.startsWith('text/html') || headers.location) continue;
      const page = parseHtmlPage(body);
      const found = page
        .all(({ name }) => name !== 'meta')
        .flatMap(({ name, attribs }) => {
          const rel = attribs.rel ?? '';
          if (name === 'link' && /canonical|alternate/.test(rel)) return [];
          return [attribs.href, attribs.src, attribs['component-url'], attribs['renderer-url']];
        });
      for (const address of found) {
        if (!address?.startsWith('/')) continue;
        expect(address).toMatch(new RegExp(`^(${base}/|/api/)`));
        if (address.startsWith(base)) next.push(address.replace(/[?#].*$/, ''));
      }
    }
    expect(seen.size).toBeGreaterThan(40);
  });

  it('is only read: no call, no form, no frame, no trace', async () => {
    const { site, then } = await createChangedSite();
    const { base, open } = await look(site, then);
    const { headers } = await open(`${base}/genmate/waitinglist`);
    const policy = headers['content-security-policy'] ?? '';
    for (const directive of [
      "connect-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "default-src 'none'",
    ]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toContain('report');
    expect(policy).toContain('script-src');
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-release': `${then}, ${new Date(site.clock.now()).toISOString()}`,
    });
    expect((await open(`${base}/`, 'POST')).status).toBe(405);
    expect((await open(`${base}/`, 'HEAD')).body).toBe('');
  });

  it('brings its own files: style sheets lead to its fonts, pictures come whole', async () => {
    const { site, then } = await createChangedSite();
    const { base, open } = await look(site, then);
    const page = parseHtmlPage((await open(`${base}/`)).body);
    const sheets = page.tags('link').filter(({ attribs }) => attribs.rel === 'stylesheet');
    const fonts: string[] = [];
    for (const { attribs } of sheets) {
      const { body } = await open(attribs.href as string);
      fonts.push(...[...body.matchAll(/url\(([^)]+\.woff2)\)/g)].map((match) => match[1] as string));
    }
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) {
      expect(font.startsWith(`${base}/_astro/`)).toBe(true);
      const { bytes } = await open(font);
      expect(bytes.equals((await site.get(font.slice(base.length))).bytes)).toBe(true);
    }
  });

  it('sends a film in the parts that are asked for', async () => {
    const { site, then } = await createChangedSite();
    const { base, open } = await look(site, then);
    const film = `${base}/media/intro.mp4`;
    const whole = await open(film);
    const { length } = whole.bytes;
    expect([whole.status, whole.headers['content-length'], whole.headers['accept-ranges']]).toEqual([
      200,
      String(length),
      'bytes',
    ]);
    const part = await open(film, 'GET', { range: 'bytes=1000-1999' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${length}`]);
    expect(part.bytes.equals(whole.bytes.subarray(1000, 2000))).toBe(true);
    const beyond = await open(film, 'GET', { range: `bytes=${length}-` });
    expect([beyond.status, beyond.headers['content-range'], beyond.headers['cache-control']]).toEqual([
      416,
      `bytes */${length}`,
      'no-store',
    ]);
    expect(beyond.body).toBe('The range asked for is not in this file.\n');
    const head = await open(film, 'HEAD', { range: 'bytes=0-9' });
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, String(length), '']);
    expect((await open(film, 'GET', { range: 'bytes=0-9', 'if-range': '"x"' })).status).toBe(200);
  });

  it('T24: opens for nobody without the link, and for a day only', async () => {
    const { site, then } = await createChangedSite();
    const { base, open } = await look(site, then);
    const other = (await look(site, then - 1)).base;
    const [id, expiry = ''] = base.split('.');
    const signature = other.split('.')[2];
    const preview = createSignedToken(site.deps.secrets, {
      purpose: 'preview',
      value: String(then),
      expiresAt: Number.parseInt(expiry, 36),
    });
    for (const forged of [
      '/release/',
      '/release/1/',
      `${base}x/`,
      `${id}.${expiry}.${signature}/`,
      `/release/${preview}/`,
    ]) {
      expect([forged, (await open(forged)).status]).toEqual([forged, 404]);
    }
    site.clock.advance(DAY_MS - 1);
    expect((await open(`${base}/`)).status).toBe(200);
    site.clock.advance(1);
    expect((await open(`${base}/`)).status).toBe(410);
  });

  it('says so when it is no longer kept', async () => {
    const site = await createPublishingSite({ releasesKept: 3 });
    const { id } = await site.post();
    const { base, open } = await look(site, site.manifest.release);
    expect((await open(`${base}/`)).status).toBe(200);
    for (let n = 1; n <= 6; n += 1) {
      await updateBlog(site.deps, id, createBlogRequest({ content: `<p>Version ${n}.</p>` }));
      await site.publisher.whenIdle();
    }
    expect((await open(`${base}/`)).status).toBe(404);
    await expect(createReleaseLink(site.deps, 1)).rejects.toThrow('no longer kept');
  });
});
