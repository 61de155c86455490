import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBlog } from '../../support/app/content-services.ts';
import { trashBlog } from '#api/features/blogs/trash/trash.service.ts';
import { adminLinks } from '#src/layouts/site/navigation.ts';
import { PAGE_SIZE, type ListState } from '#src/features/blogs/manager/list-state.ts';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE, TABLET } from '../../support/browser/browser.ts';
import { at, dialog, openManager, rows, searchBox } from '../manager-steps.ts';
import { violationsOf } from '../sign-in-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const { id } = await createBlog(site.server, { title: 'A torn page', content: '<p>Gone.</p>', status: 'draft' });
  await trashBlog(site.server, id);
});
afterAll(() => site.close());

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('by the keyboard', () => {
  test('one searches, moves, selects and asks for the list of keys; while one types, keys are letters', () =>
    site.open({}, async (page) => {
      await openManager(site, page);
      const titles = await page.locator('.row-title').allInnerTexts();
      await page.keyboard.press('/');
      await expect.poll(() => searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
      expect(await dialog(page).count()).toBe(0);
      await page.keyboard.type('jxn?');
      await expect.poll(() => searchBox(page).inputValue()).toBe('jxn?');
      await expect.poll(() => rows(page).count()).toBe(0);
      await searchBox(page).fill('');
      await expect.poll(() => rows(page).count()).toBe(PAGE_SIZE);

      await searchBox(page).blur();
      await page.keyboard.press('j');
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => focused(page)).toBe(titles[1]);
      await page.keyboard.press('k');
      await expect.poll(() => focused(page)).toBe(titles[0]);
      await page.keyboard.press('x');
      await page.getByText('1 selected').waitFor();
      await page.keyboard.press('x');
      await expect.poll(() => page.locator('.bulk-bar').count()).toBe(0);

      await page.keyboard.press('?');
      await dialog(page).getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog(page).count()).toBe(0);
      await expect.poll(() => focused(page)).toBe(titles[0]);
    }));

  test('keys of the list do nothing while the focus is in the navigation', () =>
    site.open({}, async (page) => {
      await openManager(site, page);
      await page.getByRole('link', { name: 'Media' }).focus();
      await page.keyboard.press('j');
      await expect.poll(() => focused(page)).toContain('Media');
    }));
});

describe('on the phone', () => {
  test('rows are cards that fit, with a choice of their order and of the other screens', () =>
    site.open({ viewport: PHONE }, async (page) => {
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: PHONE.height });
        await openManager(site, page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
      }
      expect(await page.getByRole('columnheader', { name: 'Title' }).isVisible()).toBe(false);
      const card = rows(page).first();
      expect(
        await card.locator('td[data-label]').evaluateAll((cells) => cells.map((cell) => cell.dataset.label)),
      ).toEqual(['Categories', 'Status', 'Last change', 'On the site']);
      await page.getByLabel('Sort by').selectOption('Title, Z to A');
      await page.waitForURL(`**${at({ sort: { by: 'title', order: 'DESC' } })}`);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Menu' });
      for (const { label, href } of adminLinks) {
        const link = drawer.getByRole('link', { name: label, exact: true });
        await expect.poll(() => link.getAttribute('href')).toBe(href);
      }
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => focused(page)).toBe('');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu');
    }));
});

type State = [name: string, view: Partial<ListState>, bring: (page: Page) => Promise<unknown>];

const nothing = () => Promise.resolve();
const selectTwo = async (page: Page) => {
  for (const n of [0, 1]) await rows(page).nth(n).getByRole('checkbox').check();
};
const states: State[] = [
  ['the list', {}, nothing],
  ['rows that are selected', {}, selectTwo],
  [
    'the question before an act on many',
    {},
    (page) => selectTwo(page).then(() => page.locator('.bulk-bar').getByRole('button', { name: 'Delete' }).click()),
  ],
  [
    'the result of an act on many',
    { status: 'published' },
    async (page) => {
      await selectTwo(page);
      await page.locator('.bulk-bar').getByRole('button', { name: 'Publish' }).click();
      await dialog(page).getByRole('button', { name: 'Publish' }).click();
      await page.getByText('2 were left as they are:').waitFor();
    },
  ],
  [
    'the question before a delete',
    {},
    (page) =>
      rows(page)
        .first()
        .getByRole('button', { name: /^Delete/ })
        .click(),
  ],
  ['nothing found', { search: 'zyzzyva' }, nothing],
  ['the trash', { isTrash: true }, nothing],
  ['the list of keys', {}, (page) => page.keyboard.press('?')],
];

describe.each([DESKTOP, TABLET, PHONE])('at $width px', (viewport) => {
  test.each(states)('%s breaks no rule of accessibility', (_name, view, bring) =>
    site.open({ viewport }, async (page) => {
      await openManager(site, page, view);
      await bring(page);
      expect(await violationsOf(page)).toEqual([]);
    }),
  );
});

test('the shape of what loads, a failure and an empty list break no rule of accessibility', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await signInAs(site, page);
    let answer: 'held' | 'failed' | 'empty' = 'held';
    await page.route(/\/api\/blogs\?/, async (route) => {
      if (answer === 'held') return;
      if (answer === 'failed') return route.fulfill({ status: 500, json: { message: 'Something broke.' } });
      return route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } });
    });
    await page.goto(paths.blogManager);
    await page.locator('.table-skeleton').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    answer = 'failed';
    await page.reload();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    answer = 'empty';
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  }));
