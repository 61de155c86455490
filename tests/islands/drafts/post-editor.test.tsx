import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { BlogDraftFields } from '#api/features/blogs/blogs.contract.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import { BlogEditorIsland } from '#src/features/blogs/editor/BlogEditor.island.tsx';
import { paths } from '#src/lib/paths.ts';
import { startSession } from '#src/stores/session.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestSession, toRequestInit } from '../../support/app/users.ts';
import { createDraft, updateDraft } from '../../support/drafts/draft-fixtures.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const EVENTS = '/api/publishes/events';

let site: IslandSite;
let author: UserRow;
beforeEach(async () => {
  site = await createIslandSite();
  // A stream that never ends would outlive the test.
  site.network.fail('GET', EVENTS, 403);
  author = await site.signIn('admin');
});

async function open(path: string): Promise<void> {
  cleanup();
  site.open(<BlogEditorIsland />, path);
  await screen.findByRole('textbox', { name: 'Content' });
}

/** Opens the draft of a post that was never published. Returns its id. */
async function openDraft(content = '<p>The first words.</p>', fields: Partial<BlogDraftFields> = {}): Promise<number> {
  const id = await createDraft(site, { title: 'Harbour notes', status: 'draft', ...fields }, content);
  await open(paths.editBlog(id));
  return id;
}

const addLive = (content = '<p>Version one.</p>') =>
  site.call('POST', '/api/blogs', createBlogRequest({ title: 'Harbour notes', content }));

const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement;
const contentText = () => field('Content').textContent;
const status = () => document.querySelector('.save-words > span:last-of-type')?.textContent;
const waitForStatus = (expected: string | RegExp) => waitFor(() => expect(status()).toMatch(expected));
const isSaved = () => waitForStatus(/^Saved at/);
const write = (text: string, name = 'Title') => site.user.type(field(name), text);
const saveNow = () => site.user.keyboard('{Control>}s{/Control}');
const draftPath = (id: number) => `/api/blogs/${id}/draft`;
const fetchDraft = async (id: number) => (await site.call('GET', draftPath(id))).draft;
const readIdFromAddress = () => Number(/^\/edit-blog\/(\d+)$/.exec(location.pathname)?.[1]);
const listRevisions = async (id: number) => {
  const { revisions } = await site.call('GET', `/api/blogs/${id}/revisions`);
  const load = ({ number }: { number: number }) => site.call('GET', `/api/blogs/${id}/revisions/${number}`);
  return JSON.stringify(await Promise.all(revisions.map(load)));
};

/** What the publish dialog starts is at this state. */
function setPublish(changes: Record<string, unknown>): void {
  site.network.intercept('GET', '/api/publishes/1', async (request) => {
    const response = await site.app.fetch(request);
    return Response.json({ ...(await response.json()), ...changes });
  });
}

