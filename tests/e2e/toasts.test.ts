import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE } from '../support/browser/browser.ts';
import { signInAs } from './sign-in-as.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const HOSTILE_MESSAGE =
  '</script><script>document.title="run"</script><img src=x onerror=\'document.title="run"\'> & "quotes"';

test('T20 HTML in a toast is shown as text, at once and on the next page', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const title = await page.title();
    const toast = page.getByRole('status').filter({ hasText: '</script>' });
    await page.evaluate((message) => {
      document.dispatchEvent(new CustomEvent('toast', { detail: { message, kind: 'success' } }));
    }, HOSTILE_MESSAGE);
    expect(await toast.locator('> span').textContent()).toBe(HOSTILE_MESSAGE);
    expect(await toast.locator('img, script').count()).toBe(0);
    await page.evaluate((message) => {
      sessionStorage.setItem('toast', JSON.stringify({ message, kind: 'success' }));
    }, HOSTILE_MESSAGE);
    // A toast disappears by itself, so it is searched for while the page still loads.
    await page.reload({ waitUntil: 'commit' });
    expect(await toast.locator('> span').textContent()).toBe(HOSTILE_MESSAGE);
    await expect.poll(() => page.title()).toBe(title);
  }));

const LONG_MESSAGE = 'Your changes are saved. Someone else is editing this too, so compare the versions. '.repeat(2);
/** It has its place in a bar, beside the button. */
const SHORT_MESSAGE = 'Server error: 503';
const AVOIDED =
  'h1, h2, h3, h4, h5, h6, .bulk-bar, .filter-line, :is(.screen-bar, .room-bar) :is(p, a, button), .room-title, .form-error, dialog[open] :is(button, a)';

/**
 * Shows a toast, then `change` happens; the texts of what the toast covers by its bounding box in the next frame. All
 * in one call, because a toast disappears by itself.
 */
const readCoveredTexts = (page: Page, change: 'none' | 'scroll' | 'heading' | 'label' = 'none') =>
  page.evaluate(
    async ([message, avoided, kindOfChange]) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      document.dispatchEvent(new CustomEvent('toast', { detail: { message, kind: 'error' } }));
      await nextFrame();
      const toast = document.querySelector('.toast-area') as HTMLElement;
      if (kindOfChange === 'scroll') window.scrollBy({ top: window.innerHeight / 3, behavior: 'instant' });
      if (kindOfChange === 'heading') {
        const title = document.querySelector('.screen-bar h1 span') as HTMLElement;
        title.textContent = 'A title that was loaded later '.repeat(2);
      }
      if (kindOfChange === 'label') {
        // As React changes a text.
        const button = document.querySelector('.screen-bar .slot .button') as HTMLElement;
        const label = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() as Text;
        label.data = 'Write another document';
      }
      await nextFrame();
      const box = toast.getBoundingClientRect();
      const isInWindow = box.height > 20 && box.top >= 0 && box.bottom <= window.innerHeight;
      const covered = [...document.querySelectorAll(avoided)].filter((element) => {
        const other = element.getBoundingClientRect();
        const isShown = other.width > 1 && other.height > 1;
        const isBeside = other.right <= box.left || other.left >= box.right;
        return isShown && !isBeside && other.bottom > box.top && other.top < box.bottom;
      });
      toast.querySelector('button')?.click();
      return isInWindow ? covered.map(({ textContent }) => textContent) : ['the edge of the window'];
    },
    [change === 'label' ? SHORT_MESSAGE : LONG_MESSAGE, AVOIDED, change] as const,
  );

type Message = { message: string; hasUndo?: boolean };

/**
 * Shows messages, then reads which rows, headings and texts of the page, or of a part of it, lie under them, and how many Undo buttons can be
 * pressed. All in one call, because a toast disappears by itself.
 */
