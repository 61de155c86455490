import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { dialogOf, expectSoon, openAsAdmin, titlesIn, toast, tooNarrowFor } from '../crud-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { violationsOf } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const DEMO = ['Craft', 'Money & Tax', 'News & Updates', 'Publishing', 'Writing'];
const list = (page: Page) => page.getByRole('region', { name: 'All categories' });
const titles = (page: Page) => titlesIn(list(page));
const name = (page: Page) => page.getByLabel('Name');
const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click();
const hasFocus = (page: Page, label: string) =>
  page.getByRole('button', { name: label }).evaluate((button) => button === document.activeElement);

test('a category is added, changed and deleted, by keys alone', () =>
  site.open({}, async (page) => {
    await openAsAdmin(site, page, paths.categoryManager);
    await expectSoon(() => titles(page), DEMO);
    expect(await tooNarrowFor(page)).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await name(page).focus();
    await page.keyboard.type(' Field  notes ');
    await page.keyboard.press('Tab');
    await page.keyboard.type('From the road');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toast(page, 'Category created successfully');
    await expectSoon(() => titles(page), ['Craft', 'Field notes', ...DEMO.slice(1)]);
    await expect.poll(() => name(page).inputValue()).toBe('');
    await expect.poll(() => name(page).evaluate((input) => input === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'Edit Field notes' }).press('Enter');
    await page.getByRole('heading', { name: 'Edit category' }).waitFor();
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('From the road');
    expect(await violationsOf(page)).toEqual([]);
    await name(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Notebooks');
    await page.keyboard.press('Enter');
    await toast(page, 'Category updated successfully');
    await page.getByRole('heading', { name: 'Add a category' }).waitFor();
    await page.getByRole('button', { name: 'Edit Notebooks' }).waitFor();
    await expect.poll(() => hasFocus(page, 'Edit Notebooks')).toBe(true);

    await page.getByRole('button', { name: 'Delete Notebooks' }).press('Enter');
    await expect.poll(() => dialogOf(page).innerText()).toContain('Are you sure you want to delete this category?');
    await expect.poll(() => dialogOf(page).innerText()).toContain('Notebooks holds no posts.');
    expect(await violationsOf(page)).toEqual([]);
    await dialogOf(page).getByRole('button', { name: 'Delete category' }).press('Enter');
    await expectSoon(() => titles(page), DEMO);
    await expect.poll(() => name(page).evaluate((input) => input === document.activeElement)).toBe(true);
  }));

test('a delete says how many posts stay, and they do; its public page goes', () =>
  site.open({ expected: [/404/] }, async (page) => {
    const call = await openAsAdmin(site, page, paths.categoryManager);
    const craft = (await call('GET', '/api/categories')).find(
      (category: { name: string }) => category.name === 'Craft',
    );
    const before = (await call('GET', '/api/blogs/published')).length;
    await press(page, 'Delete Craft');
    await expect.poll(() => dialogOf(page).innerText()).toContain(`Its ${craft.blog_count} posts stay`);
    await press(page, 'Cancel');
    await expect.poll(() => hasFocus(page, 'Delete Craft')).toBe(true);
    await press(page, 'Delete Craft');
    await dialogOf(page).getByRole('button', { name: 'Delete category' }).click();
    await expectSoon(() => titles(page), DEMO.slice(1));
    expect((await call('GET', '/api/blogs/published')).length).toBe(before);
  }));

test('the public page of a category is what it was, and the screen is for admins only', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await page.goto(paths.categoryManager);
    await page.waitForURL((url) => url.pathname === paths.login);
    await signInAs(site, page, 'user');
    await page.goto(paths.categoryManager);
    await page.waitForURL((url) => url.pathname === paths.login || url.pathname === paths.home);
    await page.goto(paths.category(2));
    await expect.poll(() => page.locator('main h1').count()).toBe(1);
  }));