describe('saving', () => {
  test('a new post says how far it is saved, and gets an address once it is', async () => {
    await open(paths.addBlog);
    await waitForStatus('No changes yet');
    await site.press('Preview');
    await findToast('There’s nothing to preview yet. Add a title or some text.');
    expect(location.pathname).toBe(paths.addBlog);
    const respond = site.network.hold('POST', '/api/blogs/drafts');
    await write('Harbour');
    await waitForStatus('Not saved yet');
    await saveNow();
    await waitForStatus('Saving...');
    respond();
    await isSaved();
    expect((await fetchDraft(readIdFromAddress())).fields.title).toBe('Harbour');
    // Cancel alone would be what the way back does.
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  });

  test('the length of the text is in the bar', async () => {
    await openDraft('<p>Two words</p>');
    await screen.findByText('2 words · 1 min read');
  });

  test('a failed save shows the reason, and Retry saves', async () => {
    const id = await openDraft();
    const recover = site.network.fail('PUT', draftPath(id), 500, { message: 'Something went wrong here.' });
    await write(' again');
    await saveNow();
    await waitForStatus('Couldn’t save. Something went wrong here.');
    await expectAccessible();
    recover();
    await site.press('Retry');
    await isSaved();
    expect((await fetchDraft(id)).fields.title).toBe('Harbour notes again');
  });

  test('offline, the screen says so and publishes nothing; back online, it saves at once', async () => {
    const id = await openDraft();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reconnect = site.network.disconnect('PUT', draftPath(id));
    await write(' of the ferry');
    await saveNow();
    await waitForStatus('Offline. Saved in this browser');
    await site.press('Publish...');
    await screen.findByText('You’re offline. Publish when you’re back online.');
    await expectAccessible();
    online.mockReturnValue(true);
    reconnect();
    act(() => void window.dispatchEvent(new Event('online')));
    await isSaved();
    expect((await fetchDraft(id)).fields.title).toBe('Harbour notes of the ferry');
    expect(screen.queryByText(/^You’re offline/)).toBeNull();
  });

  test('when the session ends, the text stays and is saved after signing in again', async () => {
    const id = await openDraft();
    const recover = site.network.fail('PUT', draftPath(id), 401, { message: 'Sign in.' });
    await write(' after the end');
    await saveNow();
    await waitForStatus('Not saved. Your session has ended, but your text is kept in this browser.');
    screen.getByRole('link', { name: 'Sign in again in a new tab' });
    await expectAccessible();
    expect(field('Title').value).toBe('Harbour notes after the end');
    recover();
    const token = await createTestSession(site, author);
    act(() => startSession({ token, user: toUserJson(author) }));
    await isSaved();
    expect((await fetchDraft(id)).fields.title).toBe('Harbour notes after the end');
  });

  test('the text of a post that was deleted meanwhile can be saved as a new post', async () => {
    const id = await openDraft();
    await site.call('DELETE', `/api/blogs/${id}`);
    await write(' of late');
    await saveNow();
    await screen.findByText(/Your text is still here/);
    await expectAccessible();
    await site.press('Save as a new post');
    await isSaved();
    expect(readIdFromAddress()).not.toBe(id);
    expect(await fetchDraft(readIdFromAddress())).toMatchObject({
      fields: { title: 'Harbour notes of late' },
      content: '<p>The first words.</p>',
    });
  });

  test('a link saves before it leads away; when that fails, one is asked', async () => {
    const id = await openDraft();
    const reconnect = site.network.disconnect('PUT', draftPath(id));
    await write(' by link');
    const back = screen.getByRole('link', { name: 'Back to Blog manager' });
    await site.user.click(back);
    const asked = await findDialog('You have unsaved changes');
    await expectAccessible();
    await site.user.click(asked.getByRole('button', { name: 'Stay' }));
    expect(site.navigations).toEqual([]);
    reconnect();
    await site.user.click(back);
    await waitFor(() => expect(site.navigations).toHaveLength(1));
    expect(site.navigations[0]).toMatch(new RegExp(`${paths.blogManager}$`));
    expect((await fetchDraft(id)).fields.title).toBe('Harbour notes by link');
  });

  test('the keys of the screen are listed in a dialog', async () => {
    await openDraft();
    const settings = within(document.querySelector('.drafting-settings') as HTMLElement);
    await site.user.click(settings.getByRole('button', { name: /^Keyboard shortcuts/ }));
    const { dialog } = await findDialog();
    expect(dialog.textContent).toMatch(/Ctrl\s?SSave now.*Ctrl\s?EnterPublish/);
  });
});

describe('the fields', () => {
  test('line breaks, tabs and control characters inserted into a single line become spaces', async () => {
    const id = await openDraft();
    for (const name of ['Title', 'Description', 'Author'])
      fireEvent.change(field(name), { target: { value: 'From\ta slide\u000band\u2028more' } });
    await saveNow();
    await isSaved();
    const text = 'From a slide and more';
    expect((await fetchDraft(id)).fields).toMatchObject({ title: text, description: text, author_name: text });
  });

  test('the address can be cleared and retyped; left empty, it is the one of before', async () => {
    const { id, slug } = await addLive();
    await open(paths.editBlog(id));
    const address = field('Address');
    expect(address.value).toBe(slug);
    await site.user.clear(address);
    expect(address.value).toBe('');
    await write('Written anew', 'Address');
    expect(address.value).toBe('written-anew');
    await screen.findByText(`The old address ${paths.blog(slug)} will redirect to the new one.`);
    await site.user.clear(address);
    await site.user.click(field('Author'));
    expect(address.value).toBe(slug);
  });

  test('an address is checked while it is typed', async () => {
    await site.call('POST', '/api/blogs', createBlogRequest({ title: 'Taken' }));
    await openDraft();
    await write('taken', 'Address');
    await screen.findByText('This address is taken. taken-2 is free.');
    await write('-not', 'Address');
    await screen.findByText('This address is free.');
  });
});

