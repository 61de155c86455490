import { expect, it } from 'vitest';
import { toIso } from '#api/clock.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { updateBlog } from '../../support/app/content-services.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function advanceClock(site: PublishingSite, milliseconds: number): Promise<void> {
  site.clock.advance(milliseconds);
  await site.publisher.tick();
  await site.publisher.whenIdle();
}

it('a scheduled post goes live at its time and not before', async () => {
  const site = await createPublishingSite();
  const before = site.live();
  await site.post({ title: 'Tomorrow', published_at: toIso(site.clock.now() + HOUR_MS) });
  await advanceClock(site, HOUR_MS - 1);
  expect(site.changedSince(before)).toEqual([]);
  expect((await site.get('/blogs/tomorrow')).status).toBe(404);
  await advanceClock(site, 1);
  expect((await site.get('/blogs/tomorrow')).status).toBe(200);
  expect((await site.get('/')).body).toContain('/blogs/tomorrow');
  expect(site.live()).toEqual(await site.fullBuild());
});

it('a post that is published now has one job, and none of the scheduler', async () => {
  const site = await createPublishingSite();
  site.clock.advance(5_000);
  await site.post({ title: 'Now' });
  await advanceClock(site, 60_000);
  await site.post({ title: 'And now' });
  await advanceClock(site, 60_000);
  expect((await site.jobs()).map((job) => job.reason)).toEqual(['New post: Now', 'New post: And now']);
});

it('a post that waits because publishing is paused has one job, too', async () => {
  const site = await createPublishingSite();
  await site.publisher.restore(1);
  site.clock.advance(5_000);
  await site.post({ title: 'Waits' });
  await advanceClock(site, 60_000);
  expect((await site.jobs()).map((job) => job.reason)).toEqual(['New post: Waits']);
});

it('a post that went live stays on every page after the clock is put back, also when it is changed', async () => {
  const site = await createPublishingSite();
  site.clock.advance(DAY_MS);
  const { id } = await site.post({ title: 'From tomorrow' });
  await site.publisher.whenIdle();
  const isListed = async () => (await site.get('/')).body.includes('/blogs/from-tomorrow');
  await advanceClock(site, -DAY_MS);
  await site.post({ title: 'After the correction' });
  await site.publisher.whenIdle();
  expect([(await site.get('/blogs/from-tomorrow')).status, await isListed()]).toEqual([200, true]);
  expect(site.live()).toEqual(await site.fullBuild());
  await updateBlog(site.deps, id, createBlogRequest({ title: 'From tomorrow', content: '<p>Changed.</p>' }));
  await site.publisher.whenIdle();
  expect((await site.get('/blogs/from-tomorrow')).body).toContain('Changed.');
  expect(site.live()).toEqual(await site.fullBuild());
});

it('a post that a schedule published waits for its time again on all pages after the clock is put back', async () => {
  const site = await createPublishingSite();
  await site.post({ title: 'Tomorrow', published_at: toIso(site.clock.now() + DAY_MS) });
  await advanceClock(site, DAY_MS);
  expect((await site.get('/blogs/tomorrow')).status).toBe(200);
  await advanceClock(site, -DAY_MS);
  expect((await site.get('/blogs/tomorrow')).status).toBe(404);
  expect((await site.get('/')).body).not.toContain('/blogs/tomorrow');
  await advanceClock(site, DAY_MS);
  expect((await site.get('/blogs/tomorrow')).status).toBe(200);
  expect(site.live()).toEqual(await site.fullBuild());
});

it('a post scheduled for a time when no server ran goes live at the start', async () => {
  const site = await createPublishingSite();
  await site.post({ title: 'Overnight', published_at: toIso(site.clock.now() + HOUR_MS) });
  await site.publisher.stop();
  site.clock.advance(DAY_MS);
  await site.restart();
  await site.publisher.whenIdle();
  expect((await site.get('/blogs/overnight')).status).toBe(200);
});

it.each(['news', 'NEWS & Updates'])('the news line for the category %s is shown for 7 days', async (name) => {
  const site = await createPublishingSite();
  const { id } = await createCategory(site.deps, null, { name });
  await site.post({ title: 'A bell rings', categoryIds: [id] });
  const links = async () => (await site.get('/')).body.split('href="/blogs/a-bell-rings"').length - 1;
  const withLine = await links();
  await advanceClock(site, 7 * DAY_MS);
  expect(await links()).toBe(withLine);
  await advanceClock(site, 1);
  expect(await links()).toBe(withLine - 1);
  expect(site.live()).toEqual(await site.fullBuild());
});

it('the date of the legal pages changes at midnight in New Zealand, with and without daylight saving time', async () => {
  const site = await createPublishingSite();
  // 21 November 2026, 00:00 UTC is 13:00 in Wellington.
  await advanceClock(site, 11 * HOUR_MS - 1);
  for (const path of ['/terms', '/privacy']) expect((await site.get(path)).body).toContain('21 November 2026');
  await advanceClock(site, 1);
  for (const path of ['/terms', '/privacy']) expect((await site.get(path)).body).toContain('22 November 2026');
  // Without daylight saving time midnight is an hour later in UTC.
  site.clock.set('2027-06-01T11:59:59.999Z');
  await advanceClock(site, 0);
  expect((await site.get('/terms')).body).toContain('1 June 2027');
  await advanceClock(site, 1);
  expect((await site.get('/terms')).body).toContain('2 June 2027');
});
