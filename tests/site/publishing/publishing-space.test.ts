import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { toIso } from '#api/clock.ts';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { trashBlog } from '#api/features/blogs/trash/trash.service.ts';
import { write } from '#db/write.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { listReleases } from '#api/releases/release-rows.ts';
import { getSiteState } from '#api/features/publishes/publishes.service.ts';
import { createObjectStore } from '#api/releases/object-store.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';

const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const createSpaceError = (code: string) => Object.assign(new Error(`${code}: no space`), { code });

function createDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'objects-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A site whose object store fails with the code in `disk.full`. */
async function createFullSite() {
  const disk: { full: string | null } = { full: null };
  const real = createObjectStore(join(createDirectory(), 'objects'));
  const put: typeof real.put = (...object) =>
    disk.full ? Promise.reject(createSpaceError(disk.full)) : real.put(...object);
  return { site: await createPublishingSite({ store: { ...real, put } }), disk };
}

/** Resolves when the publisher starts, or stops, waiting for space. */
function whenWaiting(site: PublishingSite, isWaiting: boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (site.publisher.isWaitingForSpace !== isWaiting) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = site.publisher.subscribe(check);
    check();
  });
}

it.each(CODES)('T37: a publish that fails with %s waits, and goes live without another wake', async (code) => {
  const { site, disk } = await createFullSite();
  const before = site.live();
  disk.full = code;
  await createBlog(site.deps, createBlogRequest({ title: 'Patient' }));
  await whenWaiting(site, true);
  expect(site.live()).toEqual(before);
  expect((await site.jobs()).map(({ status }) => status)).not.toContain('failed');
  expect(await getSiteState(site.deps)).toMatchObject({ waiting_for_space: true });
  disk.full = null;
  // Only its own timer wakes it.
  await whenWaiting(site, false);
  await site.publisher.whenIdle();
  expect((await site.jobs()).map(({ status }) => status)).toEqual(['live']);
  expect((await site.get('/blogs/patient')).status).toBe(200);
  expect(site.live()).toEqual(await site.fullBuild());
});

it('T37: a burst of a new, a renamed and a removed post waits for space, and then equals a full build', async () => {
  const { site, disk } = await createFullSite();
  const renamed = await site.post({ title: 'Old name' });
  const removed = await site.post({ title: 'Unwanted' });
  disk.full = 'ENOSPC';
  await createBlog(site.deps, createBlogRequest({ title: 'New' }));
  await updateBlog(site.deps, renamed.id, createBlogRequest({ title: 'New name', slug: 'new-name' }));
  await trashBlog(site.deps, removed.id);
  await whenWaiting(site, true);
  disk.full = null;
  await whenWaiting(site, false);
  await site.publisher.whenIdle();
  expect((await site.jobs()).map(({ status }) => status).filter((status) => status !== 'live')).toEqual([]);
  expect((await site.get('/blogs/old-name')).headers.location).toContain('/blogs/new-name');
  expect((await site.get('/blogs/unwanted')).status).not.toBe(200);
  expect(site.live()).toEqual(await site.fullBuild());
});

it('T37: OG images without space are rendered when there is space, without another publish', async () => {
  const picture = Buffer.from('a card');
  let isFull = false;
  const render = async () => {
    if (isFull) throw createSpaceError('ENOSPC');
    return picture;
  };
  const ogImages = { render, renderBrandFiles: async () => ({}), crop: async () => null, close: async () => undefined };
  const site = await createPublishingSite({ ogImages });
  isFull = true;
  await createBlog(site.deps, createBlogRequest({ title: 'Second' }));
  await whenWaiting(site, true);
  isFull = false;
  await whenWaiting(site, false);
  await site.publisher.whenIdle();
  expect((await site.get('/og/second.png')).bytes.equals(picture)).toBe(true);
});

