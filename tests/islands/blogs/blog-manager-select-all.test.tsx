import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BlogManagerIsland } from '#src/features/blogs/manager/BlogManager.island.tsx';
import { postList } from '#api/domain/post-list.ts';
import { paths } from '#src/lib/paths.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const BULK = '/api/blogs/bulk';
/** Two more than the server changes in one request. */
const TOTAL = 52;

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  // A stream that never ends would outlive the test.
  site.network.fail('GET', '/api/publishes/events', 403);
  await site.signIn('admin');
});

async function openDrafts(total: number) {
  for (let at = 0; at < total; at += 1) {
    await site.call('POST', '/api/blogs', createBlogRequest({ title: `Draft ${at}`, status: 'draft' }));
  }
  site.open(<BlogManagerIsland />, `${paths.blogManager}?status=draft`);
  await screen.findByText(`1–${Math.min(total, postList.perPage)} of ${total} posts`);
}
async function selectPage() {
  const [checkbox] = screen.getAllByRole('checkbox', { name: 'Select all on this page' });
  await site.user.click(checkbox as HTMLElement);
}
async function selectAll(total: number) {
  await selectPage();
  await site.press(`Select all ${total} posts`);
}
async function startArchive(total: number) {
  await site.user.click(within(bulkBar()).getByRole('button', { name: 'Archive' }));
  const { dialog, getByRole } = await findDialog(`Archive ${total} posts?`);
  await within(dialog).findAllByRole('listitem');
  const words = dialog.textContent ?? '';
  await site.user.click(getByRole('button', { name: 'Archive' }));
  return words;
}
const bulkBar = () => document.querySelector('.bulk-bar') as HTMLElement;
const selectedCount = () => document.querySelector('.bulk-count')?.textContent;
const findResult = (text: string) => screen.findByText(text, { selector: '.bulk-result p' });
const result = () => document.querySelector('.bulk-result')?.textContent;
const sentBodies = () =>
  site.network.calls.filter(({ path }) => path === BULK).map(({ body }) => JSON.parse(body) as unknown);

test('all matches can be selected once the page is; a row that is taken out leaves the others of the page', async () => {
  await openDrafts(postList.perPage + 2);
  await site.user.click(screen.getByRole('checkbox', { name: 'Select Draft 9' }));
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  await selectAll(postList.perPage + 2);
  expect(selectedCount()).toBe('22 selected');
  await expectFocus(() => screen.getByRole('button', { name: 'Select only this page' }));
  await expectAccessible();
  await site.press('Select only this page');
  expect(selectedCount()).toBe('20 selected');
  await site.press('Select all 22 posts');
  await site.user.click(screen.getByRole('checkbox', { name: 'Select Draft 9' }));
  expect(selectedCount()).toBe('19 selected');
});

test('a bulk action on all matches sends the filter and the total, shows its progress and then its result', async () => {
  const gate = Promise.withResolvers<void>();
  await openDrafts(TOTAL);
  site.network.intercept('POST', BULK, async (request) => {
    if (sentBodies().length === 2) await gate.promise;
    return site.app.fetch(request);
  });
  await selectAll(TOTAL);
  expect(await startArchive(TOTAL)).toContain('Draft 51');
  await screen.findByText('Archiving... 50 of 52 posts');
  await expectAccessible();
  expect(bulkBar()).toBeNull();
  gate.resolve();
  await findResult('52 posts were archived.');
  expect(result()).not.toContain('left');
  await screen.findByRole('heading', { name: 'No posts found' });
  expect(sentBodies()).toEqual([
    { filter: { status: 'draft' }, total: TOTAL, action: 'archive' },
    { filter: { status: 'draft' }, next: { after_id: 50, last_id: TOTAL }, action: 'archive' },
  ]);
  await site.press('Undo');
  await findToast('Undone. 52 posts are as they were before.');
  await screen.findByText(`1–${postList.perPage} of ${TOTAL} posts`);
  expect(result()).toBeUndefined();
});

test('a bulk action that fails midway says what is left, and continues there', async () => {
  await openDrafts(TOTAL);
  const restore = site.network.intercept('POST', BULK, (request) =>
    sentBodies().length === 2
      ? Response.json({ code: 'unavailable', message: 'The server is busy.' }, { status: 503 })
      : site.app.fetch(request),
  );
  await selectAll(TOTAL);
  await startArchive(TOTAL);
  await screen.findByText('The server is busy. 2 posts are left.');
  expect(result()).toContain('50 posts were archived.');
  await expectAccessible();
  restore();
  await site.press('Continue');
  await findResult('52 posts were archived.');
});

