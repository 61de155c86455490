import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import { BlogEditorIsland } from '#src/features/blogs/editor/BlogEditor.island.tsx';
import { BlogManagerIsland } from '#src/features/blogs/manager/BlogManager.island.tsx';
import { OverviewIsland } from '#src/features/overview/Overview.island.tsx';
import { paths } from '#src/lib/paths.ts';
import { startSession } from '#src/stores/session.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestSession, toRequestInit } from '../../support/app/users.ts';
import { createDraftFields } from '../../support/drafts/draft-caller.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
let author: UserRow;
let id: number;
beforeEach(async () => {
  site = await createIslandSite();
  // A stream that never ends would outlive the test.
  site.network.fail('GET', '/api/publishes/events', 403);
  author = await site.signIn('author');
  ({ id } = await callAs(author, 'POST', '/api/blogs/drafts', {
    fields: createDraftFields({ title: 'What GST costs a stall' }),
    content: '<p>The threshold.</p>',
    client_id: 'tab-of-the-author',
  }));
});

async function callAs(user: UserRow, method: string, path: string, body?: unknown) {
  const response = await site.app.request(path, toRequestInit(await createTestSession(site, user), method, body));
  return response.status === 204 ? null : response.json();
}
const submit = (note = '') => callAs(author, 'POST', `/api/blogs/${id}/submit`, { version: 1, note });
const getReview = async () => (await site.call('GET', `/api/blogs/${id}/draft`)).review;

async function openEditor(): Promise<void> {
  cleanup();
  site.open(<BlogEditorIsland />, paths.editBlog(id));
  await screen.findByRole('textbox', { name: 'Content' });
}

test('an author submits the post with a note, sees that it waits, and withdraws it', async () => {
  await openEditor();
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
  await site.press('Submit for review...');
  const dialog = await findDialog('Submit for review');
  dialog.getByText('Editors will see it on their start page. You can keep editing.');
  await expectAccessible();
  await site.user.type(dialog.getByRole('textbox', { name: 'Note (optional)' }), 'Is the part about GST right?');
  await site.user.click(dialog.getByRole('button', { name: 'Submit for review' }));
  await findToast('Submitted for review');
  expect(await getReview()).toMatchObject({ state: 'submitted', note: 'Is the part about GST right?' });
  screen.getByText('‘Is the part about GST right?’');
  screen.getByText(/You can keep editing\.$/);

  await site.press('Withdraw...');
  await site.user.click((await findDialog('Withdraw?')).getByRole('button', { name: 'Withdraw' }));
  await findToast('Taken back from review');
  expect(await getReview()).toBeNull();
  await screen.findByRole('button', { name: 'Submit for review...' });
});

test('what can’t be published isn’t submitted: the field says what is missing', async () => {
  await openEditor();
  await site.user.clear(screen.getByRole('textbox', { name: 'Title' }));
  await site.press('Submit for review...');
  await screen.findByText('Enter a title.');
  expect(await getReview()).toBeNull();
});

async function submitChange(): Promise<void> {
  ({ id } = await site.call('POST', '/api/blogs', createBlogRequest({ title: 'Live', content: '<p>One cup.</p>' })));
  const draft = { fields: createDraftFields({ title: 'Live' }), content: '<p>Two cups.</p>', client_id: 'tab-of-it-1' };
  await site.call('PUT', `/api/blogs/${id}/draft`, { ...draft, version: 0, base_revision: 1 });
  await site.call('POST', `/api/blogs/${id}/submit`, { version: 1 });
  await site.signIn('editor');
}

test('a change that is discarded is not in review any more', async () => {
  await submitChange();
  await openEditor();
  await site.press('Discard changes');
  const dialog = await findDialog('Discard your changes?');
  await site.user.click(dialog.getByRole('button', { name: 'Discard changes' }));
  await findToast('Changes discarded. You can restore them from the revisions.');
  await waitFor(() => expect(screen.queryByText('In review.')).toBeNull());
});

test('an editor compares a submitted change with what readers have, and asks for changes, which needs words', async () => {
  await submitChange();
  await openEditor();
  await site.press('See what changed');
  const changes = await findDialog('What changed');
  const listChanges = () => Array.from(document.querySelectorAll('.changed-block'), ({ textContent }) => textContent);
  await waitFor(() => expect(listChanges()).toEqual(['Removed One cup.', expect.stringMatching(/^Added Two/)]));
  await expectAccessible();
  await site.user.click(changes.getByRole('button', { name: 'Close' }));

  await site.press('Ask for changes...');
  const dialog = await findDialog('Ask for changes');
  await site.user.click(dialog.getByRole('button', { name: 'Ask for changes' }));
  await dialog.findByText('Say what should change.');
  await site.user.type(dialog.getByRole('textbox', { name: 'What should change?' }), 'Which year is it from?');
  await site.user.click(dialog.getByRole('button', { name: 'Ask for changes' }));
  await findToast('Changes asked for');
  expect(await getReview()).toMatchObject({ state: 'returned', note: 'Which year is it from?' });
  screen.getByText('‘Which year is it from?’');
  expect(screen.queryByRole('button', { name: 'Ask for changes...' })).toBeNull();
});

test('what an editor couldn’t send stays in the dialog', async () => {
  await submit();
  await site.signIn('editor');
  await openEditor();
  site.network.fail('POST', `/api/blogs/${id}/return`, 500, { message: 'Something went wrong here.' });
  await site.press('Ask for changes...');
  const dialog = await findDialog('Ask for changes');
  await site.user.type(dialog.getByRole('textbox'), 'Which year?');
  await site.user.click(dialog.getByRole('button', { name: 'Ask for changes' }));
  await dialog.findByText('Something went wrong here.');
  expect((dialog.getByRole('textbox') as HTMLTextAreaElement).value).toBe('Which year?');
});

test('the list of an author has own posts, and nothing that publishes', async () => {
  await site.call('POST', '/api/blogs', createBlogRequest({ title: 'Of somebody else' }));
  await submit();
  site.open(<BlogManagerIsland />, `${paths.blogManager}?status=in_review`);
  const link = await screen.findByRole('link', { name: 'What GST costs a stall' });
  within(link.closest('tr') as HTMLElement).getByText('In review');
  expect(screen.queryByText('Of somebody else')).toBeNull();
  await site.user.click(screen.getByRole('checkbox', { name: /What GST costs a stall/ }));
  await screen.findByRole('button', { name: 'Delete...' });
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  await expectAccessible();
});

test('the start page tells editors what waits, and the author what to change', async () => {
  const company = { companyName: 'InkWorks', isCompanyRenamed: true };
  await submit();
  const editor = await site.signIn('editor');
  site.open(<OverviewIsland company={company} />, paths.admin);
  await screen.findByText('1 post is in review');
  expect(screen.getByRole('link', { name: 'Review: 1 post is in review' }).getAttribute('href')).toBe(
    paths.editBlog(id),
  );
  await callAs(editor, 'POST', `/api/blogs/${id}/return`, { note: 'Which year?' });
  cleanup();
  startSession({ token: await createTestSession(site, author), user: toUserJson(author) });
  site.open(<OverviewIsland company={company} />, paths.admin);
  await screen.findByText('Mere Tane asks for changes: What GST costs a stall');
  screen.getByText(/^‘Which year\?’/);
  screen.getByRole('heading', { name: /^Your posts/ });
  await expectAccessible();
});
