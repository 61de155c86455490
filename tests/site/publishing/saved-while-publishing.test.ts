import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Renderer } from '#api/publishing/render/astro-renderer.ts';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createPublishingSite } from '../../support/site/publishing-site.ts';
import { createTestRenderer } from '../../support/site/test-site.ts';

/** Calls `save` before the home page is rendered, as long as it is set: other pages may be rendered already. */
function createInterruptedRenderer() {
  const renderer = createTestRenderer();
  const interruption: { save: (() => Promise<void>) | null } = { save: null };
  const interrupted: Renderer = {
    async render(path, content) {
      if (path === '/') await interruption.save?.();
      return renderer.render(path, content);
    },
  };
  return { interruption, renderer: interrupted };
}

const PAGES = ['/', '/blogs', '/rss.xml', '/blogs/ferry'];
const VERSION = /Ferry (\d+)/g;

async function createSite() {
  const { interruption, renderer } = createInterruptedRenderer();
  const site = await createPublishingSite({ renderer });
  const ferry = await site.post({ title: 'Ferry 1', slug: 'ferry' });
  let version = 1;
  const save = async () => {
    version += 1;
    await updateBlog(site.deps, ferry.id, createBlogRequest({ title: `Ferry ${version}`, slug: 'ferry' }));
  };
  /** The versions of the post on all pages that show it. */
  const readVersions = async () => {
    const bodies = await Promise.all(PAGES.map(async (path) => (await site.get(path)).body));
    return new Set(bodies.flatMap((body) => [...body.matchAll(VERSION)].map(([, number]) => Number(number))));
  };
  return { site, interruption, save, readVersions, latest: () => version };
}

it('a post that is saved while another one is published is new on all pages of a release, or on none', async () => {
  const { site, interruption, save, readVersions } = await createSite();
  interruption.save = async () => {
    interruption.save = null;
    await save();
  };
  const mixed: number[][] = [];
  const reads: Promise<void>[] = [];
  site.publisher.subscribe(({ kind }) => {
    if (kind !== 'released') return;
    reads.push(readVersions().then((versions) => void (versions.size > 1 && mixed.push([...versions]))));
  });
  await createBlog(site.deps, createBlogRequest({ title: 'Another one' }));
  await site.publisher.whenIdle();
  await Promise.all(reads);
  expect(reads.length).toBeGreaterThan(0);
  expect(mixed).toEqual([]);
  expect(await readVersions()).toEqual(new Set([2]));
  expect((await site.jobs()).map(({ status }) => status)).toEqual(['live', 'live', 'live']);
  expect(site.live()).toEqual(await site.fullBuild());
});

it('saves without a pause do not hold up a publish for ever', async () => {
  const { site, interruption, save, readVersions, latest } = await createSite();
  interruption.save = save;
  await createBlog(site.deps, createBlogRequest({ title: 'Another one' }));
  while ((await site.get('/blogs/another-one')).status !== 200) await sleep(5);
  expect(latest()).toBeGreaterThan(2);
  interruption.save = null;
  await site.publisher.whenIdle();
  expect(await readVersions()).toEqual(new Set([latest()]));
  expect(site.live()).toEqual(await site.fullBuild());
});