const readUnderToasts = (page: Page, messages: readonly Message[], part = 'body') =>
  page.evaluate(
    async ([toasts, partOfPage]) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      for (const { message, hasUndo } of toasts) {
        const undo = { until: Date.now() + 30_000, onUndo: () => undefined };
        document.dispatchEvent(
          new CustomEvent('toast', { detail: { message, kind: 'success', ...(hasUndo && { undo }) } }),
        );
      }
      await nextFrame();
      const shown = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect());
      const isUnder = ({ left, right, top, bottom, width, height }: DOMRect) =>
        width > 1 &&
        height > 1 &&
        shown.some((toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top);
      const rows = [...document.querySelectorAll('tbody tr, main li, main article, h1, h2, h3')];
      const under = rows.filter((row) => isUnder(row.getBoundingClientRect())).map((row) => row.textContent);
      const texts = document.createTreeWalker(document.querySelector(partOfPage) as Element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        const { parentElement, textContent } = texts.currentNode;
        const isSeen =
          parentElement?.checkVisibility({ visibilityProperty: true }) && !parentElement.closest('.toast-area');
        if (isSeen && textContent?.trim() && [...range.getClientRects()].some(isUnder)) under.push(textContent);
      }
      const undoButtons = [...document.querySelectorAll('.toast-undo')].filter((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      const isInWindow = shown.every(({ left, right, top }) => left >= 0 && right <= window.innerWidth && top >= 0);
      const [last] = shown.slice(-1);
      const isTopRight = last !== undefined && last.right > window.innerWidth / 2 && last.top < window.innerHeight / 4;
      for (const button of document.querySelectorAll<HTMLElement>('.toast > :last-child')) button.click();
      return { under, isInWindow, isTopRight, undoButtons: undoButtons.length };
    },
    [messages, part] as const,
  );

/** A list, one whose rows are cards, and what has bars at its edges. */
const SCREENS = [
  [paths.userManager, 'tbody tr'],
  [openshelfPaths.reviewQueue, 'main li h2'],
] as const;

/** A publication that waits for a decision. */
async function findReviewPath(): Promise<string> {
  const { rows } = await site.server.db.client.execute(
    "SELECT id FROM publications WHERE status = 'ADMIN_REVIEWING' ORDER BY id LIMIT 1",
  );
  return openshelfPaths.reviewDetail(Number(rows[0]?.id));
}

test.each([PHONE, DESKTOP])(
  'toasts cover no row, heading or text of the lists and the review screen at $width px, and two can be undone',
  (viewport) =>
    site.open({ viewport }, async (page) => {
      await signInAs(site, page);
      const found: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      for (const [path, ready] of [...SCREENS, [await findReviewPath(), '.panel-foot']] as const) {
        await page.goto(path);
        await page.locator(ready).first().waitFor();
        const fine = { under: [], isInWindow: true, isTopRight: true };
        const twice = [
          { message: 'Publication approved successfully', hasUndo: true },
          { message: 'Publication rejected successfully', hasUndo: true },
        ];
        found[`${path} short`] = await readUnderToasts(page, [{ message: 'User deleted successfully' }]);
        found[`${path} long`] = await readUnderToasts(page, [{ message: LONG_MESSAGE }]);
        found[`${path} two`] = await readUnderToasts(page, twice);
        expected[`${path} short`] = { ...fine, undoButtons: 0 };
        expected[`${path} long`] = { ...fine, undoButtons: 0 };
        expected[`${path} two`] = { ...fine, undoButtons: 2 };
      }
      expect(found).toEqual(expected);
    }),
);

test.each([PHONE, DESKTOP])(
  'toasts of the admin screens cover no heading, bar, filter, error notice or button of a dialog at $width px',
  (viewport) =>
    site.open({ viewport, expected: [/404/] }, async (page) => {
      const covered: Record<string, unknown> = {};
      await signInAs(site, page);
      await page.goto(paths.editBlog(9999));
      await page.locator('.form-error').first().waitFor();
      covered['an error notice'] = await readCoveredTexts(page);
      await page.goto(paths.blogManager);
      await page.locator('.admin-table tbody input[type=checkbox]').first().check({ force: true });
      await page.locator('.bulk-bar').waitFor();
      covered['a bulk bar'] = await readCoveredTexts(page);
      await page.goto(paths.documentManager);
      await page.locator('.screen-bar .slot .button').waitFor();
      covered['a button that gets a longer label'] = await readCoveredTexts(page, 'label');
      await page.goto(paths.editBlog(1));
      await page.locator('.room-title').waitFor();
      covered['an editor'] = await readCoveredTexts(page);
      covered['after scrolling'] = await readCoveredTexts(page, 'scroll');
      await page.goto(paths.adminPublishing);
      covered['a heading that comes later'] = await readCoveredTexts(page, 'heading');
      await page.getByRole('button', { name: 'Rebuild all pages' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      covered['a dialog'] = await readCoveredTexts(page);
      expect(Object.entries(covered).filter(([, texts]) => (texts as string[]).length > 0)).toEqual([]);
    }),
);

test.each([PHONE, DESKTOP])('a toast of a public page covers no heading or text of the page at $width px', (viewport) =>
  site.open({ viewport }, async (page) => {
    for (const path of [paths.login, paths.blogs]) {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      const found = await readUnderToasts(page, [{ message: 'Your profile was saved.' }], 'main');
      expect(found).toEqual({ under: [], isInWindow: true, isTopRight: true, undoButtons: 0 });
    }
  }),
);

test('the end of a toast moves no button from under a press', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await signInAs(site, page);
    await page.goto(paths.categoryManager);
    const opener = page.getByRole('button', { name: /^Actions for / }).first();
    await opener.waitFor();
    await page.evaluate((message) => {
      document.dispatchEvent(new CustomEvent('toast', { detail: { message, kind: 'error' } }));
    }, LONG_MESSAGE);
    const getReserved = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--toast-height'));
    await expect.poll(getReserved).not.toBe('');
    await opener.hover();
    await page.mouse.down();
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('.toast button')?.click();
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    await page.mouse.up();
    await page.getByRole('menuitem').first().waitFor();
    await expect.poll(getReserved).toBe('');
  }));