describe('a conflict', () => {
  const BASE = '<p>One.</p><p>Two.</p>';
  const THEIRS = '<p>One.</p><p>Two.</p><p>Three.</p>';

  /** Someone else changes the title, which is changed here, too, and adds a paragraph. */
  async function openConflict(): Promise<number> {
    const id = await openDraft(BASE);
    await updateDraft(site, id, { title: 'Harbour theirs', content: THEIRS });
    await write(' mine');
    await saveNow();
    await screen.findByText(/saved a different version of this post/);
    return id;
  }

  test.each([
    ['Keep your version', 'Harbour notes mine and on', BASE],
    ['Keep their version', 'Harbour theirs', THEIRS],
    ['Save merged version', 'Harbour notes mine and on', THEIRS],
  ])(
    'overwrites nothing until it is ended by "%s"; both versions are in the revisions',
    async (choice, title, content) => {
      const id = await openConflict();
      await write(' and on');
      await saveNow();
      await site.press('Publish...');
      await screen.findByText('Someone else saved a different version. Compare the two versions before you publish.');
      expect(await fetchDraft(id)).toMatchObject({ fields: { title: 'Harbour theirs' }, content: THEIRS });
      await expectAccessible();
      await site.user.click(screen.getAllByRole('button', { name: 'Compare versions' })[0] as HTMLElement);
      const { getByRole } = await findDialog('Someone else saved a different version');
      await expectAccessible();
      await site.user.click(getByRole('button', { name: choice }));
      await isSaved();
      expect(await fetchDraft(id)).toMatchObject({ fields: { title }, content });
      const revisions = await listRevisions(id);
      for (const each of ['Harbour notes mine', 'Harbour theirs']) expect(revisions).toContain(each);
      await write('!');
      await saveNow();
      await waitFor(async () => expect((await fetchDraft(id)).fields.title).toBe(`${title}!`));
    },
  );

  test('with another tab of the same user is named as such, in the bar too', async () => {
    const token = await createTestSession(site, author);
    const callAsAuthor = async (method: string, path: string, body: unknown) =>
      expect((await site.app.request(path, toRequestInit(token, method, body))).ok).toBe(true);
    const id = await createDraft(site, { title: 'Harbour notes', status: 'draft' }, BASE);
    const client = { client_id: 'another-tab-of-mine' };
    await callAsAuthor('POST', `/api/blogs/${id}/editors`, { ...client, is_closing: false });
    await open(paths.editBlog(id));
    await screen.findByText('Also open: you, in another tab');
    const { fields, version, base_revision } = await fetchDraft(id);
    const theirs = { fields: { ...fields, title: 'Harbour there' }, content: BASE, version, base_revision };
    await callAsAuthor('PUT', draftPath(id), { ...theirs, ...client });
    await write(' here');
    await saveNow();
    await screen.findByText(/^You saved a different version in another tab. You can keep writing/);
    await site.press('Publish...');
    await screen.findByText(
      'You saved a different version in another tab. Compare the two versions before you publish.',
    );
    await expectAccessible();
  });
});

