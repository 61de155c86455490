import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { dragOnto, expectSoon, moveByKeys, openAsAdmin, titlesIn, tooNarrowFor } from '../crud-steps.ts';
import { violationsOf } from '../sign-in-steps.ts';
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
