import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ProductManagerIsland } from '#src/features/products/ProductManager.island.tsx';
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

const PRODUCTS = ['TaxMate', 'OpenShelf', 'GenMate', 'ChatMate'];
const open = async () => {
  site.open(<ProductManagerIsland />);
  await screen.findByText('GenMate');
};
const titles = () => [...document.querySelectorAll('.row-title')].map(({ textContent }) => textContent);
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name');

test('shows a loading state', async () => {
  site.network.hold('GET', '/api/products');
  site.open(<ProductManagerIsland />);
  await waitFor(() => expect(document.querySelector('.table-skeleton')).not.toBeNull());
});

test('a list that fails to load shows an error and can be retried', async () => {
  const restore = site.network.fail('GET', '/api/products');
  site.open(<ProductManagerIsland />);
  await findFailure('Failed to fetch products', 'Server error: 500');
  await expectAccessible();
  restore();
  await site.press('Retry');
  await screen.findByText('GenMate');
});

test('an empty list says what products are for', async () => {
  site.network.intercept('GET', '/api/products', () => Response.json([]));
  site.open(<ProductManagerIsland />);
  await screen.findByRole('heading', { name: 'No products yet' });
  screen.getByText('Add your first product. Sections and documents are grouped by product.');
});

test('adds a product in a dialog', async () => {
  await open();
  await site.press('New product');
  await findDialog('Add product');
  await expectAccessible();
  await site.user.type(nameField(), 'InkMate{Enter}');
  await findToast('Product added successfully');
  await waitFor(() => expect(titles()).toEqual([...PRODUCTS, 'InkMate']));
  const row = screen.getByText('InkMate').closest('tr') as HTMLElement;
  within(row).getByText('No description');
  within(row).getByText('No sections');
});

test('edits a product in the same dialog', async () => {
  await open();
  await site.chooseAction('OpenShelf', 'Edit');
  const { getByLabelText, getByRole } = await findDialog('Edit product');
  await site.user.clear(getByLabelText('Description (optional)'));
  await site.user.type(getByLabelText('Description (optional)'), 'Letters by hand');
  await site.user.click(getByRole('button', { name: 'Update product' }));
  await findToast('Product updated successfully');
  await screen.findByText('Letters by hand');
});

test('deletes a product after a prompt, and focuses New product', async () => {
  await site.call('POST', '/api/products', { name: 'InkMate' });
  await open();
  await site.chooseAction('InkMate', 'Delete...');
  const { dialog, getByRole } = await findDialog('Delete product');
  expect(dialog.textContent).toContain('Are you sure you want to delete this product?');
  expect(dialog.textContent).toContain(
    'InkMate will be permanently deleted, unless it still has waiting list entries.',
  );
  await site.user.click(getByRole('button', { name: 'Delete product' }));
  await findToast('Product deleted successfully');
  await waitFor(() => expect(titles()).toEqual(PRODUCTS));
  await expectFocus(() => screen.getByRole('button', { name: 'New product' }));
});

test('a product with sections cannot be deleted, and the prompt says why', async () => {
  const { id } = await site.call('POST', '/api/sections', { name: 'Begin', product_id: 4 });
  await site.call('POST', '/api/documents', { title: 'One', content: '', section_id: id });
  await open();
  await site.chooseAction('GenMate', 'Delete...');
  const { dialog, getByRole, queryByText } = await findDialog('Delete product');
  expect(dialog.textContent).toContain('GenMate still has 1 section. Move or delete it first.');
  expect(queryByText('Are you sure you want to delete this product?')).toBeNull();
  expect(getByRole<HTMLButtonElement>('button', { name: 'Delete product' }).disabled).toBe(true);
  await expectAccessible();
});

test('a product that got a section in the meantime stays, and the server says why', async () => {
  const { id } = await site.call('POST', '/api/products', { name: 'InkMate' });
  await open();
  await site.call('POST', '/api/sections', { name: 'Begin', product_id: id });
  await site.chooseAction('InkMate', 'Delete...');
  const { getByRole } = await findDialog('Delete product');
  await site.user.click(getByRole('button', { name: 'Delete product' }));
  await findFailure('Failed to delete product', /InkMate still h\w+ 1 section/);
});

