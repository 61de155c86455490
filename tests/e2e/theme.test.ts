import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const choose = (page: Page, label: string) => page.locator('.theme-choice label', { hasText: label }).click();
const chosen = (page: Page) => page.locator('.theme-choice input:checked').getAttribute('value');

test('the choice of colours holds on every page, from the first paint on', () =>
  site.open({ colorScheme: 'light' }, async (page) => {
    await page.goto(paths.home);
    const light = await paperOf(page);
    expect(await chosen(page)).toBe('system');
    await choose(page, 'Dark');
    const dark = await paperOf(page);
    expect(dark).not.toBe(light);

    await page.goto(paths.blogs);
    expect(await paperOf(page)).toBe(dark);
    expect(await chosen(page)).toBe('dark');

    await choose(page, 'System');
    await page.reload();
    expect(await chosen(page)).toBe('system');
    expect(await paperOf(page)).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await paperOf(page)).toBe(dark);
    await choose(page, 'Light');
    expect(await paperOf(page)).toBe(light);
  }));

test('the choice is made by keys', () =>
  site.open({ colorScheme: 'light' }, async (page) => {
    await page.goto(paths.home);
    await page.locator('.theme-choice input:checked').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await chosen(page)).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  }));

test.each([paths.home, paths.blogs, paths.blog('gst-for-sole-traders'), paths.terms])(
  'a slow line shows no flash of the other colours on %s',
  (path) =>
    site.open({ colorScheme: 'light' }, async (page) => {
      await page.addInitScript(() => {
        localStorage.setItem('theme', 'dark');
        new MutationObserver((_, observer) => {
          if (!document.documentElement?.dataset.theme) return;
          Object.assign(globalThis, { themeAt: performance.now() });
          observer.disconnect();
        }).observe(document, { attributes: true, subtree: true, childList: true });
      });
      const protocol = await page.context().newCDPSession(page);
      const line = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 };
      await protocol.send('Network.emulateNetworkConditions', line);
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const firstPaint = async () => {
        // Forces a frame: a Chromium that draws none by itself reports no paint.
        await protocol.send('Page.captureScreenshot');
        return page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0);
      };
      await expect.poll(firstPaint).toBeGreaterThan(0);
      const themeAt = await page.evaluate(() => (globalThis as { themeAt?: number }).themeAt ?? Number.NaN);
      expect(themeAt).toBeLessThan(await firstPaint());
    }),
);
