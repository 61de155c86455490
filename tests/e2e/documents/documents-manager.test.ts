import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import {
  chooseAction,
  dragOnto,
  expectEventually,
  moveByKeys,
  openAsAdmin,
  readTitles,
  findOverflowingWidths,
} from '../crud-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

type ApiCall = Awaited<ReturnType<typeof openAsAdmin>>;
const row = (page: Page, text: string) => page.locator('.document-table tbody tr', { hasText: text });
const group = (page: Page, name: string) => page.getByRole('region', { name });
const dragHandle = (page: Page, name: string) => page.getByRole('button', { name: `Reorder ${name}` });
const pressButton = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click();

/** Creates a section of ChatMate with documents. Returns its id. */
async function addSection(call: ApiCall, name: string, titles: string[]): Promise<number> {
  const { id } = await call('POST', '/api/sections', { name, product_id: 5 });
  for (const title of titles) await call('POST', '/api/documents', { title, content: '<p>x</p>', section_id: id });
  return id;
}

test('documents are grouped by product and show section, status and links', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.documentManager);
    const section = await addSection(call, 'Talking', ['First talk']);
    const draft = { title: 'Not yet', content: '', section_id: section, status: 'draft' };
    const { id } = await call('POST', '/api/documents', draft);
    await call('POST', '/api/documents', { title: 'On its own', content: '', section_id: null });
    await call('PUT', `/api/documents/${id}/draft`, {
      fields: { title: 'Not yet', section_id: section, status: 'draft' },
      content: '<p>More</p>',
      client_id: 'session-1',
      version: 0,
      base_revision: 1,
    });
    await page.reload();
    await row(page, 'First talk').waitFor();
    expect(await findOverflowingWidths(page)).toEqual([]);
    expect(await page.locator('.group h2').allInnerTexts()).toEqual([
      'TaxMate',
      'GenMate',
      'ChatMate',
      'Uncategorized',
    ]);
    expect(await readTitles(group(page, 'ChatMate'))).toEqual(['First talk', 'Not yet']);
    expect(await readTitles(group(page, 'Uncategorized'))).toEqual(['On its own']);
    await expect.poll(() => row(page, 'Not yet').innerText()).toMatch(/Draft[\s\S]*Unpublished changes[\s\S]*Talking/);
    await expect.poll(() => row(page, 'First talk').innerText()).toMatch(/Published[\s\S]*Talking[\s\S]*Just now/);
    await pressButton(page, 'Actions for Not yet');
    const readHref = (name: string) => page.getByRole('menuitem', { name }).getAttribute('href');
    expect(await readHref('Edit')).toBe(paths.editDocument(id));
    expect(await readHref('View')).toBe(paths.document('not-yet'));
    await page.keyboard.press('Escape');
    const action = page.getByRole('link', { name: 'New document' });
    await expect.poll(() => action.getAttribute('href')).toBe(paths.newDocument);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('documents are reordered within their section by mouse, keyboard and menu, and readers get the new order', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.documentManager);
    const section = await addSection(call, 'Order', ['Uno', 'Due', 'Tre']);
    await page.reload();
    const fetchTitles = async () =>
      (await call('GET', `/api/sections/${section}/documents`)).map((document: { title: string }) => document.title);
    const readSectionTitles = () => readTitles(row(page, 'Order'));
    await row(page, 'Tre').waitFor();
    await dragOnto(page, dragHandle(page, 'Tre'), row(page, 'Uno'));
    await expectEventually(readSectionTitles, ['Tre', 'Uno', 'Due']);
    await expectEventually(fetchTitles, ['Tre', 'Uno', 'Due']);
    await moveByKeys(page, dragHandle(page, 'Tre'), ['ArrowDown', 'ArrowDown'], 'Space');
    await expectEventually(readSectionTitles, ['Uno', 'Due', 'Tre']);
    await expectEventually(fetchTitles, ['Uno', 'Due', 'Tre']);
    await chooseAction(page, 'Due', 'Move up');
    await expectEventually(fetchTitles, ['Due', 'Uno', 'Tre']);
    await page.reload();
    await expectEventually(readSectionTitles, ['Due', 'Uno', 'Tre']);
  }));
