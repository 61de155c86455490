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

const OPENSHELF = 2;
type Call = Awaited<ReturnType<typeof openAsAdmin>>;
const rowsOf = (page: Page, words: string) => page.locator('.admin-table tbody tr', { hasText: words });
const titlesOf = (page: Page, product: string) => titlesIn(rowsOf(page, product));
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Reorder ${name}` });
const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click();
const addSections = async (call: Call, productId: number, names: string[]) => {
  for (const name of names) await call('POST', '/api/sections', { name, product_id: productId });
};

test('a section is added, moved to another product and deleted when it is empty', () =>
  site.open({}, async (page) => {
    await openAsAdmin(site, page, paths.sectionManager);
    await rowsOf(page, 'GenMate').first().waitFor();
    expect(await tooNarrowFor(page)).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Add Section');
    await page.getByLabel('Name').fill('Shelf basics');
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Add section');
    await toast(page, 'Section added successfully');
    await rowsOf(page, 'Unassigned').getByText('Shelf basics').waitFor();

    await press(page, 'Edit Shelf basics');
    await page.getByLabel('Product', { exact: true }).selectOption('ChatMate');
    await press(page, 'Update section');
    await toast(page, 'Section updated successfully');
    await rowsOf(page, 'ChatMate').getByText('Shelf basics').waitFor();

    await press(page, 'Delete Shelf basics');
    await expect.poll(() => dialogOf(page).innerText()).toContain('Shelf basics holds no documents.');
    expect(await violationsOf(page)).toEqual([]);
    await dialogOf(page).getByRole('button', { name: 'Delete section' }).click();
    await toast(page, 'Section deleted successfully');
    await expectSoon(() => rowsOf(page, 'Shelf basics').count(), 0);
  }));

test('the order is told by mouse, keys and menu within a product, and never leaves it', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.sectionManager);
    await addSections(call, OPENSHELF, ['Alpha', 'Beta', 'Gamma']);
    await page.reload();
    await rowsOf(page, 'OpenShelf').first().waitFor();
    const saved = async () =>
      (await call('GET', `/api/products/${OPENSHELF}/sections`)).map((section: { name: string }) => section.name);
    await dragOnto(page, handle(page, 'Alpha'), rowsOf(page, 'Gamma'));
    await expectSoon(() => titlesOf(page, 'OpenShelf'), ['Beta', 'Gamma', 'Alpha']);
    await expectSoon(saved, ['Beta', 'Gamma', 'Alpha']);

    await moveByKeys(page, handle(page, 'Alpha'), ['ArrowUp'], 'Enter');
    await expectSoon(saved, ['Beta', 'Alpha', 'Gamma']);
    await expectSoon(() => titlesOf(page, 'OpenShelf'), ['Beta', 'Alpha', 'Gamma']);

    const others = await titlesOf(page, 'TaxMate');
    await dragOnto(page, handle(page, 'Gamma'), rowsOf(page, 'TaxMate').first());
    await expectSoon(saved, ['Gamma', 'Beta', 'Alpha']);
    await expect.poll(() => titlesOf(page, 'TaxMate')).toEqual(others);
    await expect.poll(() => titlesOf(page, 'OpenShelf')).toEqual(['Gamma', 'Beta', 'Alpha']);

    await press(page, 'Move Gamma');
    await expect.poll(() => page.getByRole('button', { name: 'Move up' }).getAttribute('aria-disabled')).toBe('true');
    await press(page, 'Move down');
    await expectSoon(saved, ['Beta', 'Gamma', 'Alpha']);
  }));
