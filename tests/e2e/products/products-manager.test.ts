import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import {
  chooseAction,
  DRAG_LIVE_REGION,
  dragOnto,
  expectEventually,
  moveByKeys,
  openAsAdmin,
  readTitles,
  waitForToast,
  findOverflowingWidths,
} from '../crud-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const DEMO_PRODUCTS = ['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate'];
const table = (page: Page) => page.locator('.admin-table');
const readProductNames = (page: Page) => readTitles(table(page));
const dragHandle = (page: Page, name: string) => page.getByRole('button', { name: `Reorder ${name}` });
const row = (page: Page, name: string) => table(page).locator('tbody tr', { hasText: name });
const pressButton = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click();
type ApiCall = Awaited<ReturnType<typeof openAsAdmin>>;
const fetchProductNames = async (call: ApiCall) =>
  (await call('GET', '/api/products')).map((product: { name: string }) => product.name);

test('a product is added and edited in a dialog, and deleted when it is empty', () =>
  site.open({}, async (page) => {
    await openAsAdmin(site, page, paths.productManager);
    await expectEventually(() => readProductNames(page), DEMO_PRODUCTS);
    expect(await findOverflowingWidths(page)).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
    await pressButton(page, 'New product');
    expect(await findAxeViolations(page)).toEqual([]);
    await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'name');
    await page.keyboard.type('InkMate');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Product added successfully');
    await expectEventually(() => readProductNames(page), [...DEMO_PRODUCTS, 'InkMate']);
    await expect.poll(() => row(page, 'InkMate').innerText()).toContain('No description');

    await chooseAction(page, 'InkMate', 'Edit');
    await page.getByLabel('Description').fill('Letters by hand');
    await pressButton(page, 'Update product');
    await waitForToast(page, 'Product updated successfully');
    await row(page, 'Letters by hand').waitFor();

    await chooseAction(page, 'InkMate', 'Delete...');
    await expect.poll(() => getOpenDialog(page).innerText()).toContain('InkMate will be permanently deleted');
    await getOpenDialog(page).getByRole('button', { name: 'Delete product' }).click();
    await waitForToast(page, 'Product deleted successfully');
    await expectEventually(() => readProductNames(page), DEMO_PRODUCTS);
    const opener = page.getByRole('button', { name: 'New product' });
    await expectEventually(() => opener.evaluate((button) => button === document.activeElement), true);
  }));

test('a product that another admin deleted leaves the list; the longest name and description fit', () =>
  site.open({ expected: [/404/] }, async (page) => {
    const call = await openAsAdmin(site, page, paths.productManager);
    const name = 'W'.repeat(80);
    const { id } = await call('POST', '/api/products', { name, description: 'd'.repeat(500) });
    await page.reload();
    await page.getByText(name).waitFor();
    expect(await findOverflowingWidths(page)).toEqual([]);
    await call('DELETE', `/api/products/${id}`);
    await chooseAction(page, name, 'Delete...');
    await pressButton(page, 'Delete product');
    await getOpenDialog(page).getByText('Product not found').waitFor();
    await pressButton(page, 'Cancel');
    await expectEventually(() => readProductNames(page), DEMO_PRODUCTS);
  }));

test('products are reordered by mouse, keyboard and menu, and the order is still there after a reload', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.productManager);
    await dragOnto(page, dragHandle(page, 'TaxMate'), row(page, 'GenMate'));
    const orderAfterDrag = ['OpenShelf', 'GenMate', 'TaxMate', 'ChatMate'];
    await expectEventually(() => readProductNames(page), orderAfterDrag);
    await expectEventually(() => fetchProductNames(call), orderAfterDrag);

    await moveByKeys(page, dragHandle(page, 'ChatMate'), ['ArrowUp', 'ArrowUp'], 'Space');
    const orderAfterKeys = ['OpenShelf', 'ChatMate', 'GenMate', 'TaxMate'];
    await expectEventually(() => readProductNames(page), orderAfterKeys);
    await expectEventually(() => fetchProductNames(call), orderAfterKeys);
    await expectEventually(
      () => dragHandle(page, 'ChatMate').evaluate((element) => element === document.activeElement),
      true,
    );

    await moveByKeys(page, dragHandle(page, 'OpenShelf'), ['ArrowDown'], 'Escape');
    await page.locator(DRAG_LIVE_REGION).getByText('Move cancelled.').waitFor();
    await expect.poll(() => readProductNames(page)).toEqual(orderAfterKeys);

    await chooseAction(page, 'TaxMate', 'Move up');
    await chooseAction(page, 'TaxMate', 'Move up');
    const orderAfterMenu = ['OpenShelf', 'TaxMate', 'ChatMate', 'GenMate'];
    await expectEventually(() => readProductNames(page), orderAfterMenu);
    await expectEventually(() => fetchProductNames(call), orderAfterMenu);
    await page.getByText('TaxMate is in position 2 of 4.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('?');
    await getOpenDialog(page).getByText('New product').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => getOpenDialog(page).count()).toBe(0);
    await page.keyboard.press('n');
    await getOpenDialog(page).getByLabel('Name').waitFor();
    await page.reload();
    await expectEventually(() => readProductNames(page), orderAfterMenu);
  }));
