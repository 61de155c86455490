import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DocumentManagerIsland } from '#src/features/documents/manager/DocumentManager.island.tsx';
import { paths } from '#src/lib/paths.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const [GENMATE, CHATMATE] = [4, 5];

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

/** A section with documents of its own; returns the ids of these. */
async function addSection(name: string, titles: string[], productId = CHATMATE): Promise<number[]> {
  const section = await site.call('POST', '/api/sections', { name, product_id: productId });
  const ids = [];
  for (const title of titles) ids.push(await addDocument(title, { section_id: section.id }));
  return ids;
}
const addDocument = async (title: string, fields: object): Promise<number> =>
  (await site.call('POST', '/api/documents', { title, content: '<p>x</p>', section_id: null, ...fields })).id;
const open = () => site.open(<DocumentManagerIsland />);
const row = async (title: string) =>
  within((await screen.findByText(title, { selector: '.row-title' })).closest('tr') as HTMLElement);
const titles = () => [...document.querySelectorAll('.row-title')].map(({ textContent }) => textContent);
const expectTitles = (expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));

test('shows a loading state, then how to write the first document', async () => {
  const proceed = site.network.hold('GET', '/api/documents');
  open();
  await waitFor(() => expect(document.querySelector('.table-skeleton')).not.toBeNull());
  proceed();
  await screen.findByRole('heading', { name: 'No documents found' });
  screen.getByText(
    'Everyone who’s signed in can read published documents. For each product you can open them to visitors, too.',
  );
  expect(screen.getByRole('link', { name: 'Write your first document' }).getAttribute('href')).toBe(paths.newDocument);
});

test('a list that fails to load shows an error and can be retried', async () => {
  await addSection('Talking', ['First talk']);
  const restore = site.network.fail('GET', '/api/documents');
  open();
  await findFailure('Failed to fetch documents', 'Server error: 500');
  await expectAccessible();
  restore();
  await site.press('Retry');
  await expectTitles(['First talk']);
});

test('documents are grouped by product and show section, status and links', async () => {
  await addSection('Talking', ['First talk']);
  await addSection('Begin', ['Other product'], GENMATE);
  const { section_id } = (await site.call('GET', '/api/documents'))[0];
  await addDocument('On its own', {});
  const id = await addDocument('Not yet', { section_id, status: 'draft' });
  await site.call('PUT', `/api/documents/${id}/draft`, {
    fields: { title: 'Not yet', section_id, status: 'draft', slug: null },
    content: '<p>More</p>',
    client_id: 'session-1',
    version: 0,
    base_revision: 1,
  });
  open();
  const draft = await row('Not yet');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'GenMate',
    'ChatMate',
    'Uncategorized',
  ]);
  within(screen.getByRole('region', { name: 'Uncategorized' })).getByText('On its own');
  draft.getByText('Draft');
  draft.getByText('Unpublished changes');
  await site.press('Actions for Not yet');
  expect((await draft.findByRole('menuitem', { name: 'Edit' })).getAttribute('href')).toBe(paths.editDocument(id));
  expect(draft.getByRole('menuitem', { name: 'View' }).getAttribute('href')).toBe(paths.document('not-yet'));
  (await row('First talk')).getByText('Published');
  (await row('First talk')).getByText('Just now');
  (await row('On its own')).getByText('No section');
  await expectAccessible();
});

test('the search matches title, section and product, ignoring case and accents', async () => {
  await addSection('Ngā kōrero', ['Whānau plans', 'Something else']);
  await addSection('Begin', ['Whānau notes'], GENMATE);
  open();
  const search = await screen.findByRole('searchbox', { name: 'Search documents' });
  screen.getByText('3 documents');
  await site.user.type(search, 'whanau CHATMATE nga');
  await expectTitles(['Whānau plans']);
  screen.getByText('1 of 3 documents');
  await expectAccessible();
  expect(screen.queryByRole('button', { name: /^(Reorder|Move)/ })).toBeNull();
  await site.user.clear(search);
  await site.user.type(search, 'nothing like it');
  await screen.findByText('No title, section or product matches ‘nothing like it’.');
  await expectAccessible();
});

test('shortcuts focus the search and open a new document', async () => {
  await addSection('Talking', ['First talk']);
  open();
  await row('First talk');
  await site.user.keyboard('n');
  expect(site.navigations).toEqual([paths.newDocument]);
  await site.user.keyboard('/');
  await expectFocus(() => screen.getByRole('searchbox', { name: 'Search documents' }));
});

test('the menu moves a document within its section and saves the order', async () => {
  await addSection('Order', ['Uno', 'Due']);
  await addSection('Alone', ['Solo']);
  open();
  await site.chooseAction('Due', 'Move up');
  await expectTitles(['Due', 'Uno', 'Solo']);
  await site.press('Actions for Solo');
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: /^Move/ })).toBeNull();
  await waitFor(async () =>
    expect((await site.call('GET', '/api/documents')).map(({ title }: { title: string }) => title)).toEqual([
      'Due',
      'Uno',
      'Solo',
    ]),
  );
});

test('an order that cannot be saved is reverted, also when the list cannot be reloaded', async () => {
  await addSection('Undone', ['Left', 'Right']);
  open();
  await row('Left');
  site.network.fail('PUT', '/api/documents/order');
  site.network.fail('GET', '/api/documents');
  await site.chooseAction('Left', 'Move down');
  await findToast(/^Couldn’t save the order of the documents\./);
  await expectTitles(['Left', 'Right']);
});

test('the delete prompt names the document and its consequences; a failed delete shows the reason', async () => {
  const [id] = await addSection('Short', ['Here today']);
  open();
  const slot = document.querySelector('[data-screen-action]') as HTMLElement;
  slot.innerHTML = '<a href="/documents/new">New document</a>';
  await site.chooseAction('Here today', 'Delete...');
  const restore = site.network.fail('DELETE', `/api/documents/${id}`, 500, { message: 'Something broke.' });
  const { dialog, getByRole } = await findDialog('Delete document');
  expect(dialog.textContent).toContain('Are you sure you want to delete this document?');
  expect(dialog.textContent).toContain(
    'Here today and its revisions will be deleted. Readers will no longer be able to open it. You can undo this for 30 seconds.',
  );
  await site.user.click(getByRole('button', { name: 'Delete document' }));
  await findFailure('Failed to delete document', 'Something broke.');
  await expectAccessible();
  restore();
  await site.user.click(getByRole('button', { name: 'Delete document' }));
  await findToast('Document deleted successfully');
  await expectFocus(() => screen.getByRole('link', { name: 'New document' }));
  await screen.findByRole('heading', { name: 'No documents found' });
});

test('a deletion can be undone from its toast; a refusal says why', async () => {
  await addSection('Short', ['Here today', 'Stays']);
  open();
  const remove = async () => {
    await site.chooseAction('Here today', 'Delete...');
    const { getByRole } = await findDialog('Delete document');
    await site.user.click(getByRole('button', { name: 'Delete document' }));
    await expectTitles(['Stays']);
  };
  await remove();
  expect(document.querySelector('.toast-seconds')?.textContent).toMatch(/^ \((30|29) s\)$/);
  await site.press('Undo');
  await findToast('Undone. Here today is as it was before.');
  await expectTitles(['Here today', 'Stays']);
  await expectAccessible();
  await remove();
  await site.db.client.execute('UPDATE undo_actions SET undo_until = 0');
  await site.press('Undo');
  await findToast('This can’t be undone any more.');
  expect(titles()).toEqual(['Stays']);
});
