import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { adminLinks } from '#src/layouts/site/navigation.ts';
import { postList } from '#api/domain/post-list.ts';
import type { PostListState } from '#src/features/blogs/manager/posts-api.ts';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { toManagerUrl, openManager, getRows, searchBox } from '../manager-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('keyboard', () => {
  test('shortcuts search, move, select and list themselves; in a text field they type characters', () =>
    site.open({}, async (page) => {
      await openManager(site, page);
      const titles = await page.locator('.row-title').allInnerTexts();
      await page.keyboard.press('/');
      await expect.poll(() => searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
      expect(await getOpenDialog(page).count()).toBe(0);
      await page.keyboard.type('jxn?');
      await expect.poll(() => searchBox(page).inputValue()).toBe('jxn?');
      await expect.poll(() => getRows(page).count()).toBe(0);
      await searchBox(page).fill('');
      await expect.poll(() => getRows(page).count()).toBe(postList.perPage);

      await searchBox(page).blur();
      await page.keyboard.press('j');
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => readFocusedText(page)).toBe(titles[1]);
      await page.keyboard.press('k');
      await expect.poll(() => readFocusedText(page)).toBe(titles[0]);
      await page.keyboard.press('x');
      await page.getByText('1 selected').waitFor();
      await page.keyboard.press('x');
      await expect.poll(() => page.locator('.bulk-bar').count()).toBe(0);

      await page.keyboard.press('?');
      await getOpenDialog(page).getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Escape');
      await expect.poll(() => getOpenDialog(page).count()).toBe(0);
      await expect.poll(() => readFocusedText(page)).toBe(titles[0]);
    }));

  test('keys of the list do nothing while the focus is in the navigation', () =>
    site.open({}, async (page) => {
      await openManager(site, page);
      await page.getByRole('link', { name: 'Media' }).focus();
      await page.keyboard.press('j');
      await expect.poll(() => readFocusedText(page)).toContain('Media');
    }));
});

describe('on a phone', () => {
  test('rows are cards that fit the width, with a sort select and links to the other screens', () =>
    site.open({ viewport: PHONE }, async (page) => {
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: PHONE.height });
        await openManager(site, page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
      }
      expect(await page.getByRole('columnheader', { name: 'Title' }).isVisible()).toBe(false);
      const card = getRows(page).first();
      expect(await card.locator('.thumb, .badge, .date-cell').count()).toBe(3);
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByLabel('Sort by').selectOption('Title, Z to A');
      await page.waitForURL(`**${toManagerUrl({ sort: { by: 'title', order: 'DESC' } })}`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Menu' });
      for (const { label, href } of adminLinks) {
        await expect.poll(() => drawer.locator(`.side-nav a[href="${href}"]`).innerText()).toContain(label);
      }
      expect(await findAxeViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu');
    }));
});

type State = [name: string, listState: Partial<PostListState>, reachState: (page: Page) => Promise<unknown>];

const noAction = () => Promise.resolve();
const selectTwo = async (page: Page) => {
  for (const n of [0, 1]) await getRows(page).nth(n).getByRole('checkbox').check();
};
const states: State[] = [
  ['the list', {}, noAction],
  ['selected rows', {}, selectTwo],
  [
    'the prompt of a bulk action',
    {},
    (page) => selectTwo(page).then(() => page.locator('.bulk-bar').getByRole('button', { name: 'Delete...' }).click()),
  ],
  [
    'the result of a bulk action',
    { status: 'published' },
    async (page) => {
      await selectTwo(page);
      await page.locator('.bulk-bar').getByRole('button', { name: 'Publish' }).click();
      await getOpenDialog(page).getByRole('button', { name: 'Publish' }).click();
      await page.getByText('2 posts weren’t changed:').waitFor();
    },
  ],
  [
    'the filters',
    {},
    async (page) => {
      const opener = page.getByRole('button', { name: 'Filter', exact: true });
      if (await opener.isVisible()) await opener.click();
      await page.getByLabel('Category').waitFor();
    },
  ],
  ['the list of shortcuts', {}, (page) => page.keyboard.press('?')],
];

/** Menu, prompts, an empty list and the trash are among the states of `access/admin-accessibility.test.ts`. */
test('no state of the list has accessibility violations, wide or narrow', () =>
  site.open({}, async (page) => {
    for (const [name, listState, reachState] of states) {
      await page.setViewportSize(DESKTOP);
      await openManager(site, page, listState);
      await reachState(page);
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        expect(await findAxeViolations(page), `${name}, ${viewport.width} px`).toEqual([]);
      }
    }
  }));

test('the loading skeleton, a failure and an empty list have no accessibility violations', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await signInAs(site, page);
    let mode: 'pending' | 'failed' | 'empty' = 'pending';
    await page.route(/\/api\/blogs\?/, async (route) => {
      if (mode === 'pending') return;
      if (mode === 'failed') return route.fulfill({ status: 500, json: { message: 'Something broke.' } });
      return route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } });
    });
    await page.goto(paths.blogManager);
    await page.locator('.table-skeleton').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    mode = 'failed';
    await page.reload();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    mode = 'empty';
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  }));