test('a bulk action that was interrupted is offered again when one returns, and continues where it was', async () => {
  await openDrafts(TOTAL);
  const restore = site.network.intercept('POST', BULK, (request) =>
    sentBodies().length === 2 ? new Promise<never>(() => undefined) : site.app.fetch(request),
  );
  await selectAll(TOTAL);
  await startArchive(TOTAL);
  await screen.findByText('Archiving... 50 of 52 posts');
  restore();
  // The page is closed while the second part is under way.
  cleanup();
  site.open(<BlogManagerIsland />, paths.blogManager);
  await screen.findByText('The page was closed before this was finished. 2 posts are left.');
  expect(result()).toContain('50 posts were archived.');
  await expectAccessible();
  await site.press('Continue');
  await findResult('52 posts were archived.');
  cleanup();
  site.open(<BlogManagerIsland />, paths.blogManager);
  await screen.findByText(`1–${postList.perPage} of ${TOTAL} posts`);
  expect(result()).toBeUndefined();
});

test('a bulk action whose page is closed during its first part is offered again; one that is refused is not', async () => {
  await openDrafts(2);
  await selectPage();
  const restore = site.network.intercept('POST', BULK, () => new Promise<never>(() => undefined));
  await startArchive(2);
  await waitFor(() => expect(sentBodies()).toHaveLength(1));
  restore();
  cleanup();
  site.open(<BlogManagerIsland />, paths.blogManager);
  await screen.findByText('The page was closed before this was finished. 2 posts are left.');
  await site.press('Continue');
  await findToast('2 posts were archived.');
  site.network.fail('POST', BULK, 409, { error: 'Not now.' });
  await selectPage();
  await startArchive(2);
  await screen.findByText('Not now.');
  cleanup();
  site.open(<BlogManagerIsland />, paths.blogManager);
  await screen.findByText('1–2 of 2 posts');
  expect(result()).toBeUndefined();
});

test('when every post is skipped, the result names only those', async () => {
  await openDrafts(postList.perPage + 2);
  const skipped = [{ id: 7, name: 'Draft 6', reason: 'Someone else is changing it right now. Try again.' }];
  const restore = site.network.intercept('POST', BULK, () =>
    Promise.resolve(Response.json({ message: '', updated: [], skipped, next: null })),
  );
  await selectAll(postList.perPage + 2);
  await startArchive(postList.perPage + 2);
  await findResult('1 post wasn’t changed:');
  expect(result()).not.toContain('0 posts');
  restore();
});

test('a bulk action can be stopped, and what was skipped can be tried again', async () => {
  const gate = Promise.withResolvers<void>();
  await openDrafts(postList.perPage + 2);
  const skipped = [{ id: 7, name: 'Draft 6', reason: 'Someone else is changing it right now. Try again.' }];
  const restore = site.network.intercept('POST', BULK, async () => {
    const isFirst = sentBodies().length === 1;
    if (!isFirst) await gate.promise;
    const next = { after_id: isFirst ? 7 : 8, last_id: 22 };
    return Response.json({ message: '', updated: [1], skipped: isFirst ? skipped : [], next });
  });
  await selectAll(postList.perPage + 2);
  await startArchive(postList.perPage + 2);
  await screen.findByText('Archiving... 2 of 22 posts');
  await site.press('Stop');
  gate.resolve();
  await screen.findByText('Stopped. 19 posts are left.');
  expect(result()).toContain('1 post wasn’t changed:Draft 6: Someone else is changing it right now. Try again.');
  restore();
  await site.press('Continue');
  await findResult('16 posts were archived.');
  await site.press('Try again');
  await findToast('1 post was archived.');
  expect(sentBodies().at(-1)).toEqual({ ids: [7], action: 'archive' });
});

test('a list that has changed is refused in the dialog and loaded again', async () => {
  await openDrafts(postList.perPage + 2);
  await selectAll(postList.perPage + 2);
  await site.call('DELETE', '/api/blogs/1');
  await startArchive(postList.perPage + 2);
  await screen.findByText('The list has changed in the meantime. Close this, check the list and try again.');
  await waitFor(() => expect(screen.getByText('1–20 of 21 posts')).toBeTruthy());
  expect(await site.call('GET', '/api/blogs?status=archived')).toEqual([]);
});

test('the categories of posts on other pages are not guessed: only the boxes that are pressed are sent', async () => {
  const { id } = await site.call('POST', '/api/categories', { name: 'Craft' });
  await site.call('POST', '/api/categories', { name: 'News' });
  await openDrafts(postList.perPage + 2);
  await selectAll(postList.perPage + 2);
  await site.press('Category...');
  const { getByRole, findByRole } = await findDialog('Change the categories of 22 posts?');
  const craft = await findByRole<HTMLInputElement>('checkbox', { name: 'Craft' });
  expect([craft.indeterminate, getByRole<HTMLInputElement>('checkbox', { name: 'News' }).indeterminate]).toEqual([
    true,
    true,
  ]);
  await site.user.click(craft);
  await site.user.click(getByRole('button', { name: 'Save categories' }));
  await findToast('22 posts were updated.');
  expect(sentBodies()).toMatchObject([{ addCategoryIds: [id], removeCategoryIds: [], total: 22 }]);
});
