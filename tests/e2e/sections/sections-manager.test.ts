import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { dragOnto, expectEventually, moveByKeys, openAsAdmin, readTitles } from '../crud-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const OPENSHELF = 2;
type ApiCall = Awaited<ReturnType<typeof openAsAdmin>>;
const findRows = (page: Page, text: string) => page.locator('.admin-table tbody tr', { hasText: text });
const readProductSections = (page: Page, product: string) => readTitles(findRows(page, product));
const dragHandle = (page: Page, name: string) => page.getByRole('button', { name: `Reorder ${name}` });
const pressButton = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click();
const addSections = async (call: ApiCall, productId: number, names: string[]) => {
  for (const name of names) await call('POST', '/api/sections', { name, product_id: productId });
};

test('sections are reordered by mouse, keyboard and menu, only within their product', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.sectionManager);
    await addSections(call, OPENSHELF, ['Alpha', 'Beta', 'Gamma']);
    await page.reload();
    await findRows(page, 'OpenShelf').first().waitFor();
    const fetchSectionNames = async () =>
      (await call('GET', `/api/products/${OPENSHELF}/sections`)).map((section: { name: string }) => section.name);
    await dragOnto(page, dragHandle(page, 'Alpha'), findRows(page, 'Gamma'));
    await expectEventually(() => readProductSections(page, 'OpenShelf'), ['Beta', 'Gamma', 'Alpha']);
    await expectEventually(fetchSectionNames, ['Beta', 'Gamma', 'Alpha']);

    await moveByKeys(page, dragHandle(page, 'Alpha'), ['ArrowUp'], 'Enter');
    await expectEventually(fetchSectionNames, ['Beta', 'Alpha', 'Gamma']);
    await expectEventually(() => readProductSections(page, 'OpenShelf'), ['Beta', 'Alpha', 'Gamma']);

    const others = await readProductSections(page, 'TaxMate');
    await dragOnto(page, dragHandle(page, 'Gamma'), findRows(page, 'TaxMate').first());
    await expectEventually(fetchSectionNames, ['Gamma', 'Beta', 'Alpha']);
    await expect.poll(() => readProductSections(page, 'TaxMate')).toEqual(others);
    await expect.poll(() => readProductSections(page, 'OpenShelf')).toEqual(['Gamma', 'Beta', 'Alpha']);

    await pressButton(page, 'Actions for Gamma');
    await expect.poll(() => page.getByRole('menuitem', { name: 'Move up' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expectEventually(fetchSectionNames, ['Beta', 'Gamma', 'Alpha']);
  }));
