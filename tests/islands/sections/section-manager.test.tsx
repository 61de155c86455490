import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SectionManagerIsland } from '#src/features/sections/SectionManager.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

const CHATMATE = 5;
const addSection = (name: string, productId: number | null = CHATMATE) =>
  site.call('POST', '/api/sections', { name, product_id: productId });
const open = () => site.open(<SectionManagerIsland />);
const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);
const titles = () => [...document.querySelectorAll('.row-title')].map(({ textContent }) => textContent);

test('shows a loading state, then an empty state', async () => {
  const proceed = site.network.hold('GET', '/api/sections');
  open();
  await waitFor(() => expect(document.querySelector('.table-skeleton')).not.toBeNull());
  proceed();
  await screen.findByRole('heading', { name: 'No sections yet' });
});

test('lists that fail to load show an error and can be retried', async () => {
  await addSection('Talking');
  const restore = site.network.fail('GET', '/api/sections');
  open();
  await findFailure('Failed to fetch sections', 'Server error: 500');
  await expectAccessible();
  restore();
  await site.press('Retry');
  await screen.findByText('Talking');
});

test('products that fail to load show an error', async () => {
  site.network.fail('GET', '/api/products');
  open();
  await findFailure('Failed to fetch products', 'Server error: 500');
  await screen.findByRole('button', { name: 'Retry' });
});

test('a section is added without a product, then assigned to one', async () => {
  open();
  await site.press('New section');
  const adding = await findDialog('Add section');
  await site.user.type(adding.getByLabelText('Name'), 'Shelf basics');
  await site.user.click(adding.getByRole('button', { name: 'Add section' }));
  await findToast('Section added successfully');
  (await row('Shelf basics')).getByText('Unassigned');
  await site.chooseAction('Shelf basics', 'Edit');
  const editing = await findDialog('Edit section');
  await site.user.selectOptions(editing.getByLabelText('Product'), 'ChatMate');
  await site.user.click(editing.getByRole('button', { name: 'Update section' }));
  await findToast('Section updated successfully');
  await screen.findByText('ChatMate', { selector: 'td' });
});

test('a section without documents is deleted after a prompt', async () => {
  await addSection('Shelf basics');
  open();
  await site.chooseAction('Shelf basics', 'Delete...');
  const { dialog, getByRole } = await findDialog('Delete section');
  expect(dialog.textContent).toContain('Shelf basics has no documents and will be permanently deleted.');
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Delete section' }));
  await findToast('Section deleted successfully');
  await screen.findByRole('heading', { name: 'No sections yet' });
});

test('a section with documents shows their number and cannot be deleted', async () => {
  const { id } = await addSection('Talking');
  for (const title of ['One', 'Two']) {
    await site.call('POST', '/api/documents', { title, content: '', section_id: id });
  }
  open();
  (await row('Talking')).getByText('2 documents');
  await site.chooseAction('Talking', 'Delete...');
  const { dialog, getByRole, queryByText } = await findDialog('Delete section');
  expect(dialog.textContent).toContain('Talking still has 2 documents. Move or delete them first.');
  await expectAccessible();
  expect(queryByText('Are you sure you want to delete this section?')).toBeNull();
  expect(getByRole<HTMLButtonElement>('button', { name: 'Delete section' }).disabled).toBe(true);
});

test('a section that got a document meanwhile cannot be deleted, and the prompt says why', async () => {
  const { id } = await addSection('Late');
  open();
  await site.chooseAction('Late', 'Delete...');
  await site.call('POST', '/api/documents', { title: 'Just in time', content: '', section_id: id });
  const { getByRole } = await findDialog('Delete section');
  await site.user.click(getByRole('button', { name: 'Delete section' }));
  await findFailure('Failed to delete section', 'Late still has 1 document. Move or delete it first.');
});

test('an empty name is caught in its field, without a request and a toast', async () => {
  open();
  await site.press('New section');
  const { getByRole, getByLabelText, findByText } = await findDialog('Add section');
  await site.user.type(getByLabelText('Name'), '  ');
  await site.user.click(getByRole('button', { name: 'Add section' }));
  await findByText('Enter a name.');
  await expectFocus(() => getByLabelText('Name'));
  expect(site.network.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(document.querySelector('.toast')).toBeNull();
  await expectAccessible();
});

test('buttons of sections with the same name include the product', async () => {
  await addSection('Begin', 4);
  await addSection('Begin');
  open();
  await screen.findByRole('button', { name: 'Actions for Begin (GenMate)' });
  screen.getByRole('button', { name: 'Actions for Begin (ChatMate)' });
});

test('the menu moves a section within its product', async () => {
  for (const name of ['Alpha', 'Beta']) await addSection(name);
  await addSection('Alone', 4);
  open();
  await site.press('Actions for Beta');
  expect((await screen.findByRole('menuitem', { name: 'Move down' })).getAttribute('aria-disabled')).toBe('true');
  await site.press('Actions for Beta');
  await site.chooseAction('Beta', 'Move up');
  await waitFor(() => expect(titles()).toEqual(['Alone', 'Beta', 'Alpha']));
  await site.press('Actions for Alone');
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: /^Move/ })).toBeNull();
  await waitFor(async () =>
    expect(
      (await site.call('GET', `/api/products/${CHATMATE}/sections`)).map(({ name }: { name: string }) => name),
    ).toEqual(['Beta', 'Alpha']),
  );
});

test('an order that cannot be saved is reverted, and the message names the sections', async () => {
  for (const name of ['Alpha', 'Beta']) await addSection(name);
  open();
  await screen.findByText('Alpha');
  site.network.fail('PUT', '/api/sections/order');
  await site.chooseAction('Beta', 'Move up');
  await findToast(/^Couldn’t save the order of the sections\./);
  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta']));
});

test('a section that another admin deleted cannot be changed, and the dialog alone says so', async () => {
  const { id } = await addSection('Gone soon');
  open();
  await site.chooseAction('Gone soon', 'Edit');
  const { getByRole } = await findDialog('Edit section');
  await site.call('DELETE', `/api/sections/${id}`);
  await site.user.click(getByRole('button', { name: 'Update section' }));
  await findFailure('Failed to save section', 'Section not found');
});

test('the search matches name and product', async () => {
  await addSection('Begin');
  await addSection('Loose ends', null);
  site.open(<SectionManagerIsland />, '/sections?search=unassigned');
  await screen.findByText('1 of 2 sections');
  screen.getByText('Loose ends');
  expect(screen.queryByText('Begin')).toBeNull();
  await expectAccessible();
});
