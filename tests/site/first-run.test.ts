import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERIFICATION_AGENT } from '#api/domain/verification-agent.ts';
import { previewFirstRun, publishFirstRun, saveFirstRun } from '#api/features/first-run/first-run.service.ts';
import { isSitePublic } from '#db/queries/first-run.ts';
import { answerAll, copyNewSite, TIDEWORKS } from '../support/app/new-site.ts';
import { createUser } from '../support/app/users.ts';
import { createSiteTemplate, createTestSite, type TestSite } from '../support/site/test-site.ts';

const copyBuiltNewSite = createSiteTemplate(() => createTestSite({}, copyNewSite));

let site: TestSite;
let isPublic: boolean;
beforeEach(async () => {
  isPublic = false;
  site = await createTestSite({}, copyBuiltNewSite, { isPublic: () => isPublic });
  await site.publisher.start();
  await site.publisher.whenIdle();
});
afterEach(() => site.close());

const publish = async () => {
  await saveFirstRun(site.deps, answerAll(TIDEWORKS));
  const { id } = await createUser(site, { role: 'admin' });
  return publishFirstRun(site.deps, 2, id);
};

const PUBLIC_PATHS = [
  ...['/', '/blogs', '/company/about', '/terms', '/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml'],
  '/nowhere',
];

describe('a site that is not public yet', () => {
  it('answers every address with one page that search engines keep nothing of', async () => {
    for (const path of PUBLIC_PATHS) {
      const { status, body, headers } = await site.get(path);
      expect([path, status]).toEqual([path, 503]);
      expect(body, path).toContain('This site is being set up');
      expect(headers, path).toMatchObject({
        'retry-after': '3600',
        'x-robots-tag': 'noindex',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy'], path).toMatch(/^default-src 'none'; style-src 'sha256-/);
    }
  });

  it('answers what its owner needs: sign-in, the admin screens, icons and styles', async () => {
    const page = await site.get('/admin/first-run');
    const [, styles = ''] = /href="(\/_astro\/[^"]+\.css)"/.exec(page.body) ?? [];
    for (const path of ['/login', '/admin', '/admin/pages/7', '/profile', '/favicon.svg', styles])
      expect(`${path} ${(await site.get(path)).status}`).toBe(`${path} 200`);
  });

  it('shows the publisher what it has published', async () => {
    expect((await site.get('/', { 'user-agent': VERIFICATION_AGENT })).body).toContain('Welcome to Tideworks.');
  });

  it('is as any other once it is public', async () => {
    isPublic = true;
    expect((await site.get('/')).status).toBe(200);
    expect((await site.get('/nowhere')).status).toBe(302);
  });
});

describe('the publish of a new site', () => {
  it('goes on at the next start when the server ends in between', async () => {
    await publish();
    await site.restart();
    expect(await isSitePublic(site.db)).toBe(false);
    await site.publisher.whenIdle();
    expect(await isSitePublic(site.db)).toBe(true);
    isPublic = true;
    expect((await site.get('/logbook')).body).toContain('The ship’s log, written as you sail.');
    // Style sheets of before stay for pages that are open.
    const listPages = (live: Map<string, string>) => [...live].filter(([path]) => !path.startsWith('/styles/')).sort();
    expect(listPages(site.live())).toEqual(listPages(await site.fullBuild()));
  });

  it.each(['several', 'none'])('shows the preview as the site will be: with %s products', async (count) => {
    const products = count === 'none' ? [] : TIDEWORKS.products;
    const preview = await previewFirstRun(site.deps, { ...TIDEWORKS, products }, new AbortController().signal);
    expect(preview.html).toContain('Welcome to Tideworks.');
    expect(preview.html.includes('Harbourmaster')).toBe(count !== 'none');
    expect(preview.styles).toContain('--action');
    expect((await site.get('/', { 'user-agent': VERIFICATION_AGENT })).body).not.toContain('Harbourmaster');
  });
});
