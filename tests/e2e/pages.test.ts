import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../support/browser/browser.ts';
import { type Site, startSite } from './site.ts';
import { demoPaths } from '../support/site/demo-paths.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test.each([
  ['desktop', {}],
  ['phone', { viewport: PHONE }],
])(
  'a link to #pricing scrolls to the plans, and no anchor of the page is covered by the sticky navigation (%s)',
  (_, options) =>
    site.open(options, async (page) => {
      await page.goto(`${demoPaths.genmatePricing}#pricing`);
      const plans = page.locator('#pricing');
      await expect.poll(() => plans.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(300);
      const nav = page.getByRole('navigation', { name: 'On this page' });
      for (const link of await nav.getByRole('link').all()) {
        const anchor = (await link.getAttribute('href')) ?? '';
        await link.click();
        await expect.poll(() => new URL(page.url()).hash).toBe(anchor);
        const navBox = await nav.evaluate((node) => node.getBoundingClientRect());
        expect(navBox.top, `the navigation is in the viewport at ${anchor}`).toBeGreaterThanOrEqual(0);
        const heading = page.locator(`${anchor} :is(h2, h3)`).first();
        const box = await heading.evaluate((node) => node.getBoundingClientRect());
        expect(box.top, `the heading of ${anchor} is not covered`).toBeGreaterThanOrEqual(navBox.bottom - 1);
        expect(box.bottom, `the heading of ${anchor} is in the viewport`).toBeLessThan(
          page.viewportSize()?.height ?? 0,
        );
      }
    }),
);

test('the video on the home page loads only when it is played', () =>
  site.open({}, async (page) => {
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await page.goto(paths.home, { waitUntil: 'networkidle' });
    const video = page.locator('main video');
    await video.scrollIntoViewIfNeeded();
    expect(requestedPaths.filter((path) => /\.(mp4|webm)$/.test(path))).toEqual([]);
    expect(await video.evaluate((element: HTMLVideoElement) => element.controls)).toBe(false);
    await page.getByRole('button', { name: 'Play the film' }).press('Enter');
    await page.getByRole('button', { name: 'Play the film' }).waitFor({ state: 'hidden' });
    expect(await video.evaluate((element: HTMLVideoElement) => element.controls)).toBe(true);
    // Chromium without the licensed codecs plays no H.264.
    const isPlayable = (element: HTMLVideoElement) => element.canPlayType('video/mp4; codecs="avc1.42E01F"') !== '';
    if (!(await video.evaluate(isPlayable))) return;
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
  }));
