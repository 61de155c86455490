import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { deleteBlog } from '#api/features/blogs/trash/trash.service.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { createPublishingSite } from '../../support/site/publishing-site.ts';

const IMMEDIATE_PATHS = [
  '/',
  '/atom.xml',
  '/blog-post-not-found',
  '/blogs',
  '/feed.json',
  '/llms.txt',
  '/rss.xml',
  '/sitemap-1.xml',
];

it('renders all pages into one release first, and nothing at the next start', async () => {
  const site = await createPublishingSite();
  expect(await selectCount(site, 'SELECT count(*) FROM releases')).toBe(1);
  expect(site.live()).toEqual(await site.fullBuild());
  await site.restart();
  await site.publisher.whenIdle();
  expect(await selectCount(site, 'SELECT count(*) FROM releases')).toBe(1);
});

describe('a publish', () => {
  it('renders exactly the pages that show the post in the immediate lane', async () => {
    const site = await createPublishingSite();
    const category = await createCategory(site.deps, null, { name: 'Tea' });
    await createCategory(site.deps, null, { name: 'Coffee' });
    await site.post({ title: 'First', categoryIds: [category.id] });
    const before = site.live();
    await site.post({ title: 'Second', categoryIds: [category.id] });
    const [job] = (await site.jobs()).slice(-1);
    const immediate = [
      ...IMMEDIATE_PATHS,
      '/blogs/second',
      '/blogs/second.md',
      '/og/second.png',
      '/categories/tea',
    ].sort();
    expect(job?.paths?.toSorted()).toEqual(immediate);
    // The background lane adds counts and neighbours.
    expect(site.changedSince(before)).toEqual([...immediate, '/blogs/first', '/categories/coffee'].sort());
  });

  it('stores when it was live, how long it took and the paths', async () => {
    const site = await createPublishingSite({ onPhase: (step) => step === 'rendered' && site?.clock.advance(42) });
    const post = await site.post();
    const [job] = (await site.jobs()).slice(-1);
    expect(job).toMatchObject({ kind: 'blog', subjectId: post.id, status: 'live', milliseconds: 42, error: null });
    expect(job?.releaseId).toBe(await selectCount(site, "SELECT max(id) FROM releases WHERE kind = 'publish'"));
    expect(job?.paths).toContain(`/blogs/${post.slug}`);
  });

  it('of a draft changes nothing', async () => {
    const site = await createPublishingSite();
    const before = site.live();
    await site.post({ status: 'draft' });
    expect(site.changedSince(before)).toEqual([]);
    expect((await site.jobs()).map((job) => job.status)).toEqual(['live']);
  });

  it('does not change numbered list pages, which are counted from the oldest post', async () => {
    const site = await createPublishingSite();
    for (let n = 1; n <= 36; n += 1) {
      await createBlog(site.deps, createBlogRequest({ title: `Post ${n}` }));
      site.clock.advance(60_000);
    }
    await site.publisher.whenIdle();
    const before = site.live();
    const pages = [...before.keys()].filter((path) => path.startsWith('/blogs/page/')).sort();
    expect(pages).toEqual(['/blogs/page/1', '/blogs/page/2']);
    await site.post({ title: 'One more' });
    expect(site.changedSince(before).filter((path) => pages.includes(path))).toEqual([]);
    expect(site.live()).toEqual(await site.fullBuild());
  });
});

describe('F5: a burst', () => {
  it('of 50 new posts is published in at most two releases', async () => {
    const site = await createPublishingSite();
    const before = await selectCount(site, 'SELECT count(*) FROM releases');
    const titles = Array.from({ length: 50 }, (_, n) => `Burst ${n}`);
    await Promise.all(titles.map((title) => createBlog(site.deps, createBlogRequest({ title }))));
    await site.publisher.whenIdle();
    expect(
      (await selectCount(site, "SELECT count(*) FROM releases WHERE kind = 'publish'")) - before,
    ).toBeLessThanOrEqual(2);
    expect(new Set((await site.jobs()).map((job) => job.status))).toEqual(new Set(['live']));
    for (const n of titles.keys()) expect((await site.get(`/blogs/burst-${n}`)).status).toBe(200);
    expect(site.live()).toEqual(await site.fullBuild());
  });

  it('of 50 changes of one post ends with the last change live', async () => {
    const site = await createPublishingSite();
    const { id } = await site.post();
    for (let n = 1; n <= 50; n += 1)
      await updateBlog(site.deps, id, createBlogRequest({ content: `<p>Version ${n} of it.</p>` }));
    await site.publisher.whenIdle();
    expect((await site.get('/blogs/tea-before-sunrise')).body).toContain('Version 50 of it.');
    expect(site.live()).toEqual(await site.fullBuild());
  });
});

it('runs the open jobs of a stopped publisher after a restart, also one that was rendering', async () => {
  const site = await createPublishingSite();
  await site.publisher.stop();
  await createBlog(site.deps, createBlogRequest({ title: 'Left behind' }));
  await createBlog(site.deps, createBlogRequest({ title: 'Half done' }));
  await site.db.client.execute("UPDATE publish_jobs SET status = 'rendering' WHERE reason LIKE '%Half done'");
  await site.restart();
  await site.publisher.whenIdle();
  expect((await site.jobs()).map((job) => job.status)).toEqual(['live', 'live']);
  for (const slug of ['left-behind', 'half-done']) expect((await site.get(`/blogs/${slug}`)).status).toBe(200);
});

it('T24: removes a post from all pages when it is archived or deleted, with its old slugs', async () => {
  const site = await createPublishingSite();
  const empty = site.live();
  const { id } = await site.post({ title: 'Gone soon' });
  await updateBlog(site.deps, id, createBlogRequest({ title: 'Gone soon', slug: 'renamed' }));
  await site.publisher.whenIdle();
  expect((await site.get('/blogs/gone-soon')).headers.location).toBe('/blogs/renamed');
  await updateBlog(site.deps, id, createBlogRequest({ title: 'Gone soon', slug: 'renamed', status: 'archived' }));
  await site.publisher.whenIdle();
  expect(site.changedSince(empty)).toEqual([]);
  await updateBlog(site.deps, id, createBlogRequest({ title: 'Gone soon', slug: 'renamed' }));
  await site.publisher.whenIdle();
  await deleteBlog(site.deps, id);
  await site.publisher.whenIdle();
  expect(site.changedSince(empty)).toEqual([]);
  for (const slug of ['gone-soon', 'renamed']) expect((await site.get(`/blogs/${slug}`)).status).toBe(404);
});

it('publishes the numbered list pages that a burst fills in the immediate lane, so that Older has a target', async () => {
  const site = await createPublishingSite({ debounceMs: 600_000 });
  for (let n = 1; n <= 40; n += 1) await createBlog(site.deps, createBlogRequest({ title: `Burst ${n}` }));
  while ((await site.jobs()).some((job) => job.finishedAt === null)) await sleep(5);
  expect(new Set((await site.jobs()).map((job) => job.status))).toEqual(new Set(['live']));
  for (const path of ['/blogs/page/1', '/blogs/page/2']) expect((await site.get(path)).status, path).toBe(200);
});
