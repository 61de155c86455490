import { setTimeout as sleep } from 'node:timers/promises';
import type { ResultSet } from '@libsql/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '#db/client.ts';
import type { Renderer } from '#api/publishing/render/astro-renderer.ts';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createPublishingSite } from '../../support/site/publishing-site.ts';
import { createTestRenderer } from '../../support/site/test-site.ts';

/** Calls `save` before this page is rendered, as long as it is set: other pages may be rendered already. */
function createInterruptedRenderer(at: string) {
  const renderer = createTestRenderer();
  const interruption: { save: (() => Promise<void>) | null } = { save: null };
  const interrupted: Renderer = {
    async render(path, content) {
      if (path === at) await interruption.save?.();
      return renderer.render(path, content);
    },
  };
  return { interruption, renderer: interrupted };
}

const PAGES = ['/', '/blogs', '/rss.xml', '/blogs/ferry'];
const VERSION = /Ferry (\d+)/g;

async function createSite(interruptedAt = '/') {
  const { interruption, renderer } = createInterruptedRenderer(interruptedAt);
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

/** Calls `save` when posts are about to be read for the pages of a release: the index is read already. */
function interruptReading({ db }: { db: Database }, save: () => Promise<void>) {
  const execute = db.client.execute.bind(db.client) as (...args: unknown[]) => Promise<ResultSet>;
  const SHOWN = /"word_count".* from "blogs" where \("blogs"\."id" in/;
  let isSaving = false;
  const spy = vi.spyOn(db.client, 'execute').mockImplementation(async (...args: unknown[]) => {
    if (!isSaving && SHOWN.test(JSON.stringify(args[0]).replaceAll('\\"', '"'))) {
      isSaving = true;
      await save().finally(() => {
        isSaving = false;
      });
    }
    return execute(...args);
  });
  return () => spy.mockRestore();
}

it.each(['/', '/blogs', '/rss.xml', '/blogs/ferry', 'when posts are read'])(
  'a post that is saved while another one is published is new on all pages of a release, or on none (%s)',
  async (moment) => {
    const { site, interruption, save, readVersions } = await createSite(moment);
    let isSaved = false;
    const saveOnce = async () => {
      if (isSaved) return;
      isSaved = true;
      await save();
    };
    if (moment.startsWith('/')) interruption.save = saveOnce;
    else onTestFinished(interruptReading(site, saveOnce));
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
  },
);

it('saves without a pause do not hold up a publish for ever', async () => {
  const { site, save, readVersions, latest } = await createSite();
  const endInterruptions = interruptReading(site, save);
  await createBlog(site.deps, createBlogRequest({ title: 'Another one' }));
  while ((await site.get('/blogs/another-one')).status !== 200) await sleep(5);
  expect(latest()).toBeGreaterThan(2);
  endInterruptions();
  await site.publisher.whenIdle();
  expect(await readVersions()).toEqual(new Set([latest()]));
  expect(site.live()).toEqual(await site.fullBuild());
});
