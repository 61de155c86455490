import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import {
  dialogOf,
  dragOnto,
  expectSoon,
  moveByKeys,
  openAsAdmin,
  titlesIn,
  toast,
  tooNarrowFor,
} from '../crud-steps.ts';
import { violationsOf } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const DEMO = ['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate'];
const table = (page: Page) => page.locator('.admin-table');
const titles = (page: Page) => titlesIn(table(page));
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Reorder ${name}` });
const row = (page: Page, name: string) => table(page).locator('tbody tr', { hasText: name });
const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click();
type Call = Awaited<ReturnType<typeof openAsAdmin>>;
const saved = async (call: Call) =>
  (await call('GET', '/api/products')).map((product: { name: string }) => product.name);

test('a product is added and changed in a dialog, and deleted when it holds nothing', () =>
  site.open({}, async (page) => {
    await openAsAdmin(site, page, paths.productManager);
    await expectSoon(() => titles(page), DEMO);
    expect(await tooNarrowFor(page)).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Add Product');
    expect(await violationsOf(page)).toEqual([]);
    await expectSoon(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'name');
    await page.keyboard.type('InkMate');
    await page.keyboard.press('Enter');
    await toast(page, 'Product added successfully');
    await expectSoon(() => titles(page), [...DEMO, 'InkMate']);
    await expect.poll(() => row(page, 'InkMate').innerText()).toContain('No description');

    await press(page, 'Edit InkMate');
    await page.getByLabel('Description').fill('Letters by hand');
    await press(page, 'Update product');
    await toast(page, 'Product updated successfully');
    await row(page, 'Letters by hand').waitFor();

    await press(page, 'Delete InkMate');
    await expect.poll(() => dialogOf(page).innerText()).toContain('InkMate is deleted for good.');
    await dialogOf(page).getByRole('button', { name: 'Delete product' }).click();
    await toast(page, 'Product deleted successfully');
    await expectSoon(() => titles(page), DEMO);
    const opener = page.getByRole('button', { name: 'Add Product' });
    await expectSoon(() => opener.evaluate((button) => button === document.activeElement), true);
  }));

test('one that somebody else deleted goes from the list; the longest words fit', () =>
  site.open({ expected: [/404/] }, async (page) => {
    const call = await openAsAdmin(site, page, paths.productManager);
    const name = 'W'.repeat(80);
    const { id } = await call('POST', '/api/products', { name, description: 'd'.repeat(500) });
    await page.reload();
    await page.getByText(name).waitFor();
    expect(await tooNarrowFor(page)).toEqual([]);
    await call('DELETE', `/api/products/${id}`);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await press(page, 'Delete product');
    await dialogOf(page).getByText('Product not found').waitFor();
    await press(page, 'Cancel');
    await expectSoon(() => titles(page), DEMO);
  }));

test('the order is told by mouse, by keys and by the menu, and is there again', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.productManager);
    await dragOnto(page, handle(page, 'TaxMate'), row(page, 'GenMate'));
    const dragged = ['OpenShelf', 'GenMate', 'TaxMate', 'ChatMate'];
    await expectSoon(() => titles(page), dragged);
    await expectSoon(() => saved(call), dragged);

    await moveByKeys(page, handle(page, 'ChatMate'), ['ArrowUp', 'ArrowUp'], 'Space');
    const keyed = ['OpenShelf', 'ChatMate', 'GenMate', 'TaxMate'];
    await expectSoon(() => titles(page), keyed);
    await expectSoon(() => saved(call), keyed);
    await expectSoon(() => handle(page, 'ChatMate').evaluate((it) => it === document.activeElement), true);

    await moveByKeys(page, handle(page, 'OpenShelf'), ['ArrowDown'], 'Escape');
    await page.locator('[id^=DndLiveRegion]').getByText('Put back.').waitFor();
    await expect.poll(() => titles(page)).toEqual(keyed);

    await press(page, 'Move TaxMate');
    await press(page, 'Move up');
    await press(page, 'Move up');
    const moved = ['OpenShelf', 'TaxMate', 'ChatMate', 'GenMate'];
    await expectSoon(() => titles(page), moved);
    await expectSoon(() => saved(call), moved);
    await page.getByText('TaxMate is at place 2 of 4.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: 'Move up' }).count()).toBe(0);
    await page.keyboard.press('?');
    await dialogOf(page).getByText('Add a product').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialogOf(page).count()).toBe(0);
    await page.keyboard.press('n');
    await dialogOf(page).getByLabel('Name').waitFor();
    await page.reload();
    await expectSoon(() => titles(page), moved);
  }));
