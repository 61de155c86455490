import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BlogRequest } from '#api/features/blogs/blogs.contract.ts';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { BlogManagerIsland } from '#src/features/blogs/manager/BlogManager.island.tsx';
import { formatDuration } from '#src/lib/format/units.ts';
import { paths } from '#src/lib/paths.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
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
  // A stream that never ends would outlive the test.
  site.network.fail('GET', '/api/publishes/events', 403);
  await site.signIn('admin');
});

const addPost = async (title: string, status: BlogRequest['status'] = 'published') =>
  site.call('POST', '/api/blogs', createBlogRequest({ title, content: `<p>${title}.</p>`, status }));
async function openWith(...posts: [title: string, status?: BlogRequest['status']][]) {
  for (const [title, status] of posts) await addPost(title, status);
  open('?sort=title');
  await screen.findByRole('link', { name: posts[0]?.[0] });
}
const open = (query = '') => site.open(<BlogManagerIsland />, paths.blogManager + query);
const titles = () => [...document.querySelectorAll('.row-title')].map(({ textContent }) => textContent);
const expectTitles = (expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
const select = (title: string) => site.user.click(screen.getByRole('checkbox', { name: `Select ${title}` }));
const bulkBar = () => within(document.querySelector('.bulk-bar') as HTMLElement);
const selectedCount = () => document.querySelector('.bulk-count')?.textContent;
const link = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}( ?\\d+)?$`) });
async function confirm(title: string, label: string) {
  const { dialog, getByRole } = await findDialog(title);
  const words = dialog.textContent ?? '';
  await site.user.click(getByRole('button', { name: label }));
  return words;
}

test('duplicate makes a draft beside the post', async () => {
  await openWith(['Row 1'], ['Row 2']);
  await site.chooseAction('Row 1', 'Duplicate');
  await findToast('Copy of Row 1 created');
  await expectTitles(['Copy of Row 1', 'Row 1', 'Row 2']);
});

describe('delete', () => {
  const TITLE = 'Are you sure you want to delete this blog?';

  test('names the post, moves it to the trash and focuses the next row', async () => {
    await openWith(['Row 1'], ['Row 2'], ['Row 3']);
    await site.chooseAction('Row 2', 'Delete...');
    const words = await confirm(TITLE, 'Delete');
    expect(words).toContain(
      '‘Row 2’ will move to the trash. It will no longer be on the site. You can restore it from there as a draft.',
    );
    await findToast('Blog deleted successfully');
    await expectTitles(['Row 1', 'Row 3']);
    await expectFocus(() => link('Row 3'));
  });

  test('of a draft does not mention the site; Cancel keeps it', async () => {
    await openWith(['A kettle', 'draft']);
    await site.chooseAction('A kettle', 'Delete...');
    expect(await confirm(TITLE, 'Cancel')).not.toContain('on the site');
    await expectTitles(['A kettle']);
  });

  test('that fails shows the reason in the prompt and keeps the post', async () => {
    await openWith(['A kettle']);
    site.network.fail('POST', '/api/blogs/bulk', 500, { message: 'Something broke.' });
    await site.chooseAction('A kettle', 'Delete...');
    await confirm(TITLE, 'Delete');
    await findFailure('Failed to delete blog', 'Something broke.');
    expect(titles()).toEqual(['A kettle']);
  });
});

describe('the trash', () => {
  const openTrash = async () => {
    const { id } = await addPost('A torn page');
    await site.call('DELETE', `/api/blogs/${id}`);
    open('?view=trash');
    await expectTitles(['A torn page']);
  };

  test('restores a post as a draft', async () => {
    await openTrash();
    await site.chooseAction('A torn page', 'Restore');
    await findToast('A torn page restored as a draft');
    await screen.findByRole('heading', { name: 'The trash is empty' });
    open();
    await expectTitles(['A torn page']);
    screen.getByText('Draft', { selector: '.badge' });
  });

  test('shows a post again when restoring it fails', async () => {
    await openTrash();
    site.network.fail('POST', '/api/blogs/1/restore', 500, { message: 'Something broke.' });
    await site.chooseAction('A torn page', 'Restore');
    await findToast('Something broke.');
    await expectTitles(['A torn page']);
  });

  test('deletes permanently after a prompt', async () => {
    await openTrash();
    await site.chooseAction('A torn page', 'Delete permanently...');
    const words = await confirm('Delete this post permanently?', 'Delete permanently');
    expect(words).toContain('‘A torn page’ and all its revisions will be deleted. This action cannot be undone.');
    await findToast('Post deleted permanently');
    await screen.findByRole('heading', { name: 'The trash is empty' });
    expect(await site.call('GET', '/api/blogs/trash')).toEqual([]);
  });
});

describe('bulk actions', () => {
  test('publish names the posts, then says which were skipped and why', async () => {
    await openWith(['Lantern one', 'draft'], ['Lantern two']);
    const [selectAll] = screen.getAllByRole('checkbox', { name: 'Select all on this page' });
    await site.user.click(selectAll as HTMLElement);
    expect(selectedCount()).toBe('2 selected');
    await expectAccessible();
    await site.user.click(bulkBar().getByRole('button', { name: 'Publish' }));
    const words = await confirm('Publish 2 posts?', 'Publish');
    expect(words).toContain('They will go live straight away.Lantern oneLantern two');
    await screen.findByText('1 post was published.', { selector: '.bulk-result p' });
    const result = document.querySelector('.bulk-result') as HTMLElement;
    expect(result.textContent).toContain(
      '1 post wasn’t changed:Lantern two: It’s already published and has no changes.',
    );
    await expectFocus(() => result);
    await expectAccessible();
    // The selection stays for the next act.
    expect(selectedCount()).toBe('2 selected');
    await site.user.click(within(result).getByRole('button', { name: 'Close' }));
    expect(document.querySelector('.bulk-result')).toBeNull();
  });

  test('archive takes a post off the site', async () => {
    await openWith(['Teapot']);
    await select('Teapot');
    await site.user.click(bulkBar().getByRole('button', { name: 'Archive' }));
    expect(await confirm('Archive 1 post?', 'Archive')).toContain('It will come off the site.');
    await screen.findByText('Archived', { selector: '.badge' });
  });

  test('delete moves posts to the trash', async () => {
    await openWith(['Teapot one'], ['Teapot two'], ['Teapot three']);
    await select('Teapot two');
    await select('Teapot three');
    await site.user.click(bulkBar().getByRole('button', { name: 'Delete...' }));
    await confirm('Delete 2 posts?', 'Delete');
    await findToast('2 posts were moved to the trash.');
    expect(document.querySelector('.bulk-result')).toBeNull();
    await expectTitles(['Teapot one']);
    await expectFocus(() => link('Teapot one'));
    await expectAccessible();
  });

  test('another filter clears the selection', async () => {
    await openWith(['Teapot']);
    await select('Teapot');
    expect(selectedCount()).toBe('1 selected');
    await site.user.click(link('Published'));
    await waitFor(() => expect(document.querySelector('.bulk-bar')).toBeNull());
  });
});

describe('Undo', () => {
  const undo = () => site.user.click(screen.getByRole('button', { name: 'Undo' }));
  const bulkDelete = async () => {
    await openWith(['Teapot one'], ['Teapot two'], ['Teapot three']);
    await select('Teapot three');
    await select('Teapot two');
    await site.user.click(bulkBar().getByRole('button', { name: 'Delete...' }));
    await confirm('Delete 2 posts?', 'Delete');
    await findToast('2 posts were moved to the trash.');
  };

  test('of a bulk delete counts down and brings the posts back', async () => {
    await bulkDelete();
    expect(document.querySelector('.toast-seconds')?.textContent).toMatch(/^ \((30|29) s\)$/);
    await undo();
    await findToast('Undone. 2 posts are as they were before.');
    await expectTitles(['Teapot one', 'Teapot three', 'Teapot two']);
    expect(screen.getAllByText('Published', { selector: '.badge' })).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await expectAccessible();
  });

  test('names a post that was changed since, and says when it is refused', async () => {
    await bulkDelete();
    await site.call('POST', '/api/blogs/2/restore');
    await undo();
    await findToast(
      /^Undone. 1 post is as it was before. 1 post stays as it is, because of later changes: ‘Teapot two’/,
    );
    expect(document.querySelector('.toast-warning')).not.toBeNull();
    await select('Teapot one');
    await site.user.click(bulkBar().getByRole('button', { name: 'Archive' }));
    await confirm('Archive 1 post?', 'Archive');
    await findToast('1 post was archived.');
    await site.db.client.execute('UPDATE undo_actions SET undo_until = 0');
    await undo();
    await findToast('It’s too late to undo this.');
  });

  test('of a single delete and of unpublishing is in their toasts', async () => {
    await openWith(['A kettle']);
    await site.chooseAction('A kettle', 'Delete...');
    await confirm('Are you sure you want to delete this blog?', 'Delete');
    await findToast('Blog deleted successfully');
    await undo();
    await expectTitles(['A kettle']);
    await site.chooseAction('A kettle', 'Unpublish...');
    await confirm('Unpublish this post?', 'Unpublish');
    await findToast('A kettle unpublished');
    await screen.findByText('Archived', { selector: '.badge' });
    await undo();
    await screen.findByText('Published', { selector: '.badge' });
  });

  test('of an action with skipped posts also takes its result away', async () => {
    await openWith(['Lantern one', 'draft'], ['Lantern two']);
    const [selectAll] = screen.getAllByRole('checkbox', { name: 'Select all on this page' });
    await site.user.click(selectAll as HTMLElement);
    await site.user.click(bulkBar().getByRole('button', { name: 'Publish' }));
    await confirm('Publish 2 posts?', 'Publish');
    await screen.findByText('1 post was published.', { selector: '.bulk-result p' });
    await undo();
    await screen.findByText('Draft', { selector: '.badge' });
    await waitFor(() => expect(document.querySelector('.bulk-result')).toBeNull());
  });
});

describe('the keyboard', () => {
  test('searches, moves, selects, adds and lists its shortcuts; in a text field they type characters', async () => {
    await openWith(['Row 1'], ['Row 2']);
    await site.user.keyboard('/');
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search posts' });
    await expectFocus(() => search);
    await site.user.keyboard('jxn?');
    expect(search.value).toBe('jxn?');
    await site.user.clear(search);
    search.blur();
    await expectTitles(['Row 1', 'Row 2']);
    await site.user.keyboard('j{ArrowDown}');
    await expectFocus(() => link('Row 2'));
    await site.user.keyboard('k');
    await expectFocus(() => link('Row 1'));
    await site.user.keyboard('x');
    expect(selectedCount()).toBe('1 selected');
    await site.user.keyboard('x');
    await waitFor(() => expect(document.querySelector('.bulk-bar')).toBeNull());
    await site.user.keyboard('?');
    const { getByText } = await findDialog('Keyboard shortcuts');
    getByText('New post');
    await expectAccessible();
    await site.press('Close');
    await site.user.keyboard('n');
    expect(site.navigations).toEqual([paths.addBlog]);
  });

  test('edits the post whose row has the focus', async () => {
    await openWith(['Row 1'], ['Row 2']);
    await expectTitles(['Row 1', 'Row 2']);
    await site.user.keyboard('jje');
    expect(site.navigations).toEqual([link('Row 2').getAttribute('href')]);
  });
});

describe('the publish of a post', () => {
  /** What the server says of the last publish, as an event. */
  const announce = (changes: Partial<PublishJson>) => {
    const publish = {
      id: 999,
      kind: 'blog',
      subject_id: 1,
      reason: '',
      status: 'live',
      release_id: null,
      paths: [],
      paths_total: 1,
      removed_total: 0,
      failed_path: null,
      error: null,
      user: null,
      milliseconds: 42,
      created_at: new Date().toISOString(),
      started_at: null,
      finished_at: new Date().toISOString(),
      ...changes,
    };
    site.network.intercept(
      'GET',
      '/api/publishes/events',
      () => new Response(`event: publish\ndata: ${JSON.stringify(publish)}\n\n`),
    );
  };

  test.each([
    [{ status: 'queued', finished_at: null }, 'Queued'],
    [{ status: 'rendering', finished_at: null }, 'Publishing...'],
    [{ status: 'live' }, `Live (took ${formatDuration(42)})`],
  ] as const)('is shown beside it: %j', async (changes, words) => {
    announce(changes);
    await openWith(['A kettle']);
    await screen.findByText(words);
  });

  test('that failed is shown with its reason, and leads to Publishing', async () => {
    announce({ status: 'failed', error: 'A template failed', failed_path: '/blogs/x' });
    await openWith(['A kettle']);
    await screen.findByText('Failed: A template failed (/blogs/x)');
    expect(link('See details in Publishing').getAttribute('href')).toBe(paths.adminPublishing);
  });
});
