import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const readPageBackground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const selectTheme = (page: Page, label: string) => page.locator('.theme-choice label', { hasText: label }).click();
const readSelectedTheme = (page: Page) => page.locator('.theme-choice input:checked').getAttribute('value');

test('the theme is chosen by mouse or keyboard, and applies to every page', () =>
  site.open({ colorScheme: 'light' }, async (page) => {
    await page.goto(paths.home);
    const light = await readPageBackground(page);
    expect(await readSelectedTheme(page)).toBe('system');
    await selectTheme(page, 'Dark');
    const dark = await readPageBackground(page);
    expect(dark).not.toBe(light);

    await page.goto(paths.blogs);
    expect(await readPageBackground(page)).toBe(dark);
    expect(await readSelectedTheme(page)).toBe('dark');

    await selectTheme(page, 'System');
    await page.reload();
    expect(await readSelectedTheme(page)).toBe('system');
    expect(await readPageBackground(page)).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await readPageBackground(page)).toBe(dark);
    await selectTheme(page, 'Light');
    expect(await readPageBackground(page)).toBe(light);
    await page.locator('.theme-choice input:checked').focus();
    await page.keyboard.press('ArrowRight');
    expect(await readSelectedTheme(page)).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  }));

// That every page has this script in its head: tests/site/pages.test.ts.
test('on a slow connection a page shows no flash of the other theme', () =>
  site.open({ colorScheme: 'light' }, async (page) => {
    await page.addInitScript(() => {
      localStorage.setItem('theme', 'dark');
      new MutationObserver((_, observer) => {
        if (!document.documentElement?.dataset.theme) return;
        Object.assign(globalThis, { themeSetAtMs: performance.now() });
        observer.disconnect();
      }).observe(document, { attributes: true, subtree: true, childList: true });
    });
    const protocol = await page.context().newCDPSession(page);
    const slowNetwork = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await protocol.send('Network.emulateNetworkConditions', slowNetwork);
    await page.goto(paths.blog('gst-for-sole-traders'), { waitUntil: 'domcontentloaded' });
    const firstPaint = async () => {
      // Forces a frame: a Chromium that draws none by itself reports no paint.
      await protocol.send('Page.captureScreenshot');
      return page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0);
    };
    await expect.poll(firstPaint).toBeGreaterThan(0);
    const themeSetAtMs = await page.evaluate(
      () => (globalThis as { themeSetAtMs?: number }).themeSetAtMs ?? Number.NaN,
    );
    expect(themeSetAtMs).toBeLessThan(await firstPaint());
  }));
