import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE } from '../support/browser/browser.ts';
import { readThrough, readWithLateFiles, recordShifts, STEADY_PAGES } from '../support/browser/layout-shifts.ts';
import { signInAs } from './sign-in-as.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
let addresses: string[];
beforeAll(async () => {
  site = await startSite();
  addresses = await site.allAddresses();
});
afterAll(() => site.close());

/** What sticks out of the window sideways and cannot be scrolled into sight within its own box. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility() || parent.closest('.visually-hidden, .skip-link'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width: wide } = range.getBoundingClientRect();
      if (wide === 0 || (left >= -1 && right <= width + 1)) continue;
      let box: Element | null = parent;
      while (box && !/auto|scroll/.test(getComputedStyle(box).overflowX)) box = box.parentElement;
      if (!box) found.push(`“${node.textContent.trim().slice(0, 40)}” reaches from ${left} to ${right} of ${width}`);
    }
    return found;
  });
}

test('every page fits its window at 320 px and at 200 % zoom', () =>
  site.open({ deviceScaleFactor: 2, expected: [/404/] }, async (page) => {
    for (const path of addresses) {
      await page.setViewportSize({ width: 640, height: 400 });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect(await findOverflow(page), `${path}, 200 % zoom`).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await findOverflow(page), `${path}, 320 px`).toEqual([]);
    }
  }));

test("every page holds text of twice the size, as the browser's own setting makes it", () =>
  site.open({ viewport: { width: 1280, height: 800 }, expected: [/404/] }, async (page) => {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const path of addresses) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect(await findOverflow(page), path).toEqual([]);
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  }));

const ROWS = '.admin-table tbody tr:has(.row-actions)';
const TEXT = '.ProseMirror';
const DOCUMENT = '.document .prose';

test('every screen behind the sign-in fits 320 px with text of twice the size', () =>
  site.open({ viewport: { width: 320, height: 844 } }, async (page) => {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await signInAs(site, page);
    for (const [path, inSight] of [
      [paths.blogManager, ROWS],
      [paths.addBlog, TEXT],
      [paths.categoryManager, ROWS],
      [paths.productManager, ROWS],
      [paths.sectionManager, ROWS],
      [paths.documentManager, ROWS],
      [paths.editDocument(1), TEXT],
      [paths.adminMedia, '.empty-state'],
      [paths.adminPublishing, 'tr[data-release]'],
      [paths.productDocuments('genmate'), '.document-nav'],
      [paths.document(1), DOCUMENT],
    ] as const) {
      await page.goto(path);
      await page.locator(inSight).first().waitFor({ state: 'attached' });
      expect(await findOverflow(page), path).toEqual([]);
    }
  }));

test('menu, drawer and search fit a window of 320 px', () =>
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

test.each([DESKTOP, PHONE])('nothing moves while a page loads and is read at $width px', (viewport) =>
  site.open({ viewport }, async (page) => {
    await page.addInitScript(recordShifts);
    for (const path of STEADY_PAGES) expect(await readThrough(page, path), path).toEqual([]);
  }),
);

/** What an eye would not see. */
const MAX_SHIFT = 0.001;

test.each([DESKTOP, PHONE])('late faces and pictures move nothing that an eye would see at $width px', (viewport) =>
  site.open({ viewport }, async (page) => {
    for (const { path, total, shifts } of await readWithLateFiles(page)) {
      expect(total, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(MAX_SHIFT);
    }
  }),
);
