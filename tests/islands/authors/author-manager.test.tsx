import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { AuthorManagerIsland } from '#src/features/authors/AuthorManager.island.tsx';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

const listNames = () => [...document.querySelectorAll('.row-title')].map(({ textContent }) => textContent);

test('adds an author with words and links; a wrong link is said at its field', async () => {
  site.open(<AuthorManagerIsland />);
  await screen.findByText(/No authors yet/);
  await site.press('New author');
  const { getByLabelText } = await findDialog('Add author');
  await site.user.type(getByLabelText('Name'), 'Tom Whitaker');
  await site.user.type(getByLabelText('About the author (optional)'), 'Writes about tax.');
  await site.user.type(getByLabelText('Links (optional)'), 'example.com');
  await expectAccessible();
  await site.press('Add author');
  await screen.findByText('Enter full addresses, such as https://example.com, one a line.');
  await site.user.clear(getByLabelText('Links (optional)'));
  await site.user.type(getByLabelText('Links (optional)'), 'https://example.com/tom');
  await site.press('Add author');
  await findToast('Author added successfully');
  await waitFor(() => expect(listNames()).toEqual(['Tom Whitaker']));
  expect((await site.call('GET', '/api/authors'))[0].links).toEqual(['https://example.com/tom']);
});

test('gives an author an account, of which new posts have the author', async () => {
  const writer = await site.signIn('author');
  await site.signIn('admin');
  const { id } = await site.call('POST', '/api/authors', { name: 'Tom Whitaker' });
  site.open(<AuthorManagerIsland />);
  await screen.findByText('Tom Whitaker');
  await site.chooseAction('Tom Whitaker', 'Edit');
  const { findByRole, getByLabelText } = await findDialog('Edit author');
  await waitFor(async () => expect((await findByRole('combobox')).childElementCount).toBeGreaterThan(2));
  await site.user.selectOptions(getByLabelText('Account (optional)'), String(writer.id));
  await site.press('Update author');
  await findToast('Author updated successfully');
  expect(await site.call('GET', '/api/authors')).toMatchObject([{ id, user_id: writer.id }]);
});

test('deletes an author after saying what posts keep', async () => {
  const { id } = await site.call('POST', '/api/authors', { name: 'Tom Whitaker' });
  await site.call('POST', '/api/blogs', createBlogRequest({ authorIds: [id] }));
  site.open(<AuthorManagerIsland />);
  const link = await screen.findByRole('link', { name: 'Tom Whitaker' });
  expect(link.getAttribute('href')).toBe('/blogs/author/tom-whitaker');
  await site.chooseAction('Tom Whitaker', 'Delete...');
  const dialog = await findDialog('Delete author');
  dialog.getByText(/has 1 post, which keep the name as text/);
  await site.press('Delete author');
  await findToast('Author deleted successfully');
});