test('a product that another admin deleted leaves the list', async () => {
  const { id } = await site.call('POST', '/api/products', { name: 'InkMate' });
  await open();
  await site.call('DELETE', `/api/products/${id}`);
  await site.chooseAction('InkMate', 'Delete...');
  const { getByRole, findByText } = await findDialog('Delete product');
  await site.user.click(getByRole('button', { name: 'Delete product' }));
  await findByText('Product not found');
  await site.user.click(getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(titles()).toEqual(PRODUCTS));
});

test('a duplicate name in another case shows an error at its field; Escape asks before discarding typed text', async () => {
  await open();
  await site.press('New product');
  const { getByRole, findByText } = await findDialog('Add product');
  await site.user.type(nameField(), 'genmate');
  await site.user.click(getByRole('button', { name: 'Add product' }));
  await findByText('A product with this name already exists. Choose another name.');
  expect(document.querySelector('.toast'), 'a failure at a field is told once').toBeNull();
  await expectAccessible();
  await expectFocus(nameField);
  await site.user.keyboard('{Escape}');
  await findByText('Your changes aren’t saved.');
  await site.user.click(getByRole('button', { name: 'Keep editing' }));
  expect(nameField().value).toBe('genmate');
  await site.user.click(getByRole('button', { name: 'Close' }));
  await site.user.click(getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('moves a product by the menu and saves the order', async () => {
  await open();
  await site.press('Actions for TaxMate');
  expect((await screen.findByRole('menuitem', { name: 'Move up' })).getAttribute('aria-disabled')).toBe('true');
  await site.press('Actions for TaxMate');
  await site.chooseAction('TaxMate', 'Move down');
  const moved = ['OpenShelf', 'TaxMate', 'GenMate', 'ChatMate'];
  await waitFor(() => expect(titles()).toEqual(moved));
  await waitFor(async () =>
    expect((await site.call('GET', '/api/products')).map(({ name }: { name: string }) => name)).toEqual(moved),
  );
  await screen.findByText('TaxMate is in position 2 of 4.');
  await expectAccessible();
});

test('an order that cannot be saved is reverted', async () => {
  await open();
  site.network.fail('PUT', '/api/products/order');
  await site.chooseAction('TaxMate', 'Move down');
  await findToast(/^Couldn’t save the order of the products\./);
  await waitFor(() => expect(titles()).toEqual(PRODUCTS));
});

test('an order that conflicts with a change of another admin is reverted, and that change is shown', async () => {
  await open();
  await site.call('POST', '/api/products', { name: 'Meanwhile' });
  await site.chooseAction('TaxMate', 'Move down');
  await findToast(/Someone else changed the products/);
  await waitFor(() => expect(titles()).toEqual([...PRODUCTS, 'Meanwhile']));
  await expectAccessible();
});

test('the search is in the address; a list that is filtered has no order to change', async () => {
  site.open(<ProductManagerIsland />, '/products?search=mate');
  await screen.findByText('3 of 4 products');
  expect(titles()).toEqual(['TaxMate', 'GenMate', 'ChatMate']);
  expect(screen.queryByRole('button', { name: /^Reorder/ })).toBeNull();
  await site.press('Actions for GenMate');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Edit', 'Delete...']);
  await site.press('Actions for GenMate');
  await site.user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'rial');
  await screen.findByText('No name or description matches ‘material’.');
  await expectAccessible();
  await site.press('Clear filters');
  await screen.findByText('4 products');
  expect(window.location.search).toBe('');
});

test('? lists the shortcuts, and n adds a product', async () => {
  await open();
  await site.user.keyboard('?');
  const { getByText } = await findDialog('Keyboard shortcuts');
  getByText('New product');
  await expectAccessible();
  await site.user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await site.user.keyboard('n');
  await findDialog('Add product');
});

test('says who can read the documentation of a product, and changes it', async () => {
  await open();
  const row = () => screen.getByText('GenMate').closest('tr') as HTMLElement;
  expect(within(row()).queryByText(/for everyone/)).toBeNull();
  await site.chooseAction('GenMate', 'Edit');
  await findDialog('Edit product');
  const readers = screen.getByLabelText<HTMLSelectElement>('Who can read the documentation');
  expect(readers.value).toBe('users');
  screen.getByText('Visitors are asked to sign in.');
  await site.user.selectOptions(readers, 'Everyone');
  screen.getByText('Published documents are pages of the site, also for search engines. Drafts stay private.');
  await expectAccessible();
  await site.press('Update product');
  await findToast('Product updated successfully');
  await within(row()).findByText('No sections, for everyone');
});
