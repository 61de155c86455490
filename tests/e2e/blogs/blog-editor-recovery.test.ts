import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { chooseAction, waitForToast } from '../crud-steps.ts';
import {
  DRAFT_ROUTE,
  OFFLINE_ERRORS,
  button,
  call,
  contentField,
  fetchDraft,
  openEditor,
  replaceCrashedTab,
  saveStatus,
  titleField,
  typeContent,
  typeUnsavedText,
  waitForSaved,
  writePost,
} from '../editor-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite, pollUntil } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const textField = (page: Page, name: string) => page.getByRole('textbox', { name });

test.each([
  ['Preview', 'PreviewDialog', '.preview-widths'],
  ['Revisions', 'RevisionsDialog', '.revisions'],
  ['Choose image', 'CoverPicker', '.cover-drop'],
  ['Publish...', 'PublishDialog', '.button-primary'],
])('%s while its code cannot be loaded: an error with Retry is shown and the text stays', (label, chunk, part) =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    await writePost(site, page);
    await page.route(`**/${chunk}.*`, (route) => route.abort('internetdisconnected'));
    await button(page, label).click();
    await getOpenDialog(page).getByText('Couldn’t load this').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await titleField(page).inputValue()).toBe('Harbour notes');
    await page.unroute(`**/${chunk}.*`);
    await getOpenDialog(page).getByRole('button', { name: 'Retry' }).click();
    await getOpenDialog(page).locator(part).first().waitFor();
  }),
);

test('the editor whose code could not be loaded comes with Retry once the server responds', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    await signInAs(site, page);
    await page.route('**/RichTextEditor.*', (route) => route.abort('internetdisconnected'));
    await page.goto(paths.addBlog);
    await page.getByText('Couldn’t load the editor').waitFor();
    await page.unroute('**/RichTextEditor.*');
    await button(page, 'Retry').click();
    await page.locator('.ProseMirror').waitFor();
  }));

test('unsaved text of a post that was deleted is offered as a new post', () =>
  site.open({ expected: [...OFFLINE_ERRORS, /404/] }, async (page) => {
    const id = await writePost(site, page);
    await typeUnsavedText(page, ' Words of the last minute.');
    await call(page, 'DELETE', `/api/blogs/${id}`);
    const next = await replaceCrashedTab(page);
    await next.goto(paths.editBlog(id));
    await next.getByRole('heading', { name: 'You have unsaved text' }).waitFor();
    expect(await findAxeViolations(next)).toEqual([]);
    await button(next, 'Restore').click();
    await next.waitForURL((url) => url.pathname === paths.addBlog);
    await button(next, 'Restore').click();
    await waitForSaved(next);
    const newId = Number(/\d+$/.exec(next.url())?.[0]);
    expect(newId).not.toBe(id);
    expect((await fetchDraft(next, newId)).content).toBe('<p>The first words. Words of the last minute.</p>');
    await next.goto(paths.editBlog(id));
    await next.getByRole('link', { name: 'Open trash' }).click();
    await chooseAction(next, 'Harbour notes', 'Restore');
    await waitForToast(next, 'Harbour notes restored as a draft');
  }));

test('unsaved text in the local draft store of an earlier build is migrated and offered', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    const id = await writePost(site, page);
    await typeUnsavedText(page, ' Words of the last minute.');
    const next = await replaceCrashedTab(page);
    await next.goto(paths.terms);
    await next.evaluate(downgradeLocalDrafts);
    await next.goto(paths.editBlog(id));
    await next.getByRole('heading', { name: 'You have unsaved text' }).waitFor();
    await button(next, 'Restore').click();
    await waitForSaved(next);
    expect((await fetchDraft(next, id)).content).toBe('<p>The first words. Words of the last minute.</p>');
  }));

/** Rewrites the local drafts into version 1 of the store, whose key was `session`. */
async function downgradeLocalDrafts(): Promise<void> {
  const run = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const newer = await run(indexedDB.open('drafts'));
  const records: { clientId: string }[] = await run(newer.transaction('unsaved').objectStore('unsaved').getAll());
  newer.close();
  await run(indexedDB.deleteDatabase('drafts'));
  const opening = indexedDB.open('drafts', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('unsaved', { keyPath: 'session' });
  const older = await run(opening);
  const store = older.transaction('unsaved', 'readwrite').objectStore('unsaved');
  for (const { clientId, ...record } of records) await run(store.put({ ...record, session: clientId }));
  older.close();
}

test('line breaks, tabs and control characters inserted into single-line fields become spaces and are saved', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page);
    for (const name of ['Title', 'Description', 'Author']) {
      await textField(page, name).fill('');
      await textField(page, name).focus();
      await page.keyboard.insertText('From\ta slide\u000band\u2028more');
    }
    await textField(page, 'Description').press('Enter');
    await pollUntil(
      async () => (await fetchDraft(page, id)).fields.author_name === 'From a slide and more',
      'it is saved',
    );
    const { fields } = await fetchDraft(page, id);
    expect(fields).toMatchObject({ title: 'From a slide and more', description: 'From a slide and more' });
  }));

