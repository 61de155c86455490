import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../../support/browser/browser.ts';
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
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

type Call = Awaited<ReturnType<typeof openAsAdmin>>;
const row = (page: Page, words: string) => page.locator('.document-table tbody tr', { hasText: words });
const group = (page: Page, name: string) => page.getByRole('region', { name });
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Reorder ${name}` });
const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click();

/** A section of ChatMate with documents of its own; answers its id. */
async function addSection(call: Call, name: string, titles: string[]): Promise<number> {
  const { id } = await call('POST', '/api/sections', { name, product_id: 5 });
  for (const title of titles) await call('POST', '/api/documents', { title, content: '<p>x</p>', section_id: id });
  return id;
}

test('documents stand by product, with section, state and the ways to them', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.documentManager);
    const section = await addSection(call, 'Talking', ['First talk']);
    const draft = { title: 'Not yet', content: '', section_id: section, status: 'draft' };
    const { id } = await call('POST', '/api/documents', draft);
    await call('POST', '/api/documents', { title: 'On its own', content: '', section_id: null });
    await call('PUT', `/api/documents/${id}/draft`, {
      fields: { title: 'Not yet', section_id: section, status: 'draft' },
      ...{ content: '<p>More</p>', client_id: 'session-1', version: 0, base_revision: 1 },
    });
    await page.reload();
    await row(page, 'First talk').waitFor();
    expect(await tooNarrowFor(page)).toEqual([]);
    expect(await page.locator('.group h2').allInnerTexts()).toEqual([
      'TaxMate',
      'GenMate',
      'ChatMate',
      'Uncategorized',
    ]);
    expect(await titlesIn(group(page, 'ChatMate'))).toEqual(['First talk', 'Not yet']);
    expect(await titlesIn(group(page, 'Uncategorized'))).toEqual(['On its own']);
    await expect
      .poll(() => row(page, 'Not yet').innerText())
      .toMatch(/Draft[\s\S]*Changes not published[\s\S]*Talking/);
    await expect.poll(() => row(page, 'First talk').innerText()).toMatch(/Published[\s\S]*Talking[\s\S]*Just now/);
    expect(await row(page, 'Not yet').getByRole('link', { name: 'Edit Not yet' }).getAttribute('href')).toBe(
      paths.editDocument(id),
    );
    expect(await row(page, 'Not yet').getByRole('link', { name: 'View Not yet' }).getAttribute('href')).toBe(
      paths.document(id),
    );
    const action = page.getByRole('link', { name: 'New Document' });
    await expect.poll(() => action.getAttribute('href')).toBe(paths.newDocument);
    expect(await violationsOf(page)).toEqual([]);
  }));

test('words find documents by title, section and product, whatever their case and accents', () =>
  site.open({ viewport: PHONE }, async (page) => {
    const call = await openAsAdmin(site, page, paths.documentManager);
    await addSection(call, 'Ngā kōrero', ['Whānau plans']);
    await page.reload();
    const search = page.getByLabel('Search documents');
    await search.fill('whanau CHATMATE nga');
    await expectSoon(() => titlesIn(page.locator('.groups')), ['Whānau plans']);
    expect(await page.getByRole('button', { name: /^(Reorder|Move)/ }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await search.fill('nothing like it');
    await page.getByText('No title, section or product holds ‘nothing like it’.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await search.fill('');
    await row(page, 'Whānau plans').waitFor();
    await page.getByRole('heading', { name: 'Documents Manager' }).click();
    await page.keyboard.press('/');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await group(page, 'GenMate').count()).toBe(1);
  }));

test('the order within a section is told by mouse, keys and menu, and readers have it at once', () =>
  site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.documentManager);
    const section = await addSection(call, 'Order', ['Uno', 'Due', 'Tre']);
    await page.reload();
    const saved = async () =>
      (await call('GET', `/api/sections/${section}/documents`)).map((document: { title: string }) => document.title);
    const shown = () => titlesIn(row(page, 'Order'));
    await row(page, 'Tre').waitFor();
    await dragOnto(page, handle(page, 'Tre'), row(page, 'Uno'));
    await expectSoon(shown, ['Tre', 'Uno', 'Due']);
    await expectSoon(saved, ['Tre', 'Uno', 'Due']);
    await moveByKeys(page, handle(page, 'Tre'), ['ArrowDown', 'ArrowDown'], 'Space');
    await expectSoon(shown, ['Uno', 'Due', 'Tre']);
    await expectSoon(saved, ['Uno', 'Due', 'Tre']);
    await press(page, 'Move Due');
    await press(page, 'Move up');
    await expectSoon(saved, ['Due', 'Uno', 'Tre']);
    await page.reload();
    await expectSoon(shown, ['Due', 'Uno', 'Tre']);
  }));

test('an order that cannot be saved is undone, without an answer too', () =>
  site.open({ expected: [/500/], viewport: PHONE }, async (page) => {
    const call = await openAsAdmin(site, page, paths.documentManager);
    await addSection(call, 'Undone', ['Left', 'Right']);
    await page.route('**/api/documents/order', (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await row(page, 'Left').waitFor();
    await page.route('**/api/documents', (route) => route.fulfill({ status: 500, json: {} }));
    await press(page, 'Move Left');
    await press(page, 'Move down');
    await toast(page, 'Failed to save the order.');
    await expectSoon(() => titlesIn(row(page, 'Undone')), ['Left', 'Right']);
    expect(await violationsOf(page)).toEqual([]);
  }));

test('a delete names the document and what goes with it; one that fails says so', () =>
  site.open({ expected: [/500/] }, async (page) => {
    const call = await openAsAdmin(site, page, paths.documentManager);
    await addSection(call, 'Short', ['Here today']);
    await page.reload();
    await page.route('**/api/documents/*', (route) => route.fulfill({ status: 500, json: {} }));
    await press(page, 'Delete Here today');
    await expect.poll(() => dialogOf(page).innerText()).toContain('Are you sure you want to delete this document?');
    await expect
      .poll(() => dialogOf(page).innerText())
      .toContain('Here today is deleted for good, with its earlier versions.');
    await dialogOf(page).getByRole('button', { name: 'Delete document' }).click();
    await toast(page, 'Failed to delete document');
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute('**/api/documents/*');
    await dialogOf(page).getByRole('button', { name: 'Delete document' }).click();
    await toast(page, 'Document deleted successfully');
    await expectSoon(() => row(page, 'Here today').count(), 0);
    const action = page.getByRole('link', { name: 'New Document' });
    await expectSoon(() => action.evaluate((link) => link === document.activeElement), true);
  }));

test('a list that does not load says so and loads again', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await page.route('**/api/documents', (route) => route.fulfill({ status: 500, json: {} }));
    await openAsAdmin(site, page, paths.documentManager);
    await toast(page, 'Failed to fetch documents');
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute('**/api/documents');
    await press(page, 'Retry');
    await group(page, 'GenMate').waitFor();
  }));

test('documents of no product are found by readers too, behind the products', async () => {
  await site.open({}, async (page) => {
    const call = await openAsAdmin(site, page, paths.documentManager);
    for (const title of ['House rules', 'Who we are']) {
      await call('POST', '/api/documents', { title, content: '<p>Kaitiaki</p>', section_id: null });
    }
  });
  await site.open({}, async (page) => {
    await signInAs(site, page, 'user');
    await page.goto(paths.productDocuments());
    const product = page.getByLabel('Product', { exact: true });
    const shown = (title: string) => page.getByRole('heading', { name: title, level: 2 }).waitFor();
    await product.selectOption('General');
    const general = page.getByRole('navigation', { name: 'Documents of General' });
    await general.getByRole('link', { name: 'House rules' }).click();
    await shown('House rules');
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('a[rel=next]').click();
    await shown('Who we are');
    await page.reload();
    await shown('Who we are');
    expect(await product.inputValue()).toBe('General');
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('kaitiaki');
    await page.getByText('2 documents for “kaitiaki”').waitFor();
    // Where there are no others, they are what one sees.
    await page.route('**/api/documents', async (route) => {
      const all: { product_id: number | null }[] = await (await route.fetch()).json();
      await route.fulfill({ json: all.filter(({ product_id: id }) => id === null) });
    });
    await page.goto(paths.productDocuments());
    await general.getByRole('link', { name: 'House rules' }).waitFor();
  });
});