it('T37: a post scheduled for a time when the disk is full goes live when there is space', async () => {
  const site = await createPublishingSite();
  await site.post({ title: 'Later', published_at: toIso(site.clock.now() + 1_000) });
  const { client } = site.db;
  const batch = client.batch.bind(client);
  const refused = Promise.withResolvers<void>();
  client.batch = () => {
    refused.resolve();
    return Promise.reject(createSpaceError('ENOSPC'));
  };
  site.clock.advance(1_000);
  // The scheduler's timer fires by itself, and again after the failed write.
  await refused.promise;
  client.batch = batch;
  await expect.poll(async () => (await site.get('/blogs/later')).status, { timeout: 60_000 }).toBe(200);
});

/** A site with releases, on a disk where nothing can be written while there are more objects than fit. */
async function createSmallSite(overrides: Partial<PublisherOptions> = {}) {
  const site = await createPublishingSite();
  await site.restart({ space: site.deps.space, releasesKept: 16, ...overrides });
  const { id } = await site.post();
  for (let n = 0; n < 16; n += 1) {
    await updateBlog(site.deps, id, createBlogRequest({ title: `Title ${n}` }));
    await site.publisher.whenIdle();
  }
  const countObjects = () => readdirSync(join(site.directory, 'objects')).length;
  const disk = { fits: Number.POSITIVE_INFINITY };
  const { client } = site.db;
  const batch = client.batch.bind(client);
  client.batch = (...statements) =>
    countObjects() > disk.fits
      ? Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))
      : batch(...statements);
  /** False when there was no space, which the server learns of as in the API. */
  const save = async () => {
    try {
      await write(site.db, ['UPDATE site_state SET current_release = current_release']);
      return true;
    } catch (error) {
      if (!site.deps.space.recordError(error)) throw error;
      return false;
    }
  };
  return { site, disk, countObjects, save };
}

it('F23: a disk that is full for saves frees itself by and by, also a second time, without a publish or a look at health', async () => {
  const { site, disk, countObjects, save } = await createSmallSite();
  // Each time deleting half of the releases is not enough.
  for (const surplus of [0.6, 0.2]) {
    const before = await listReleases(site.db, 100);
    disk.fits = countObjects() - Math.round(surplus * (countObjects() - site.manifest.size));
    expect(await save()).toBe(false);
    await expect.poll(save, { timeout: HANG_MS }).toBe(true);
    // The rows go after the objects, which already made room for the save.
    await expect
      .poll(async () => (await listReleases(site.db, 100)).length, { timeout: HANG_MS })
      .toBeLessThan(before.length);
    expect(site.live()).toEqual(await site.fullBuild());
  }
});

it.each([
  [false, ['claimed', 'rendered', 'committed']],
  [true, ['pruned', 'claimed', 'rendered', 'committed']],
])(
  'F23: a publish right after another collects garbage first when space is short (%s)',
  async (isShort, expectedPhases) => {
    const phases: string[] = [];
    const { site } = await createSmallSite({ onPhase: (phase) => void phases.push(phase), debounceMs: HANG_MS });
    site.deps.space.isShort = async () => isShort;
    const publish = async (title: string) => {
      const live = new Promise<void>((resolve) =>
        site.publisher.subscribe(({ kind }) => (kind === 'live' ? resolve() : undefined)),
      );
      await createBlog(site.deps, createBlogRequest({ title }));
      await live;
    };
    await publish('First');
    phases.length = 0;
    await publish('Second');
    expect(phases.slice(0, expectedPhases.length)).toEqual(expectedPhases);
  },
);

it('T37: a failed write of an object leaves no file', async () => {
  const objects = createDirectory();
  const store = createObjectStore(objects);
  const bytes = Buffer.from('bytes of an object');
  // Renaming onto a directory fails after the bytes were written.
  mkdirSync(join(objects, createHash('sha256').update(bytes).digest('hex'), 'x'), { recursive: true });
  for (const durable of [true, false]) {
    await expect(store.put(bytes, 'image/png', { durable })).rejects.toThrow();
    expect(readdirSync(objects).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  }
});