describe('revisions', () => {
  test('are compared and restored; the replaced text stays among them', async () => {
    const id = await createDraft(site, { title: 'Harbour notes', status: 'draft' }, '<p>The first version.</p>');
    await updateDraft(site, id, { content: '<p>A second one.</p>' });
    await open(paths.editBlog(id));
    await site.press('Revisions');
    const { dialog, findByText } = await findDialog('Revisions');
    await waitFor(() => expect(dialog.querySelectorAll('.revision-list button')).toHaveLength(2));
    await site.user.click(dialog.querySelector('li:last-child button') as HTMLElement);
    await findByText('Changes from this revision to the current text.');
    expect(dialog.querySelector('.comparison')?.textContent).toMatch(/first.*version/);
    await expectAccessible();
    await site.press('Restore this revision');
    await findToast('Revision restored as the draft. It goes live when you publish.');
    await waitFor(() => expect(contentText()).toBe('The first version.'));
    expect((await fetchDraft(id)).content).toBe('<p>The first version.</p>');
    expect(await listRevisions(id)).toContain('A second one.');
    await write(' again');
    await saveNow();
    await isSaved();
    expect(await fetchDraft(id)).toMatchObject({
      fields: { title: 'Harbour notes again' },
      content: '<p>The first version.</p>',
    });
  });

  test('of a published post are compared with the published version first', async () => {
    const { id } = await addLive('<p>Live words.</p>');
    await updateDraft(site, id, { content: '<p>Live words. Words of the draft.</p>' });
    await open(paths.editBlog(id));
    await site.press('Revisions');
    const { dialog, findByText, getByRole } = await findDialog('Revisions');
    await findByText('Changes from the published version to this revision.');
    expect([...dialog.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual([' Words of the draft.']);
    expect(dialog.querySelector('del')).toBeNull();
    await site.user.selectOptions(getByRole('combobox', { name: 'Compare with' }), 'The current text');
    await findByText('No differences');
  });

  test('each block says who wrote it, and one alone is put back into the draft', async () => {
    const id = await createDraft(
      site,
      { title: 'Harbour notes', status: 'draft' },
      '<p>One old line here.</p><h2>Two</h2><p>Three stays.</p>',
    );
    await updateDraft(site, id, { content: '<p>One new line here.</p><p>Three stays.</p><p>Four of now.</p>' });
    await site.db.client.batch([
      "UPDATE users SET first_name = 'Aroha', last_name = 'Ngata'",
      { sql: 'UPDATE revisions SET user_id = ?', args: [author.id] },
    ]);
    await open(paths.editBlog(id));
    await site.press('Revisions');
    const { dialog, getByRole } = await findDialog('Revisions');
    await waitFor(() => expect(dialog.querySelectorAll('.revision-list button')).toHaveLength(2));
    await site.user.click(dialog.querySelector('li:last-child button') as HTMLElement);
    const listNotes = () =>
      [...dialog.querySelectorAll('.comparison .block-note')].map(({ textContent }) => textContent);
    const by = expect.stringMatching(/^Aroha Ngata, \d/);
    const marked = (mark: string) => expect.stringMatching(new RegExp(`^${mark} Aroha Ngata, \\d`));
    await waitFor(() => expect(listNotes()).toEqual([marked('Changed'), marked('Removed'), by, marked('Added')]));
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Put this heading 2 back' }));
    await waitFor(() => expect(listNotes()).toEqual([marked('Changed'), by, by, marked('Added')]));
    expect(document.activeElement).toBe(dialog.querySelector('.revision-changes'));
    await site.user.click(getByRole('button', { name: 'Put this paragraph back' }));
    await waitFor(() => expect(listNotes()).toEqual([by, by, by, marked('Added')]));
    await site.user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await isSaved();
    expect((await fetchDraft(id)).content).toBe(
      '<p>One old line here.</p><h2>Two</h2><p>Three stays.</p><p>Four of now.</p>',
    );
  });

  test('a block that was lost between two versions is put back into the current text', async () => {
    const id = await createDraft(site, { title: 'Harbour notes', status: 'draft' }, '<p>One.</p><h2>Two</h2>');
    await updateDraft(site, id, { content: '<p>One.</p>' });
    await updateDraft(site, id, { content: '<p>One.</p><p>Three is new.</p>' });
    await open(paths.editBlog(id));
    await site.press('Revisions');
    const { dialog, getByRole, findByRole, findByText } = await findDialog('Revisions');
    await waitFor(() => expect(dialog.querySelectorAll('.revision-list button')).toHaveLength(3));
    await site.user.click(dialog.querySelector('li:last-child button') as HTMLElement);
    const other = getByRole('combobox', { name: 'Compare with' }) as HTMLSelectElement;
    await site.user.selectOptions(other, '2');
    await site.user.click(await findByRole('button', { name: 'Put this heading 2 back' }));
    await findToast('The block is back in your text.');
    await findByText(/^Removed/);
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: /^Put this/ })).toBeNull());
    await site.user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await isSaved();
    expect((await fetchDraft(id)).content).toBe('<p>One.</p><h2>Two</h2><p>Three is new.</p>');
  });

  test('text typed while one is being restored is kept and saved', async () => {
    const id = await createDraft(site, { title: 'Harbour notes', status: 'draft' }, '<p>The first version.</p>');
    await updateDraft(site, id, { content: '<p>A second one.</p>' });
    await open(paths.editBlog(id));
    await site.press('Revisions');
    const { dialog } = await findDialog('Revisions');
    await waitFor(() => expect(dialog.querySelectorAll('.revision-list button')).toHaveLength(2));
    await site.user.click(dialog.querySelector('li:last-child button') as HTMLElement);
    const path = `/api/blogs/${id}/revisions/1/restore`;
    const respond = site.network.hold('POST', path);
    await site.press('Restore this revision');
    await waitFor(() => expect(site.network.calls.map((each) => each.path)).toContain(path));
    await site.user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await write(' of the meantime');
    respond();
    await findToast('You kept writing, so your text stays. The restored version is in the revisions.');
    await saveNow();
    await isSaved();
    expect(await fetchDraft(id)).toMatchObject({
      fields: { title: 'Harbour notes of the meantime' },
      content: '<p>A second one.</p>',
    });
  });
});

