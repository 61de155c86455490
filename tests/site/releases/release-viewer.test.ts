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

async function openRelease(site: PublishingSite, release: number) {
  const pages = createReleaseViewerHandler(site.deps, site.store);
  const base = new URL((await createReleaseLink(site.deps, release)).url).pathname.replace(/\/$/, '');
  return { base, open: (path: string, method = 'GET', headers = {}) => requestPath(pages, method, path, headers) };
}

/** A site with a changed post; `oldRelease` is the release before the change. */
async function createChangedSite() {
  const site = await createPublishingSite();
  const { id } = await site.post({ title: 'Old words', content: '<p>As it <a href="/terms">was</a>.</p>' });
  const oldRelease = site.manifest.release;
  const live = await site.get('/blogs/old-words');
  await updateBlog(
    site.deps,
    id,
    createBlogRequest({ title: 'New words', slug: 'new-words', content: '<p>As it is.</p>' }),
  );
  await site.publisher.whenIdle();
  return { site, oldRelease, live, id };
}

describe('the release viewer', () => {
  it('shows the whole site of an earlier release, while visitors get the current one', async () => {
    const { site, oldRelease, live } = await createChangedSite();
    const { base, open } = await openRelease(site, oldRelease);
    const old = await open(`${base}/blogs/old-words`);
    expect(old.status).toBe(200);
    expect(old.body.replaceAll(base, '')).toBe(live.body.replaceAll(`href="${TEST_SITE_URL}/`, 'href="/'));
    expect((await open(`${base}/`)).body).toContain('Old words');
    expect((await open(`${base}/blogs`)).body).not.toContain('New words');
    const missing = await open(`${base}/blogs/new-words`);
    expect([missing.status, missing.body.includes('Blog post not found')]).toEqual([404, true]);
    expect((await site.get('/blogs/old-words')).headers.location).toBe('/blogs/new-words');
  });

  it('rewrites every link to stay in the viewer, and every one works', async () => {
    const { site, oldRelease } = await createChangedSite();
    const { base, open } = await openRelease(site, oldRelease);
    const seen = new Set<string>();
    const pending = [`${base}/`];
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, headers, body } = await open(path);
      expect([path, status < 400]).toEqual([path, true]);
      if (headers.location) pending.push(headers.location);
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
        if (address.startsWith(base)) pending.push(address.replace(/[?#].*$/, ''));
      }
    }
    expect(seen.size).toBeGreaterThan(40);
  });

  it('allows no API call, form or frame, and is not indexed or cached', async () => {
    const { site, oldRelease } = await createChangedSite();
    const { base, open } = await openRelease(site, oldRelease);
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
      'x-release': `${oldRelease}, ${new Date(site.clock.now()).toISOString()}`,
    });
    expect((await open(`${base}/`, 'POST')).status).toBe(405);
    expect((await open(`${base}/`, 'HEAD')).body).toBe('');
  });

  it('serves the assets of its release: style sheets refer to its fonts', async () => {
    const { site, oldRelease } = await createChangedSite();
    const { base, open } = await openRelease(site, oldRelease);
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

  it('supports range requests of a video', async () => {
    const { site, oldRelease } = await createChangedSite();
    const { base, open } = await openRelease(site, oldRelease);
    const videoPath = `${base}/media/intro.mp4`;
    const whole = await open(videoPath);
    const { length } = whole.bytes;
    expect([whole.status, whole.headers['content-length'], whole.headers['accept-ranges']]).toEqual([
      200,
      String(length),
      'bytes',
    ]);
    const part = await open(videoPath, 'GET', { range: 'bytes=1000-1999' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${length}`]);
    expect(part.bytes.equals(whole.bytes.subarray(1000, 2000))).toBe(true);
    const beyond = await open(videoPath, 'GET', { range: `bytes=${length}-` });
    expect([beyond.status, beyond.headers['content-range'], beyond.headers['cache-control']]).toEqual([
      416,
      `bytes */${length}`,
      'no-store',
    ]);
    expect(beyond.body).toBe('The requested range isn’t in this file.\n');
    const head = await open(videoPath, 'HEAD', { range: 'bytes=0-9' });
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, String(length), '']);
    expect((await open(videoPath, 'GET', { range: 'bytes=0-9', 'if-range': '"x"' })).status).toBe(200);
  });

  it('T24: opens with a valid signed link only, for one day', async () => {
    const { site, oldRelease } = await createChangedSite();
    const { base, open } = await openRelease(site, oldRelease);
    const other = (await openRelease(site, oldRelease - 1)).base;
    const [id, expiry = ''] = base.split('.');
    const signature = other.split('.')[2];
    const preview = createSignedToken(site.deps.secrets, {
      purpose: 'preview',
      value: String(oldRelease),
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

  it('returns 404 for a release that was deleted', async () => {
    const site = await createPublishingSite({ releasesKept: 3 });
    const { id } = await site.post();
    const { base, open } = await openRelease(site, site.manifest.release);
    expect((await open(`${base}/`)).status).toBe(200);
    for (let n = 1; n <= 6; n += 1) {
      await updateBlog(site.deps, id, createBlogRequest({ content: `<p>Version ${n}.</p>` }));
      await site.publisher.whenIdle();
    }
    expect((await open(`${base}/`)).status).toBe(404);
    await expect(createReleaseLink(site.deps, 1)).rejects.toThrow('Release not found. It may have been removed.');
  });
});
