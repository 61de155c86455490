import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CategoryManagerIsland } from '#src/features/categories/CategoryManager.island.tsx';
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

const open = async (...names: string[]) => {
  for (const name of names) await site.call('POST', '/api/categories', { name });
  site.open(<CategoryManagerIsland />);
  for (const name of names) await screen.findByRole('link', { name });
};
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name');
const names = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

test('shows a loading state, then an empty state', async () => {
  const proceed = site.network.hold('GET', '/api/categories');
  await open();
  await screen.findByText('Loading...');
  proceed();
  await expectAccessible();
  await screen.findByText('No categories found. Add your first category above.');
});

test('a list that fails to load shows an error and can be retried', async () => {
  const restore = site.network.fail('GET', '/api/categories');
  await open();
  await findFailure('Failed to fetch categories', 'Server error: 500');
  await expectAccessible();
  restore();
  await site.press('Retry');
  await screen.findByText('No categories found. Add your first category above.');
});

test('adds a category with normalized spaces', async () => {
  await open('Craft');
  await site.press('New category');
  const { getByLabelText, getByRole, findByRole } = await findDialog('Add category');
  await site.user.type(getByLabelText('Name'), ' Field  notes ');
  await site.user.type(getByLabelText('Description (optional)'), 'From the road');
  await expectAccessible();
  const proceed = site.network.hold('POST', '/api/categories');
  await site.user.click(getByRole('button', { name: 'Add category' }));
  const pending = await findByRole('button', { name: 'Saving...' });
  expect(pending.getAttribute('aria-disabled')).toBe('true');
  proceed();
  await findToast('Category created successfully');
  await waitFor(() => expect(names()).toEqual(['Craft', 'Field notes']));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('edits a category in the same dialog', async () => {
  await open('Craft', 'Writing');
  await site.chooseAction('Writing', 'Edit');
  await findDialog('Edit category');
  await expectAccessible();
  await site.user.clear(nameField());
  await site.user.type(nameField(), 'Notebooks{Enter}');
  await findToast('Category updated successfully');
  await waitFor(() => expect(names()).toEqual(['Craft', 'Notebooks']));
  expect(screen.queryByRole('dialog')).toBeNull();
});

const addressField = () => screen.getByLabelText<HTMLInputElement>('Address');

test('the address follows from the name, or is typed; the hint says what happens to the old one', async () => {
  await open('Craft');
  await site.press('New category');
  await screen.findByText('Based on the name');
  await site.user.type(nameField(), 'Field notes');
  await site.user.type(addressField(), 'From The_road');
  screen.getByText('Category address: /categories/from-the-road');
  await site.press('Add category');
  await findToast('Category created successfully');
  const link = await screen.findByRole('link', { name: 'Field notes' });
  expect(link.getAttribute('href')).toBe('/categories/from-the-road');

  await site.chooseAction('Craft', 'Edit');
  await waitFor(() => expect(addressField().value).toBe('craft'));
  screen.getByText('Category address: /categories/craft');
  await site.user.clear(addressField());
  screen.getByText('Category address: /categories/craft');
  await site.user.type(addressField(), 'crafts');
  screen.getByText('The old address /categories/craft will redirect to the new one.');
  await expectAccessible();
  await site.press('Update category');
  await findToast('Category updated successfully');
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Craft' }).getAttribute('href')).toBe('/categories/crafts'),
  );
});

test('an address that is taken or not valid shows an error at its field', async () => {
  await open('Craft', 'Writing');
  await site.chooseAction('Writing', 'Edit');
  await waitFor(() => expect(addressField().value).toBe('writing'));
  await site.user.clear(addressField());
  await site.user.type(addressField(), 'craft');
  await site.press('Update category');
  await screen.findByText('Another category uses or has used this address. Choose a different one.');
  await expectFocus(addressField);
  await site.user.clear(addressField());
  await site.user.type(addressField(), '7');
  await site.press('Update category');
  await screen.findByText('This address is reserved. Choose another.');
  await expectAccessible();
});

test('the delete prompt says what happens to posts, and the focus moves to the primary button', async () => {
  const { id } = await site.call('POST', '/api/categories', { name: 'Craft' });
  await site.call('POST', '/api/blogs', { title: 'A kettle', content: '<p>x</p>', status: 'draft', categoryIds: [id] });
  site.open(<CategoryManagerIsland />);
  await site.chooseAction('Craft', 'Delete...');
  const { dialog, getByText, getByRole } = await findDialog('Delete category');
  getByText('Are you sure you want to delete this category?');
  await expectAccessible();
  expect(dialog.textContent).toContain(
    'Craft will be removed from every post. Its 1 post is kept, but its page will be removed from the site.',
  );
  await site.user.click(getByRole('button', { name: 'Delete category' }));
  await findToast('Category deleted successfully');
  await screen.findByText('No categories found. Add your first category above.');
  await expectFocus(() => screen.getByRole('button', { name: 'New category' }));
});

test('the delete prompt mentions that a category has no posts; Cancel keeps the category', async () => {
  await open('Craft');
  await site.chooseAction('Craft', 'Delete...');
  const { dialog, getByRole } = await findDialog('Delete category');
  expect(dialog.textContent).toContain('Craft has no posts. Its page will be removed from the site.');
  await site.user.click(getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(names()).toEqual(['Craft']);
});

test('a failed delete shows the reason in the prompt and keeps the category', async () => {
  await open('Craft');
  site.network.fail('DELETE', '/api/categories/1', 500, { message: 'Something broke.' });
  await site.chooseAction('Craft', 'Delete...');
  const { getByRole } = await findDialog('Delete category');
  await site.user.click(getByRole('button', { name: 'Delete category' }));
  await findFailure('Failed to delete category', 'Something broke.');
  expect(names()).toEqual(['Craft']);
});

test('a missing or duplicate name shows an error at its field and keeps the typed text', async () => {
  await open('Writing');
  await site.press('New category');
  await site.press('Add category');
  await screen.findByText('Enter a name.');
  await expectAccessible();
  await expectFocus(nameField);
  await site.user.type(nameField(), 'writing');
  await site.press('Add category');
  await screen.findByText('A category with this name already exists. Choose another name.');
  expect(nameField().value).toBe('writing');
});

test('the search matches name and description', async () => {
  await site.call('POST', '/api/categories', { name: 'Craft', description: 'Words and paper' });
  await open('News');
  const search = screen.getByRole('searchbox', { name: 'Search categories' });
  await site.user.type(search, 'paper');
  await screen.findByText('1 of 2 categories');
  expect(names()).toEqual(['Craft']);
  await expectAccessible();
});