describe('publishing', () => {
  const confirm = async (label: string | RegExp, title?: string) => {
    const { findByRole } = await findDialog(title);
    await site.user.click(await findByRole('button', { name: label }));
  };

  test('the changes of a live post are discarded after a prompt; without changes nothing is published', async () => {
    const { id } = await addLive();
    await updateDraft(site, id, { content: '<p>Version two.</p>' });
    await open(paths.editBlog(id));
    await screen.findByText('Live, with unpublished changes');
    await site.press('Discard changes');
    await expectAccessible();
    await confirm('Discard changes');
    await findToast('Changes discarded. You can restore them from the revisions.');
    await waitFor(() => expect(contentText()).toBe('Version one.'));
    expect(screen.queryByText('Live, with unpublished changes')).toBeNull();
    await site.press('Update');
    await findToast('There are no changes to publish.');
  });

  test('a post is scheduled by the company’s clock beside that of the reader, again at another time, and unscheduled', async () => {
    const id = await openDraft();
    setPublish({ status: 'live', milliseconds: 42 });
    const fetchPost = () => site.call('GET', `/api/blogs/${id}`);
    // The settings have such a field, too, once it is scheduled.
    const chooseDate = async (value: string) => {
      const { findByLabelText } = await findDialog('Publish');
      fireEvent.change(await findByLabelText('Publish date'), { target: { value } });
    };
    await site.press('Publish...');
    await site.user.click(await screen.findByRole('radio', { name: /^Schedule for later/ }));
    await chooseDate('2031-03-01T09:30');
    await waitFor(() =>
      expect(document.querySelector('.when-field')?.textContent).toMatch(
        /In New Zealand time\..*Sat, 1 Mar 2031, 9:30 am NZDT.*Fri, 28 Feb, 8:30 pm in UTC/,
      ),
    );
    await expectAccessible();
    await site.press(/^Schedule for Sat, 1 Mar 2031, 9:30/);
    await screen.findByText(/^We’ll publish it on Saturday, 1 March 2031 at 9:30 am NZDT/);
    await site.press('Change time');
    await chooseDate('2031-03-02T09:30');
    site.network.intercept('GET', '/api/publishes/2', () => Response.json({ id: 2, status: 'live', milliseconds: 42 }));
    await site.press(/^Schedule for Sun, 2 Mar 2031, 9:30/);
    await screen.findByText(/^We’ll publish it on Sunday, 2 March 2031 at 9:30 am NZDT/);
    expect(await fetchPost()).toMatchObject({ status: 'published', published_at: '2031-03-01T20:30:00.000Z' });

    await open(paths.editBlog(id));
    await screen.findByRole('button', { name: 'Update schedule...' });
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'draft');
    await site.press('Unschedule');
    await confirm('Unschedule');
    await waitFor(async () => expect((await fetchPost()).status).toBe('draft'));
  });

  test('a missing title and a reserved address show an error, and their field has the focus', async () => {
    await open(paths.addBlog);
    await site.press('Publish...');
    await screen.findByText('Enter a title.');
    await expectFocus(() => field('Title'));
    await expectAccessible();
    await write('A title');
    await write('new', 'Address');
    await site.press('Publish...');
    await confirm('Publish now');
    expect(await screen.findAllByText('This address is reserved. Choose another.')).not.toEqual([]);
    await expectFocus(() => field('Address'));
    await expectAccessible();
  });

  test('what the checks found is put right in the dialog, and is in the text', async () => {
    const id = await openDraft(
      '<p>Water.</p><h1>Deep</h1><figure><img src="/images/one-time-code.svg" alt=""></figure>',
    );
    await site.press('Publish...');
    await site.press(/^Fix: ‘Deep’ is a level 1 heading/);
    await waitFor(() => expect(screen.queryByText(/^‘Deep’ is a level 1 heading/)).toBeNull());
    await site.press(/^Fix: An image has no alt text/);
    await expectFocus(() => screen.getByLabelText('Alt text'));
    await expectAccessible();
    await site.user.keyboard('A code of six digits{Enter}');
    await waitFor(() => expect(screen.queryByText(/^An image has no alt text/)).toBeNull());
    expect((await fetchDraft(id)).content).toContain('<h2>Deep</h2>');
    expect((await fetchDraft(id)).content).toContain('alt="A code of six digits"');
    await site.press(/^Show: There’s no description/);
    await expectFocus(() => field('Description'));
  });

  test('a failed publish shows the page, the reason and what of the text may be its cause, and offers Retry', async () => {
    await openDraft('<p>See <a href="/nowhere">the other</a>.</p>');
    setPublish({ status: 'failed', failed_path: '/blogs/harbour-notes', error: 'The page could not be proven.' });
    await site.press('Publish...');
    await confirm('Publish now');
    await screen.findByText('The page could not be proven.');
    const { dialog, getByRole, findByRole } = await findDialog('Not published');
    expect(dialog.textContent).toContain('/blogs/harbour-notes');
    getByRole('button', { name: 'Retry' });
    await expectAccessible();
    await site.user.click(await findByRole('button', { name: /^Show: The link to \/nowhere/ }));
    await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
  });

  test('a live post is unpublished from the menu, and the result has no link to it', async () => {
    const { id } = await addLive();
    await open(paths.editBlog(id));
    site.network.intercept('GET', '/api/publishes/2', () => Response.json({ id: 2, status: 'live', milliseconds: 42 }));
    await site.press('More actions');
    await site.press('Unpublish');
    await screen.findByText('The post comes off the site and becomes a draft again.');
    await confirm('Unpublish');
    const { findByRole, queryByRole } = await findDialog('Unpublished');
    const back = await findByRole('button', { name: 'Back to posts' });
    expect(queryByRole('button', { name: 'Copy link' })).toBeNull();
    await site.user.click(back);
    expect(site.navigations).toEqual([paths.blogManager]);
    expect((await site.call('GET', `/api/blogs/${id}`)).status).toBe('draft');
  });

  test('again after a lost response publishes only once', async () => {
    const id = await openDraft();
    await write('Own words', 'Description');
    const path = `/api/blogs/${id}/publish`;
    const recover = site.network.intercept('POST', path, async (request) => {
      recover();
      await site.app.fetch(request);
      throw new TypeError('fetch failed');
    });
    await site.press('Publish...');
    await confirm('Publish now');
    await screen.findByText(/^No response from server\./);
    await confirm('Publish now');
    await waitFor(() => expect(site.navigations).toEqual([paths.blogManager]));
    const { blog, draft } = await site.call('GET', draftPath(id));
    expect([blog.status, blog.revision, draft]).toEqual(['published', 2, null]);
  });
});

test('a preview that fails shows the reason and can be retried', async () => {
  const id = await openDraft();
  const recover = site.network.fail('POST', `/api/blogs/${id}/preview-link`, 500, { message: 'Not just now.' });
  await site.press('Preview');
  await screen.findByText('Not just now.');
  recover();
  await site.press('Retry');
  await screen.findByTitle('Page preview');
});

test('a post that does not exist shows an error and the way to the trash', async () => {
  site.open(<BlogEditorIsland />, paths.editBlog(99_999));
  await screen.findByText('Failed to load blog data');
  expect(screen.getByRole('link', { name: 'Open trash' }).getAttribute('href')).toBe(paths.blogTrash);
  await expectAccessible();
});
