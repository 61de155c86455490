import { afterAll, beforeAll, expect, test } from 'vitest';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE } from '../support/browser/browser.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const SCREEN_ONLY = '.site-header, .site-header *, footer.on-deep, footer.on-deep *, dialog, main nav, .skip-link';

test.each([
  ['a post', paths.blog('gst-for-sole-traders'), 'article'],
  ['the terms', paths.terms, 'main h1'],
  ['the privacy policy', paths.privacy, 'main h1'],
])('printing %s gives black text on white, without header, navigation and footer', (_, path, selector) =>
  site.open({ colorScheme: 'dark', viewport: DESKTOP }, async (page) => {
    await page.goto(path);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const shown = page.locator(SCREEN_ONLY).filter({ visible: true });
    expect(await shown.evaluateAll((nodes) => nodes.map((node) => node.outerHTML.slice(0, 80)))).toEqual([]);
    const element = page.locator(selector).first();
    expect(await element.isVisible()).toBe(true);
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement);
      return { color, backgroundColor };
    });
    expect(colours).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' });
    const dark = await page.locator('main *').evaluateAll((nodes) =>
      nodes
        .filter((node) => node.childNodes.length > 0 && node.getClientRects().length > 0 && node instanceof HTMLElement)
        .map((node) => ({
          text: node.textContent?.trim().slice(0, 40),
          background: getComputedStyle(node).backgroundColor,
        }))
        .filter(({ background }) => {
          const [red = 0, green = 0, blue = 0, alpha = 1] = (background.match(/[\d.]+/g) ?? []).map(Number);
          return alpha > 0.5 && red + green + blue < 384;
        }),
    );
    expect(dark).toEqual([]);
  }),
);

test('a printed work has the readable addresses of its formats, and the lines fit the sheet', () =>
  site.open({ viewport: { width: 718, height: 1_000 } }, async (page) => {
    await page.goto(openshelfPaths.openshelfWork('the-last-ferry-to-rawene'));
    await page.emulateMedia({ media: 'print' });
    const [first] = await page.locator('main ul a').evaluateAll((links) =>
      links.map((link) => {
        const { display, borderTopWidth, backgroundColor } = getComputedStyle(link);
        const address = getComputedStyle(link, '::after').content;
        return { display, borderTopWidth, backgroundColor, hasAddress: address.includes('https://') };
      }),
    );
    const line = { display: 'block', borderTopWidth: '0px', backgroundColor: 'rgba(0, 0, 0, 0)', hasAddress: true };
    expect(first).toEqual(line);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718);
  }));

test('a printed post fits the sheet and nothing is cut off', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await page.goto(paths.blog('gst-for-sole-traders'));
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1_000 });
    const clipped = await page
      .locator('article *')
      .evaluateAll((nodes) =>
        nodes
          .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX !== 'visible')
          .map((node) => node.outerHTML.slice(0, 80)),
      );
    expect(clipped).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718);
  }));
