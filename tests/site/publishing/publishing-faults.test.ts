import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { toIso } from '#api/clock.ts';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { deleteBlog } from '#api/features/blogs/trash/trash.service.ts';
import { createObjectStore } from '#api/releases/object-store.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { createFakeContent } from '../../support/site/fake-content.ts';
import { createPublishingSite } from '../../support/site/publishing-site.ts';
import { createTestRenderer } from '../../support/site/test-site.ts';

const DAY_MS = 86_400_000;

function createDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'objects-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const expectSameSite = (now: Map<string, string>, before: Map<string, string>) => expect(now).toEqual(before);

it('a page that cannot be rendered fails its job with path and reason, and changes nothing live', async () => {
  const site = await createPublishingSite();
  const before = site.live();
  site.failingPaths.add('/blogs/broken');
  const { id } = await site.post({ title: 'Broken' });
  expect((await site.jobs()).at(-1)).toMatchObject({ status: 'failed', failedPath: '/blogs/broken' });
  expect((await site.jobs()).at(-1)?.error).toBe('The page /blogs/broken cannot be rendered: the ink ran out');
  expectSameSite(site.live(), before);

  site.failingPaths.clear();
  await updateBlog(site.deps, id, createBlogRequest({ title: 'Broken' }));
  await site.publisher.whenIdle();
  expect((await site.jobs()).at(-1)?.status).toBe('live');
  expect((await site.get('/blogs/broken')).status).toBe(200);
  expectSameSite(site.live(), await site.fullBuild());
});

it('other posts of a burst are published; none of their pages mentions the failed one', async () => {
  const site = await createPublishingSite();
  site.failingPaths.add('/blogs/broken');
  for (const title of ['Good one', 'Broken', 'Good two']) await createBlog(site.deps, createBlogRequest({ title }));
  await site.publisher.whenIdle();
  expect((await site.jobs()).map((job) => [job.reason, job.status])).toEqual([
    ['New post: Good one', 'live'],
    ['New post: Broken', 'failed'],
    ['New post: Good two', 'live'],
  ]);
  for (const path of ['/', '/blogs', '/blogs/good-one', '/rss.xml', '/sitemap-1.xml']) {
    expect((await site.get(path)).body).not.toMatch(/broken/i);
  }
});

it('a live post keeps its page and slug when its new version cannot be rendered', async () => {
  const site = await createPublishingSite();
  const { id } = await site.post({ title: 'Good' });
  const before = await site.get('/blogs/good');
  site.failingPaths.add('/blogs/better');
  await updateBlog(site.deps, id, createBlogRequest({ title: 'Better', slug: 'better' }));
  await site.publisher.whenIdle();
  expect((await site.jobs()).at(-1)).toMatchObject({ status: 'failed', failedPath: '/blogs/better' });
  const after = await site.get('/blogs/good');
  expect([after.status, after.body === before.body]).toEqual([200, true]);
  expect((await site.get('/blogs')).body).toContain('/blogs/good');
});

it('a scheduled post goes live although another publish fails', async () => {
  const site = await createPublishingSite();
  await site.post({ title: 'On time', published_at: toIso(site.clock.now() + 1_000) });
  site.failingPaths.add('/blogs/broken');
  site.clock.advance(1_000);
  await site.post({ title: 'Broken' });
  await site.publisher.tick();
  await site.publisher.whenIdle();
  expect((await site.get('/blogs/on-time')).status).toBe(200);
});

it('a post deleted in the same run as a failing publish is removed', async () => {
  const site = await createPublishingSite();
  const { id } = await site.post({ title: 'Unwanted' });
  site.failingPaths.add('/blogs/broken');
  await site.publisher.stop();
  await createBlog(site.deps, createBlogRequest({ title: 'Broken' }));
  await deleteBlog(site.deps, id);
  await site.restart();
  await site.publisher.whenIdle();
  expect((await site.jobs()).at(-1)).toMatchObject({ status: 'live' });
  expect((await site.jobs()).at(-1)?.paths).toContain('/blogs/unwanted');
});

it('T29: a page without a policy fails its job, which names the page', async () => {
  const site = await createPublishingSite();
  const before = site.live();
  site.pathsWithoutPolicy.add('/blogs/naked');
  await site.post({ title: 'Naked' });
  expect((await site.jobs()).at(-1)).toMatchObject({
    status: 'failed',
    failedPath: '/blogs/naked',
    error: '/blogs/naked has no content security policy.',
  });
  expectSameSite(site.live(), before);
});

it('a job fails when the public URL returns other bytes, alone or in a burst', async () => {
  const cachedBody = Buffer.from('a stale copy of a cache');
  const site = await createPublishingSite({
    fetchPublic: async () => ({ status: 200, location: null, body: cachedBody }),
  });
  await site.post({ title: 'Alone' });
  expect((await site.jobs()).at(-1)).toMatchObject({ status: 'failed' });
  expect((await site.jobs()).at(-1)?.error).toMatch(
    /^\/\S* was published but returns different content \(status 200\)\.$/,
  );
  await Promise.all(['One', 'Two', 'Three'].map((title) => createBlog(site.deps, createBlogRequest({ title }))));
  await site.publisher.whenIdle();
  expect((await site.jobs()).map((job) => job.status)).toEqual(['failed', 'failed', 'failed', 'failed']);
});

it('a dated page that cannot be rendered is not rescheduled again and again', async () => {
  const site = await createPublishingSite();
  const before = await site.get('/terms');
  site.failingPaths.add('/terms');
  site.clock.advance(DAY_MS);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => void timers.mockRestore());
  await site.publisher.tick();
  await site.publisher.whenIdle();
  // One minute after the expiry; an immediate retry would set a timer of 1 ms instead.
  await expect.poll(() => timers.mock.calls.map(([, delay]) => delay)).toContain(60_001);
  expect((await site.get('/terms')).body).toBe(before.body);
  expect(await selectCount(site, "SELECT count(*) FROM publish_jobs WHERE kind = 'schedule'")).toBeLessThan(5);
});

it('a template that fails says why to the publisher, which logs it, and prints nothing itself', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  const content = createFakeContent({
    home: async () => {
      throw new Error('The ink ran out');
    },
  });
  await expect(createTestRenderer().render('/', content)).rejects.toThrow('Couldn’t render /: The ink ran out');
  expect(print.mock.calls).toEqual([]);
});

it('F26 a publish that waits for the bucket goes live once the bucket answers again, without another wake', async () => {
  const bucket = { isAway: false, questions: 0 };
  const real = createObjectStore(join(createDirectory(), 'objects'));
  const site = await createPublishingSite({
    store: {
      ...real,
      put: async (...object) => {
        if (bucket.isAway) throw new FileStoreUnavailableError('The bucket doesn’t answer.');
        return real.put(...object);
      },
      isReachable: async () => {
        bucket.questions += 1;
        return !bucket.isAway;
      },
    },
  });
  bucket.isAway = true;
  await createBlog(site.deps, createBlogRequest({ title: 'Patient' }));
  await vi.waitFor(() => expect(bucket.questions).toBeGreaterThan(0), HANG_MS);
  expect((await site.get('/blogs/patient')).status).toBe(404);
  bucket.isAway = false;
  await vi.waitFor(async () => expect((await site.get('/blogs/patient')).status).toBe(200), HANG_MS);
});
