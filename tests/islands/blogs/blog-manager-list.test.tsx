import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { BlogRequest } from '#api/features/blogs/blogs.contract.ts';
import { BlogManagerIsland } from '#src/features/blogs/manager/BlogManager.island.tsx';
import { postList } from '#api/domain/post-list.ts';
import { paths } from '#src/lib/paths.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findFailure, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  // A stream that never ends would outlive the test.
  site.network.fail('GET', '/api/publishes/events', 403);
  await site.signIn('admin');
});

const addPost = async (title: string, changes: Partial<BlogRequest> = {}) => {
  site.clock.advance(1_000);
  return site.call('POST', '/api/blogs', createBlogRequest({ title, content: `<p>${title}.</p>`, ...changes }));
};
const open = (query = '') => site.open(<BlogManagerIsland />, paths.blogManager + query);
const titles = () => [...document.querySelectorAll('.row-title')].map(({ textContent }) => textContent);
const expectTitles = (expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
const row = async (title: string) =>
  within((await screen.findByRole('link', { name: title })).closest('tr') as HTMLElement);
const getQuery = () => window.location.search;

test('shows a skeleton while loading, then that there are no posts yet', async () => {
  const proceed = site.network.hold('GET', '/api/blogs?limit=20&offset=0&sortBy=updated_at&sortOrder=DESC');
  open();
  await waitFor(() => expect(document.querySelector('.table-skeleton')).not.toBeNull());
  await expectAccessible();
  proceed();
  await screen.findByRole('heading', { name: 'No posts yet' });
  await expectAccessible();
  expect(screen.getByRole('link', { name: 'Add New Blog' }).getAttribute('href')).toBe(paths.addBlog);
});

test('shows all posts in pages, the last changed first; a page beyond the end leads to the last one', async () => {
  const all = Array.from({ length: postList.perPage + 2 }, (_, at) => `Post ${at + 1}`);
  for (const title of all) await addPost(title);
  const newestFirst = all.toReversed();
  open();
  await expectTitles(newestFirst.slice(0, postList.perPage));
  screen.getByText(`1–${postList.perPage} of ${all.length} posts`);
  await site.user.click(screen.getByRole('link', { name: 'Page 2' }));
  await expectTitles(newestFirst.slice(postList.perPage));
  expect(getQuery()).toBe('?page=2');
  open('?page=40');
  await expectTitles(newestFirst.slice(postList.perPage));
  expect(getQuery()).toBe('?page=2');
});

test('a row shows status, categories and what is live, and links to the editor and the page', async () => {
  const { id: category } = await site.call('POST', '/api/categories', { name: 'Craft' });
  await addPost('A tray of seedlings', { status: 'draft' });
  const { id } = await addPost('Live words', { categoryIds: [category] });
  await addPost('Put away', { status: 'archived' });
  open();
  const draft = await row('A tray of seedlings');
  draft.getByText('Draft');
  draft.getByText(/^Edited/);
  draft.getByText('Not yet');
  const live = await row('Live words');
  live.getByText('Published');
  live.getByText('Craft');
  live.getByText('Live');
  live.getByText('Mere Tane');
  (await row('Put away')).getByText('Archived');
  const actions = async (title: string) => {
    await site.press(`Actions for ${title}`);
    const items = await screen.findAllByRole('menuitem');
    await expectAccessible();
    const found = items.map((item) => [item.textContent, item.getAttribute('href')]);
    await site.press(`Actions for ${title}`);
    return found;
  };
  expect(await actions('Live words')).toEqual([
    ['Edit', paths.editBlog(id)],
    ['View on site', paths.blog('live-words')],
    ['Copy link', null],
    ['Duplicate', null],
    ['Unpublish...', null],
    ['Delete...', null],
  ]);
  expect((await actions('A tray of seedlings')).map(([label]) => label)).toEqual(['Edit', 'Duplicate', 'Delete...']);
});

test('scheduled posts and posts with unpublished changes are marked', async () => {
  await addPost('Planned walk', { published_at: new Date(Date.now() + 3.5 * 86_400_000).toISOString() });
  const { id, revision, title, slug, description, published_at, author_name, status } = await addPost('Edited words');
  await site.call('PUT', `/api/blogs/${id}/draft`, {
    fields: { title, slug, description, published_at, author_name, status, category_ids: [], cover_id: null },
    content: '<p>New.</p>',
    client_id: 'session-1',
    version: 0,
    base_revision: revision,
  });
  open();
  const planned = await row('Planned walk');
  planned.getByText('In 3 days');
  planned.getByText('Scheduled');
  (await row('Edited words')).getByText('Unpublished changes');
  open('?status=scheduled');
  await expectTitles(['Planned walk']);
});

test('filters by status and category, and restores the filters from the URL', async () => {
  const { id } = await site.call('POST', '/api/categories', { name: 'Craft' });
  await addPost('Old craft', { status: 'archived', categoryIds: [id] });
  await addPost('Old news', { status: 'archived' });
  await addPost('New craft', { categoryIds: [id] });
  open();
  await site.user.click(await screen.findByRole('link', { name: /^Archived/ }));
  await expectTitles(['Old news', 'Old craft']);
  await site.user.selectOptions(
    screen.getByLabelText('Category'),
    await screen.findByRole('option', { name: 'Craft' }),
  );
  await expectTitles(['Old craft']);
  open(`?category=${id}&sort=title`);
  await expectTitles(['New craft', 'Old craft']);
  expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe(String(id));
});

test('filters by author, and restores the filter from the URL', async () => {
  await addPost('Hers', { author_name: 'Mere Tane' });
  await addPost('Nobody’s', { author_name: 'The team' });
  open();
  await site.user.selectOptions(
    await screen.findByLabelText('Author'),
    await screen.findByRole('option', { name: 'Mere Tane' }),
  );
  await expectTitles(['Hers']);
  expect(getQuery()).toBe('?author=Mere+Tane');
  await expectAccessible();
  open('?author=The+team');
  await expectTitles(['Nobody’s']);
  expect(screen.getByLabelText<HTMLSelectElement>('Author').value).toBe('The team');
  await site.press('Clear the filter Author');
  await expectTitles(['Nobody’s', 'Hers']);
  expect(getQuery()).toBe('');
});

test('searches while typing; Clear filters shows all posts again', async () => {
  await addPost('An old almanac');
  await addPost('A tray of seedlings');
  open();
  const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search posts' });
  await site.user.type(search, 'almanac');
  await expectTitles(['An old almanac']);
  expect(getQuery()).toBe('?search=almanac');
  await site.user.clear(search);
  await site.user.type(search, 'zyzzyva');
  await screen.findByRole('heading', { name: 'No posts found' });
  screen.getByText('No posts match your filters.');
  await expectAccessible();
  await site.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await expectTitles(['A tray of seedlings', 'An old almanac']);
  expect(search.value).toBe('');
  expect(getQuery()).toBe('');
});

test('a late response never replaces a newer one', async () => {
  await addPost('An old almanac');
  await addPost('A tray of seedlings');
  open();
  const search = await screen.findByRole('searchbox', { name: 'Search posts' });
  const late = '/api/blogs?limit=20&offset=0&search=seedlings&sortBy=updated_at&sortOrder=DESC';
  const proceed = site.network.hold('GET', late);
  await site.user.type(search, 'seedlings');
  await waitFor(() => expect(site.network.calls.some(({ path }) => path === late)).toBe(true));
  await site.user.clear(search);
  await site.user.type(search, 'almanac');
  await expectTitles(['An old almanac']);
  proceed();
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(titles()).toEqual(['An old almanac']);
});

test('a list that fails to load shows the reason and can be retried', async () => {
  await addPost('An old almanac');
  const restore = site.network.fail('GET', '/api/blogs', 500, { message: 'Something broke.' });
  open();
  await findFailure('Failed to fetch blogs', 'Something broke.');
  await expectAccessible();
  restore();
  await site.user.click(screen.getByRole('button', { name: 'Retry' }));
  await expectTitles(['An old almanac']);
  expect(screen.queryByText('Something broke.')).toBeNull();
});

test('a missing token shows an error', async () => {
  open();
  await screen.findByRole('heading', { name: 'No posts yet' });
  localStorage.removeItem('token');
  await site.user.click(screen.getByRole('link', { name: /^Drafts/ }));
  await findFailure('Failed to fetch blogs', 'Authentication token not found');
});

test('categories that fail to load show an error', async () => {
  site.network.fail('GET', '/api/categories/with-counts');
  open();
  await findToast('Failed to fetch categories');
});

test('the trash has its own list and search, and says when it is empty', async () => {
  const { id } = await addPost('A torn page', { status: 'draft' });
  open();
  await site.user.click(await screen.findByRole('link', { name: /^Trash/ }));
  await screen.findByRole('heading', { name: 'The trash is empty' });
  await site.call('DELETE', `/api/blogs/${id}`);
  open('?view=trash');
  await expectTitles(['A torn page']);
  await expectAccessible();
  await site.user.type(screen.getByRole('searchbox', { name: 'Search trash' }), 'zyzzyva');
  await screen.findByText('No posts in the trash match your search.');
  expect(screen.queryByLabelText('Category')).toBeNull();
});
