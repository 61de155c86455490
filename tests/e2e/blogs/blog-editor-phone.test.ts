import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { contentField, typeContent, writePost } from '../editor-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const KEYBOARD_HEIGHT = 330;

/** As when the keyboard of a phone comes up: the window stays, what is seen of it gets lower. */
const openKeyboard = (page: Page) =>
  page.evaluate((height) => {
    const viewport = window.visualViewport as VisualViewport;
    Object.defineProperty(viewport, 'height', { value: window.innerHeight - height, configurable: true });
    viewport.dispatchEvent(new Event('resize'));
  }, KEYBOARD_HEIGHT);

/** Distances from the top of the window: of the tools, and of the lower end of the line with the cursor. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('.editor-toolbar, .editor-context')].filter(
      (bar) => bar.clientHeight > 0,
    );
    const range = getSelection()?.getRangeAt(0).cloneRange() as Range;
    range.setStart(range.startContainer, Math.max(0, range.startOffset - 1));
    return {
      cursor: range.getBoundingClientRect().bottom,
      barsTop: Math.min(...bars.map((bar) => bar.getBoundingClientRect().top)),
      toolsBottom: document.querySelector('.editor-toolbar')?.getBoundingClientRect().bottom,
    };
  });

test('on the phone the tools lie on the keyboard and never over the cursor', () =>
  site.open({ viewport: PHONE, hasTouch: true }, async (page) => {
    await writePost(site, page, 'The water was still.');
    await contentField(page).click();
    await openKeyboard(page);
    await expect.poll(async () => (await measure(page)).toolsBottom).toBe(PHONE.height - KEYBOARD_HEIGHT);
    await typeContent(page, ' x');
    for (let n = 0; n < 12; n += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.type(`Line ${n}`);
      await expect
        .poll(() => measure(page).then(({ cursor, barsTop }) => cursor <= barsTop), { message: `line ${n}` })
        .toBe(true);
    }
    expect(await findAxeViolations(page)).toEqual([]);
    // The tools of a table come up where none were.
    await page.keyboard.press('Enter');
    await page.keyboard.type('/table');
    await page.getByRole('listbox', { name: 'Insert' }).waitFor();
    const menu = await page.getByRole('listbox', { name: 'Insert' }).boundingBox();
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(PHONE.height - KEYBOARD_HEIGHT);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Content: table' }).waitFor();
    await page.keyboard.type('cell');
    await expect.poll(() => measure(page).then(({ cursor, barsTop }) => cursor <= barsTop)).toBe(true);
  }));

test('on the phone a wide table scrolls by itself, and the text does not move sideways', () =>
  site.open({ viewport: PHONE, hasTouch: true }, async (page) => {
    const cells = '<td><p>$1,000,000.00</p></td>'.repeat(6);
    await writePost(site, page, `The water was still.</p><table><tbody><tr>${cells}</tr></tbody></table><p>After it.`);
    const getOverflow = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(await getOverflow('.ProseMirror table')).toBeGreaterThan(0);
    expect(await getOverflow('.editor-scroll')).toBe(0);
  }));