test('the address field can be cleared and retyped; left empty, it returns to its previous value', () =>
  site.open({}, async (page) => {
    await openEditor(site, page, paths.editBlog(1));
    const address = textField(page, 'Address');
    const initialSlug = await address.inputValue();
    await address.press('Control+a');
    await address.press('Delete');
    expect(await address.inputValue()).toBe('');
    await page.keyboard.type('Written anew');
    expect(await address.inputValue()).toBe('written-anew');
    await address.fill('');
    await textField(page, 'Author').focus();
    expect(await address.inputValue()).toBe(initialSlug);
    await waitForSaved(page);
  }));

test('confirming the unsaved-changes dialog triggers no beforeunload dialog', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    await writePost(site, page);
    const dialogTypes: string[] = [];
    page.on('dialog', (nativeDialog) => {
      dialogTypes.push(nativeDialog.type());
      void nativeDialog.accept();
    });
    await page.route(DRAFT_ROUTE, (route) => route.abort('internetdisconnected'));
    await typeContent(page, ' Not sent.');
    await page.getByRole('link', { name: 'Back to Blog manager' }).click();
    await button(page, 'Leave').click();
    await page.waitForURL((url) => url.pathname === paths.blogManager);
    expect(dialogTypes).toEqual([]);
  }));

/** Longer than the pause in typing after which an address is checked. */
const SLUG_CHECK_MS = 1_000;

test('when another user signs in in this browser, saving stops with a message until the first user is back', () =>
  site.open({}, async (page) => {
    // The address of the post is derived only when the other user is signed in: a check would be a 403.
    const isDeriving = Promise.withResolvers<void>();
    const mayDerive = Promise.withResolvers<void>();
    await page.route('**/slugify.*', async (route) => {
      isDeriving.resolve();
      await mayDerive.promise;
      await route.continue();
    });
    await page.clock.install();
    const id = await writePost(site, page);
    await isDeriving.promise;
    const ownStorage = await page.evaluate(() => ({ ...localStorage }));
    const other = await page.context().newPage();
    await signInAs(site, other, 'user');
    await other.goto(paths.privacy);
    await saveStatus(page)
      .getByText(/Your session has ended/)
      .waitFor();
    mayDerive.resolve();
    await page.getByText('Post address: /blogs/harbour-notes').waitFor();
    await page.clock.runFor(SLUG_CHECK_MS);
    await typeContent(page, ' After that.');
    await other.evaluate((stored) => {
      for (const key of ['user', 'token']) localStorage.setItem(key, stored[key] ?? '');
    }, ownStorage);
    await waitForSaved(page);
    await pollUntil(async () => (await fetchDraft(page, id)).content.includes('After that.'), 'it is saved');
  }));

test('text typed while a revision is being restored is kept and saved', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page, 'The first version.');
    await page.reload();
    await typeContent(page, ' More of it.');
    await waitForSaved(page);
    await button(page, 'Revisions').click();
    await getOpenDialog(page).locator('.revision-list button').last().click();
    const requestSent = Promise.withResolvers<void>();
    const mayRespond = Promise.withResolvers<void>();
    await page.route('**/restore', async (route) => {
      const response = await route.fetch();
      requestSent.resolve();
      await mayRespond.promise;
      await route.fulfill({ response });
    });
    await button(page, 'Restore this revision').click();
    await requestSent.promise;
    await page.keyboard.press('Escape');
    await typeContent(page, ' Words of the meantime.');
    mayRespond.resolve();
    await page.getByText('You kept writing').waitFor();
    await waitForSaved(page);
    const expected = '<p>The first version. More of it. Words of the meantime.</p>';
    await pollUntil(async () => (await fetchDraft(page, id)).content === expected, 'it is saved');
  }));

test('publishing again after a lost response publishes only once', () =>
  site.open({ expected: [...OFFLINE_ERRORS, /409/] }, async (page) => {
    const id = await writePost(site, page);
    await textField(page, 'Description').fill('Own words');
    await page.route(
      '**/api/blogs/*/publish',
      async (route) => {
        await route.fetch();
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );
    await button(page, 'Publish...').click();
    await getOpenDialog(page).locator('.button-primary').click();
    await getOpenDialog(page).getByText('No response from server.').waitFor();
    await getOpenDialog(page).locator('.button-primary').click();
    await page.waitForURL((url) => url.pathname === paths.blogManager);
    const { blog, draft } = await call(page, 'GET', `/api/blogs/${id}/draft`);
    expect([blog.status, blog.revision, draft]).toEqual(['published', 2, null]);
  }));

test('publishing while an earlier release is pinned says what it waits for', () =>
  site.open({}, async (page) => {
    await writePost(site, page);
    const { data } = await call(page, 'GET', '/api/releases');
    const earlier = data.find((release: { is_current: boolean }) => !release.is_current);
    await call(page, 'POST', `/api/releases/${earlier.id}/restore`, {});
    await button(page, 'Publish...').click();
    await getOpenDialog(page).locator('.button-primary').click();
    await getOpenDialog(page).getByText(`Publishing is paused at release ${earlier.id}`).waitFor();
    await call(page, 'POST', '/api/releases/resume', {});
    await getOpenDialog(page)
      .getByText(/^Live \(took /)
      .waitFor();
    expect(await contentField(page).count()).toBe(1);
  }));
