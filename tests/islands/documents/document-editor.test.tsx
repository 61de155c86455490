import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DocumentEditorIsland } from '#src/features/documents/editor/DocumentEditor.island.tsx';
import { paths } from '#src/lib/paths.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

/** What posts have, too, is tested with them: drafts/post-editor.test.tsx. */
const CHATMATE = 5;

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

async function open(path: string): Promise<void> {
  site.open(<DocumentEditorIsland />, path);
  await screen.findByRole('textbox', { name: 'Content' });
}
const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement;
const readIdFromAddress = () => Number(/^\/documents\/(\d+)\/edit$/.exec(location.pathname)?.[1]);
const publish = async () => {
  await site.press('Publish...');
  const { findByRole } = await findDialog();
  await site.user.click(await findByRole('button', { name: 'Publish' }));
};

test('a document is published in its section, and its result leads to it and back to the list', async () => {
  const section = await site.call('POST', '/api/sections', { name: 'Begin', product_id: CHATMATE });
  await open(paths.newDocument);
  await expectAccessible();
  await site.user.type(field('Title'), 'Getting under way');
  await site.user.selectOptions(screen.getByRole('combobox', { name: 'Section' }), 'Begin');
  await publish();
  const { dialog, getByRole, findByText } = await findDialog('Published');
  await findByText(/^Live \(took (under )?\d+\.\d s\)$/);
  const path = paths.document('getting-under-way');
  expect(dialog.textContent).toContain(`${location.host}${path}`);
  expect(getByRole('link', { name: 'View document' }).getAttribute('href')).toBe(path);
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await site.user.click(getByRole('button', { name: 'Copy link' }));
  await findByText('Link copied');
  expect(copied.mock.calls).toEqual([[location.origin + path]]);
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Back to documents' }));
  expect(site.navigations).toEqual([paths.documentManager]);
  const created = await site.call('GET', `/api/documents/${readIdFromAddress()}`);
  expect(created).toMatchObject({ status: 'published', section_id: section.id, slug: 'getting-under-way' });
});

test('changes of a published document, also of its address, reach readers when they are published', async () => {
  const document = { title: 'Getting under way', content: '<p>One.</p>', section_id: null };
  const { id } = await site.call('POST', '/api/documents', document);
  const fetchDocument = () => site.call('GET', `/api/documents/${id}`);
  await open(paths.editDocument(id));
  await site.user.type(field('Title'), ' soon');
  await site.user.clear(field('Address'));
  await site.user.type(field('Address'), 'First Steps');
  screen.getByText('The old address /documents/getting-under-way will redirect to the new one.');
  await site.user.keyboard('{Control>}s{/Control}');
  await screen.findByText(/^Saved at/);
  expect(await fetchDocument()).toMatchObject(document);
  await site.press('Update');
  await findDialog('Updated');
  await site.press('Stay here');
  await findToast('Document updated successfully');
  expect(site.navigations).toEqual([]);
  expect(await fetchDocument()).toMatchObject({ title: 'Getting under way soon', slug: 'first-steps' });
});

test('a document that does not exist, and sections that fail to load, show the messages of the specification', async () => {
  site.open(<DocumentEditorIsland />, paths.editDocument(99_999));
  await screen.findByText('Failed to load document');
  await expectAccessible();
  site.network.fail('GET', '/api/sections');
  await open(paths.newDocument);
  await findToast('Failed to load sections');
});

test('a document that cannot be published shows the reason and keeps its text', async () => {
  const { id } = await site.call('POST', '/api/documents', {
    title: 'Stays here',
    content: '<p>One.</p>',
    section_id: null,
    status: 'draft',
  });
  site.network.fail('POST', `/api/documents/${id}/publish`, 500, { message: 'Something went wrong here.' });
  await open(paths.editDocument(id));
  await publish();
  const { findByText, getByText } = await findDialog();
  await findByText('Something went wrong here.');
  getByText('Failed to save document');
  await waitFor(() => expect(field('Title').value).toBe('Stays here'));
});
