import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE, TABLET } from '../support/browser/browser.ts';
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
const AVOIDED =
  'h1, h2, h3, h4, h5, h6, .bulk-bar, .filter-line, .screen-bar, .room-bar, .room-title, .form-error, dialog[open] :is(button, a)';

/**
 * Shows a toast, then `change` happens; the texts of what the toast covers by its bounding box in the next frame. All
 * in one call, because a toast disappears by itself.
 */
const readCoveredTexts = (page: Page, change: 'none' | 'scroll' | 'heading' = 'none') =>
  page.evaluate(
    async ([message, avoided, kindOfChange]) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      document.dispatchEvent(new CustomEvent('toast', { detail: { message, kind: 'error' } }));
      await nextFrame();
      const toast = document.querySelector('.toast-area') as HTMLElement;
      if (kindOfChange === 'scroll') window.scrollBy({ top: window.innerHeight / 3, behavior: 'instant' });
      if (kindOfChange === 'heading') {
        const heading = document.createElement('h2');
        heading.textContent = 'Loaded later';
        const { top } = toast.getBoundingClientRect();
        Object.assign(heading.style, { position: 'fixed', top: `${top}px`, right: '40px' });
        document.querySelector('main')?.append(heading);
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
    [LONG_MESSAGE, AVOIDED, change] as const,
  );

test.each([PHONE, TABLET, DESKTOP])(
  'toasts of the admin screens cover no heading, bar, filter, error notice or button of a dialog at $width px',
  (viewport) =>
    site.open({ viewport, expected: [/404/] }, async (page) => {
      const covered: Record<string, unknown> = {};
      await signInAs(site, page);
      for (const [path, ready] of [
        [paths.admin, 'main h2'],
        [paths.blogManager, '.admin-table tbody tr'],
        [paths.documentManager, '.admin-table tbody tr'],
        [paths.editBlog(1), '.room-title'],
        [paths.editBlog(9999), '.form-error'],
      ] as const) {
        await page.goto(path);
        await page.locator(ready).first().waitFor();
        covered[path] = await readCoveredTexts(page);
      }
      await page.goto(paths.blogManager);
      await page.locator('.admin-table tbody input[type=checkbox]').first().check({ force: true });
      await page.locator('.bulk-bar').waitFor();
      covered['a bulk bar'] = await readCoveredTexts(page);
      await page.goto(paths.editBlog(1));
      await page.locator('.room-title').waitFor();
      covered['after scrolling'] = await readCoveredTexts(page, 'scroll');
      await page.goto(paths.adminPublishing);
      covered['a heading that comes later'] = await readCoveredTexts(page, 'heading');
      await page.getByRole('button', { name: 'Rebuild all pages' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      covered['a dialog'] = await readCoveredTexts(page);
      expect(Object.entries(covered).filter(([, texts]) => (texts as string[]).length > 0)).toEqual([]);
    }),
);
