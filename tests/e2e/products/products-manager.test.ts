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
type ApiCall = Awaited<ReturnType<typeof openAsAdmin>>;
const fetchProductNames = async (call: ApiCall) =>
  (await call('GET', '/api/products')).map((product: { name: string }) => product.name);

test('products are reordered by mouse, keyboard and menu, and the order is still there after a reload', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.productManager);
    await expectEventually(() => readProductNames(page), DEMO_PRODUCTS);
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
    const name = 'W'.repeat(80);
    await call('POST', '/api/products', { name, description: 'd'.repeat(500) });
    await page.reload();
    await expectEventually(() => readProductNames(page), [...orderAfterMenu, name]);
    expect(await findOverflowingWidths(page), 'the longest name and description fit').toEqual([]);
  }));
