import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE } from '../support/browser/browser.ts';
import { selectDistinctPages } from '../support/browser/distinct-pages.ts';
import { measureShifts, recordShifts, SHIFT_TEST_PATHS } from '../support/browser/layout-shifts.ts';
import { signInAs } from './sign-in-as.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
let allPaths: string[];
beforeAll(async () => {
  site = await startSite();
  allPaths = await site.listPublicPaths();
});
afterAll(() => site.close());

/** Text beyond the side of the window that no scrollable box contains. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const overflows = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility() || parent.closest('.visually-hidden, .skip-link'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width: rangeWidth } = range.getBoundingClientRect();
      if (rangeWidth === 0 || (left >= -1 && right <= width + 1)) continue;
      let box: Element | null = parent;
      while (box && !/auto|scroll/.test(getComputedStyle(box).overflowX)) box = box.parentElement;
      if (!box)
        overflows.push(`“${node.textContent.trim().slice(0, 40)}” reaches from ${left} to ${right} of ${width}`);
    }
    return overflows;
  });
}

/** Twice that of a browser, pixels. */
const LARGE_FONT_PX = 32;

test('every page fits its window at 320 px, at 200 % zoom, and with the browser font size at 200 %', async () => {
  const distinctPaths = new Set(await selectDistinctPages(site.origin, allPaths));
  await site.open({ deviceScaleFactor: 2, expected: [/404/] }, async (page) => {
    const protocol = await page.context().newCDPSession(page);
    const setFontSize = (standard: number) => protocol.send('Page.setFontSizes', { fontSizes: { standard } });
    for (const path of allPaths) {
      await page.setViewportSize({ width: 640, height: 400 });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect(await findOverflow(page), `${path}, 200 % zoom`).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await findOverflow(page), `${path}, 320 px`).toEqual([]);
      if (!distinctPaths.has(path)) continue;
      await setFontSize(LARGE_FONT_PX);
      await page.setViewportSize({ width: 1280, height: 800 });
      const fontSize = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
      expect(fontSize, path).toBe(`${LARGE_FONT_PX}px`);
      expect(await findOverflow(page), `${path}, font size at 200 %`).toEqual([]);
      await setFontSize(LARGE_FONT_PX / 2);
    }
  });
});

const ROW_SELECTOR = '.admin-table tbody tr:has(.menu-cell)';
const EDITOR_SELECTOR = '.ProseMirror';
const DOCUMENT_SELECTOR = '.document .prose';

test('no signed-in screen overflows at 320 px with the browser font size at 200 %', () =>
  site.open({ viewport: { width: 320, height: 844 } }, async (page) => {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await signInAs(site, page);
    for (const [path, selector] of [
      [paths.admin, '.overview-row'],
      [paths.blogManager, ROW_SELECTOR],
      [paths.addBlog, EDITOR_SELECTOR],
      [paths.categoryManager, ROW_SELECTOR],
      [paths.productManager, ROW_SELECTOR],
      [paths.sectionManager, ROW_SELECTOR],
      [paths.documentManager, ROW_SELECTOR],
      [paths.editDocument(1), EDITOR_SELECTOR],
      [paths.adminMedia, '.empty-state'],
      [paths.adminBillingView('events'), '.list-views .count'],
      [paths.userManager, 'tr[data-row]'],
      [paths.userDetail(1), '.props'],
      [paths.adminPublishing, 'tr[data-release]'],
      [paths.productDocuments('genmate'), '.document-nav'],
      [paths.document('your-first-project'), DOCUMENT_SELECTOR],
    ] as const) {
      await page.goto(path);
      await page.locator(selector).first().waitFor({ state: 'attached' });
      expect(await findOverflow(page), path).toEqual([]);
    }
  }));

test('the title of an empty list looks the same on all admin pages', () =>
  site.open({}, async (page) => {
    await signInAs(site, page);
    const fonts = new Map<string, string>();
    for (const path of [paths.adminMedia, paths.blogTrash, paths.adminBillingView('disputes')]) {
      await page.goto(path);
      const title = page.locator('.empty-state h2');
      fonts.set(
        path,
        await title.evaluate((heading) => {
          const { fontFamily, fontSize, fontWeight, letterSpacing, lineHeight } = getComputedStyle(heading);
          return [fontFamily, fontSize, fontWeight, letterSpacing, lineHeight].join(' ');
        }),
      );
    }
    expect(new Set(fonts.values()).size, JSON.stringify([...fonts])).toBe(1);
  }));

const LIST_PATHS = [paths.documentManager, paths.productManager, paths.categoryManager, paths.blogTrash];

test('the bar of each list is one line at 390 and 360 px, and the current view is in sight', () =>
  site.open({ viewport: { width: 390, height: 844 }, hasTouch: true }, async (page) => {
    await signInAs(site, page);
    const view = page.locator('.list-views [aria-current]');
    const expectInSight = (width: number) =>
      expect
        .poll(async () => ((await view.boundingBox())?.x ?? 0) + ((await view.boundingBox())?.width ?? 0))
        .toBeLessThan(width);
    for (const path of LIST_PATHS) {
      await page.goto(path);
      await page.locator('.screen-bar .slot .button').waitFor();
      await page.locator('.filter-line').waitFor();
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await page.locator('.screen-bar').evaluate((bar) => bar.clientHeight), path).toBeLessThan(64);
        expect(await findOverflow(page), path).toEqual([]);
      }
    }
    await expect.poll(() => view.textContent()).toBe('Trash0');
    await expectInSight(390);
    await page.setViewportSize({ width: 360, height: 844 });
    await page.reload();
    await expect.poll(() => view.textContent()).toBe('Trash0');
    await expectInSight(360);
  }));

test('the drawer and the search fit a window of 320 px', () =>
  site.open({ viewport: { width: 320, height: 568 } }, async (page) => {
    await page.goto(paths.home);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    expect(await findOverflow(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('tax');
    await page.locator('#site_search [role=option]').first().waitFor();
    expect(await findOverflow(page)).toEqual([]);
  }));

// With late fonts and images: `font-sets.test.ts`, whose last set has the fonts of this test.
test.each([DESKTOP, PHONE])('no layout shift while a page loads and is scrolled at $width px', (viewport) =>
  site.open({ viewport }, async (page) => {
    await page.addInitScript(recordShifts);
    for (const path of SHIFT_TEST_PATHS) expect(await measureShifts(page, path), path).toEqual([]);
  }),
);
