import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import {
  chooseAction,
  expectEventually,
  openAsAdmin,
  readTitles,
  waitForToast,
  findOverflowingWidths,
} from '../crud-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, pollUntil, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const DEMO_CATEGORIES = ['Craft', 'Money & Tax', 'News & Updates', 'Publishing', 'Writing'];
const readCategoryNames = (page: Page) => readTitles(page.getByRole('table'));
const nameField = (page: Page) => page.getByLabel('Name');
const pressButton = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click();
const isButtonFocused = (page: Page, label: string) =>
  page.getByRole('button', { name: label }).evaluate((button) => button === document.activeElement);

test('a category is added, edited and deleted by keyboard alone', () =>
  site.open({}, async (page) => {
    await openAsAdmin(site, page, paths.categoryManager);
    await expectEventually(() => readCategoryNames(page), DEMO_CATEGORIES);
    expect(await findOverflowingWidths(page)).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('n');
    await nameField(page).and(page.locator(':focus')).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.type(' Field  notes ');
    await page.keyboard.press('Tab');
    await page.keyboard.type('From the road');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Category created successfully');
    await expectEventually(() => readCategoryNames(page), ['Craft', 'Field notes', ...DEMO_CATEGORIES.slice(1)]);

    await chooseAction(page, 'Field notes', 'Edit', 'key');
    await page.getByRole('heading', { name: 'Edit category' }).waitFor();
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('From the road');
    expect(await findAxeViolations(page)).toEqual([]);
    await nameField(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Notebooks');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Category updated successfully');
    await page.getByRole('button', { name: 'Actions for Notebooks' }).waitFor();
    await expect.poll(() => isButtonFocused(page, 'Actions for Notebooks')).toBe(true);

    await chooseAction(page, 'Notebooks', 'Delete...', 'key');
    await expect
      .poll(() => getOpenDialog(page).innerText())
      .toContain('Are you sure you want to delete this category?');
    await expect.poll(() => getOpenDialog(page).innerText()).toContain('Notebooks has no posts.');
    expect(await findAxeViolations(page)).toEqual([]);
    await getOpenDialog(page).getByRole('button', { name: 'Delete category' }).press('Enter');
    await expectEventually(() => readCategoryNames(page), DEMO_CATEGORIES);
    await expect.poll(() => isButtonFocused(page, 'New category')).toBe(true);
  }));

test('the delete prompt says how many posts stay, and deleting the category keeps them', () =>
  site.open({ expected: [/404/] }, async (page) => {
    const call = await openAsAdmin(site, page, paths.categoryManager);
    const craft = (await call('GET', '/api/categories')).find(
      (category: { name: string }) => category.name === 'Craft',
    );
    const before = (await call('GET', '/api/blogs/published')).length;
    await chooseAction(page, 'Craft', 'Delete...');
    await expect.poll(() => getOpenDialog(page).innerText()).toContain(`Its ${craft.blog_count} posts are kept`);
    await pressButton(page, 'Cancel');
    await expect.poll(() => isButtonFocused(page, 'Actions for Craft')).toBe(true);
    await chooseAction(page, 'Craft', 'Delete...');
    await getOpenDialog(page).getByRole('button', { name: 'Delete category' }).click();
    await expectEventually(() => readCategoryNames(page), DEMO_CATEGORIES.slice(1));
    expect((await call('GET', '/api/blogs/published')).length).toBe(before);
  }));

test('an old address of a category, and its id, lead a visitor to the new one', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.categoryManager);
    const { id } = (await call('GET', '/api/categories')).find(({ slug }: { slug: string }) => slug === 'writing');
    await chooseAction(page, 'Writing', 'Edit');
    await page.getByLabel('Address').fill('On Writing');
    await page.getByText('The old address /categories/writing will redirect to the new one.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await pressButton(page, 'Update category');
    await waitForToast(page, 'Category updated successfully');
    const isLive = async () => (await fetch(site.origin + paths.category('on-writing'))).url.endsWith('/on-writing');
    await pollUntil(isLive, 'the new address is live');
    for (const old of ['writing', String(id)]) {
      await page.goto(paths.category(old));
      expect(new URL(page.url()).pathname).toBe(paths.category('on-writing'));
      expect(await page.locator('main h1').innerText()).toBe('Writing');
    }
  }));

test('visitors and users are redirected from the screen; the public page of a category is open to them', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await page.goto(paths.categoryManager);
    await page.waitForURL((url) => url.pathname === paths.login);
    await signInAs(site, page, 'user');
    await page.goto(paths.categoryManager);
    await page.waitForURL((url) => url.pathname === paths.login || url.pathname === paths.home);
    await page.goto(paths.category('publishing'));
    await expect.poll(() => page.locator('main h1').count()).toBe(1);
  }));
