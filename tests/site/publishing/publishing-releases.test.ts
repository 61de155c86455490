import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { updateBlog } from '../../support/app/content-services.ts';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { exportStaticSite } from '#api/site/static-export.ts';
import { listReleases, readReleaseEntries } from '#api/releases/release-rows.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { PLACEHOLDER_ORIGIN } from '#api/publishing/render/astro-renderer.ts';
import { readBuildInfo } from '#api/publishing/render/build-info.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';
import { createTestRenderer, DIST, TEST_SITE_URL } from '../../support/site/test-site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function readTexts(site: PublishingSite): Promise<[path: string, body: string][]> {
  const entries = [...site.manifest.entries()].filter(
    ({ contentType, hash }) => hash && /^text|json|xml/.test(contentType),
  );
  return Promise.all(entries.map(async ({ path }) => [path, (await site.get(path)).body] as [string, string]));
}

describe('an earlier release', () => {
  it('is restored whole and stays pinned, also over a restart, until publishing resumes', async () => {
    const site = await createPublishingSite();
    const { id } = await site.post({ title: 'Old words' });
    const oldPages = site.live();
    const release = site.manifest.release;
    await updateBlog(site.deps, id, createBlogRequest({ title: 'New words', slug: 'new-words' }));
    await site.publisher.whenIdle();
    await site.post({ title: 'Another' });

    await site.publisher.restore(release);
    expect(site.live()).toEqual(oldPages);
    await site.post({ title: 'Waits' });
    expect(site.live()).toEqual(oldPages);
    await site.restart();
    await site.publisher.whenIdle();
    expect([site.publisher.pinnedRelease, site.live()]).toEqual([release, oldPages]);
    expect((await site.jobs()).at(-1)?.status).toBe('queued');

    await site.publisher.resume();
    await site.publisher.whenIdle();
    expect((await site.jobs()).at(-1)?.status).toBe('live');
    expect((await site.get('/blogs/old-words')).headers.location).toBe('/blogs/new-words');
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('stays pinned while the scheduler queues one job only', async () => {
    const site = await createPublishingSite();
    await site.publisher.restore(1);
    for (let day = 1; day <= 5; day += 1) {
      site.clock.advance(DAY_MS);
      await site.publisher.tick();
    }
    expect(await selectCount(site, "SELECT count(*) FROM publish_jobs WHERE kind = 'schedule'")).toBe(1);
    await site.publisher.resume();
    await site.publisher.whenIdle();
    expect((await site.get('/terms')).body).toContain('26 November 2026');
  });

  it('that does not exist cannot be restored', async () => {
    const site = await createPublishingSite();
    const before = site.live();
    await expect(site.publisher.restore(99)).rejects.toThrow('Release 99 not found');
    expect([site.publisher.pinnedRelease, site.changedSince(before)]).toEqual([null, []]);
  });
});

describe('a new build of the code', () => {
  it('renders every page again, in one release', async () => {
    const site = await createPublishingSite();
    await site.post();
    const before = site.live();
    const inputsBefore = new Map([...site.manifest.entries()].map(({ path, inputHash }) => [path, inputHash]));
    const releases = await selectCount(site, 'SELECT max(id) FROM releases');
    await site.restart({ build: { ...(await readBuildInfo(DIST)), id: 'another' } });
    await site.publisher.whenIdle();
    expect(site.manifest.release).toBe(releases + 1);
    expect(site.changedSince(before)).toEqual([]);
    const unchanged = [...site.manifest.entries()].filter(({ path, inputHash, location, contentType }) => {
      return !location && contentType !== 'image/png' && inputHash === inputsBefore.get(path);
    });
    // The Markdown of a post depends on nothing but the post.
    expect(unchanged.map(({ path }) => path)).toEqual(['/blogs/tea-before-sunrise.md']);
  });

  it('with another public URL removes every occurrence of the old one', async () => {
    const site = await createPublishingSite();
    await site.post();
    const releases = await selectCount(site, 'SELECT max(id) FROM releases');
    const siteUrl = 'https://www.mateworks.example';
    await site.restart({ siteUrl, renderer: createTestRenderer(siteUrl) });
    await site.publisher.whenIdle();
    expect(site.manifest.release).toBe(releases + 1);
    for (const [path, body] of await readTexts(site))
      expect([path, body.includes(TEST_SITE_URL)]).toEqual([path, false]);
    expect((await site.get('/rss.xml')).body).toContain(`${siteUrl}/blogs/tea-before-sunrise`);
    const { headers } = await site.get('/');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    expect(headers['strict-transport-security']).toMatch(/^max-age=63072000/);
  });

  it('keeps the assets of the previous build for a day, and no other file', async () => {
    const site = await createPublishingSite();
    const build = await readBuildInfo(DIST);
    const asset = build.files.find((file) => file.startsWith('_astro/')) as string;
    const files = build.files.filter((file) => file !== asset && file !== 'og.png');
    await site.restart({ build: { ...build, files, id: 'another' } });
    await site.publisher.whenIdle();
    expect([(await site.get(`/${asset}`)).status, (await site.get('/og.png')).status]).toEqual([200, 404]);
    site.clock.advance(DAY_MS - HOUR_MS);
    await site.publisher.tick();
    await site.publisher.whenIdle();
    expect((await site.get(`/${asset}`)).status).toBe(200);
    site.clock.advance(HOUR_MS);
    await site.publisher.tick();
    await site.publisher.whenIdle();
    expect((await site.get(`/${asset}`)).status).toBe(404);
  });
});

it('deletes old releases and their objects, and keeps all objects of the others', async () => {
  const site = await createPublishingSite({ releasesKept: 3 });
  const { id } = await site.post();
  for (let n = 1; n <= 8; n += 1) {
    await updateBlog(site.deps, id, createBlogRequest({ content: `<p>Version ${n}.</p>` }));
    await site.publisher.whenIdle();
  }
  const keptReleases = await listReleases(site.db, 100);
  expect(keptReleases.filter(({ kind }) => kind !== 'refresh')).toHaveLength(3);
  const needed = new Set<string>();
  for (const { id: release, pagesTotal } of keptReleases) {
    const entries = await readReleaseEntries(site.db, release);
    expect(entries).toHaveLength(pagesTotal);
    for (const { hash, contentType } of entries) {
      if (hash === null) continue;
      await site.store.read(hash, contentType, 'identity');
      needed.add(hash);
    }
  }
  const objects = await readdir(join(site.directory, 'objects'));
  expect(new Set(objects.map((name) => name.slice(0, 64)))).toEqual(needed);
  expect(objects.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const versions = (await readTexts(site)).filter(([path]) => path === '/blogs/tea-before-sunrise');
  expect(versions[0]?.[1]).toContain('Version 8.');
});

it('exports the release as files with the rules of a host, into an empty directory only', async () => {
  const site = await createPublishingSite();
  const { id } = await site.post();
  const category = await createCategory(site.deps, null, { name: 'Tea' });
  const directory = await mkdtemp(join(tmpdir(), 'site-export-'));
  const storageDirectory = await mkdtemp(join(tmpdir(), 'site-files-'));
  for (const path of [directory, storageDirectory]) onTestFinished(() => rm(path, { recursive: true, force: true }));
  const files = createDiskFiles(storageDirectory);
  const picture = `${'a'.repeat(64)}-320x200.webp`;
  await writeFile(join(storageDirectory, 'sent'), 'the bytes of a picture');
  await files.put(picture, join(storageDirectory, 'sent'), 'image/webp');
  const content = `<p><img src="/uploads/${picture}" alt="Tea" width="320" height="200"></p>`;
  await updateBlog(site.deps, id, createBlogRequest({ slug: 'renamed', content }));
  await site.publisher.whenIdle();
  const entries = [...site.manifest.entries()];
  const host = { host: 'netlify' as const, siteUrl: TEST_SITE_URL, serverOrigin: null };
  const source = { entries, store: site.store, files, directory, ...host };
  const result = await exportStaticSite(source);
  // Image variants that are not stored are left out.
  expect(result.files + result.redirects).toBe(site.manifest.size + 1);
  expect(await readFile(join(directory, 'uploads', picture), 'utf8')).toBe('the bytes of a picture');
  const pages = {
    '/': 'index.html',
    '/blogs/renamed': 'blogs/renamed.html',
    '/rss.xml': 'rss.xml',
    '/og.png': 'og.png',
  };
  for (const [path, file] of Object.entries(pages)) {
    const exported = await readFile(join(directory, file));
    const withoutPolicy = exported.toString('latin1').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    expect(withoutPolicy).toBe((await site.get(path)).bytes.toString('latin1'));
  }
  expect(await readFile(join(directory, '404.html'), 'utf8')).toContain('Blog post not found');
  const redirects = (await readFile(join(directory, '_redirects'), 'utf8')).split('\n');
  expect(redirects).toContain('/blogs/tea-before-sunrise /blogs/renamed 301');
  expect(redirects).toContain('/blog /blogs 301');
  expect(redirects).toContain(`/categories/${category.id} /categories/tea 301`);
  expect(redirects).toContain(`/categories/${category.id}/page/* /categories/tea/page/:splat 301`);
  const headers = await readFile(join(directory, '_headers'), 'utf8');
  expect(headers).toContain('  X-Content-Type-Options: nosniff\n');
  expect(headers.match(/^\//gm)?.length).toBeLessThan(100);
  const { headers: live } = await site.get('/blogs/renamed');
  const page = await readFile(join(directory, 'blogs/renamed.html'), 'utf8');
  const [scripts = ''] = /script-src[^;]*/.exec(live['content-security-policy'] as string) ?? [];
  expect(page).toContain(scripts);
  await expect(exportStaticSite(source)).rejects.toThrow('isn’t empty');
  await rm(join(directory, 'index.html'));
  await writeFile(join(directory, 'notes.txt'), 'mine');
  await expect(exportStaticSite(source)).rejects.toThrow('isn’t empty');
});

it('the placeholder origin of the build appears nowhere', async () => {
  const site = await createPublishingSite();
  await site.post();
  const host = new URL(PLACEHOLDER_ORIGIN).hostname;
  const texts = await readTexts(site);
  expect(texts.length).toBeGreaterThan(30);
  expect(texts.filter(([, body]) => body.includes(host)).map(([path]) => path)).toEqual([]);
  for (const { policy } of site.manifest.entries()) expect(policy ?? '').not.toContain(host);
});
