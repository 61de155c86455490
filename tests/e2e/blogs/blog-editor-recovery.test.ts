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
import { getOpenDialog, pollUntil, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const readContentText = (page: Page) => contentField(page).innerText();

/** The dialogs whose code is loaded when they are opened, and a part of each. */
const LAZY_DIALOGS = [
  ['Preview', 'PreviewDialog', '.preview-widths'],
  ['Revisions', 'RevisionsDialog', '.revisions'],
  ['Choose image', 'ImagePicker', '.image-drop'],
  ['Publish...', 'PublishDialog', '.button-primary'],
] as const;

test('code that could not be loaded is loaded with Retry, and the text stays', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    const refuse = (chunk: string) => page.route(`**/${chunk}.*`, (route) => route.abort('internetdisconnected'));
    await signInAs(site, page);
    await refuse('RichTextEditor');
    await page.goto(paths.addBlog);
    await page.getByText('Couldn’t load the editor').waitFor();
    await page.unroute('**/RichTextEditor.*');
    await button(page, 'Retry').click();
    await contentField(page).waitFor();
    await titleField(page).fill('Harbour notes');
    await waitForSaved(page);
    for (const [label, chunk, part] of LAZY_DIALOGS) {
      await refuse(chunk);
      await button(page, label).click();
      await getOpenDialog(page).getByText('Couldn’t load this').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await titleField(page).inputValue()).toBe('Harbour notes');
      await page.unroute(`**/${chunk}.*`);
      await getOpenDialog(page).getByRole('button', { name: 'Retry' }).click();
      await getOpenDialog(page).locator(part).first().waitFor();
      await page.keyboard.press('Escape');
      await getOpenDialog(page).waitFor({ state: 'detached' });
    }
  }));

test('unsent text is offered once its tab has crashed, can be compared and is restored', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    const id = await writePost(site, page);
    await typeUnsavedText(page, ' Words of the last minute.');
    const other = await page.context().newPage();
    await other.goto(paths.editBlog(id));
    await contentField(other).waitFor();
    await other.getByText('Also open: you, in another tab').waitFor();
    expect(await other.getByText('You have unsaved text').count(), 'its tab saves it').toBe(0);
    await other.close();

    const next = await replaceCrashedTab(page);
    await next.goto(paths.editBlog(id));
    await next.getByRole('heading', { name: 'You have unsaved text' }).waitFor();
    await expect.poll(() => readContentText(next)).toBe('The first words.');
    expect(await findAxeViolations(next)).toEqual([]);
    await button(next, 'Compare').click();
    await expect.poll(() => getOpenDialog(next).locator('ins').innerText()).toContain('Words of the last minute.');
    expect(await findAxeViolations(next)).toEqual([]);
    await getOpenDialog(next).getByRole('button', { name: 'Restore' }).click();
    await waitForSaved(next);
    await expect.poll(() => readContentText(next)).toBe('The first words. Words of the last minute.');
    await next.reload();
    await contentField(next).waitFor();
    await expect.poll(() => readContentText(next)).toContain('Words of the last minute.');
    expect(await next.getByText('You have unsaved text').count()).toBe(0);
  }));

test('what was typed up to the moment that the screen fails is offered after a reload, and the error is reported', () =>
  site.open({ expected: [...OFFLINE_ERRORS, /TypeError|Cannot read|not iterable|React/] }, async (page) => {
    await openEditor(site, page, paths.addBlog);
    // Presence without its list makes the screen fail when it is rendered; the response waits for the last word.
    let answer: () => void = () => undefined;
    const isTyped = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/blogs/*/editors', async (route) => {
      await isTyped;
      await route.fulfill({ json: { editors: null } });
    });
    await titleField(page).fill('Harbour notes');
    await contentField(page).click();
    const presence = page.waitForRequest('**/api/blogs/*/editors');
    await page.keyboard.type('The first words.');
    await presence;
    await page.route(DRAFT_ROUTE, (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    );
    const reported = page.waitForRequest('**/api/client-errors');
    await page.keyboard.type(' And the last ones.');
    answer();
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('Your drafts are saved.').waitFor();
    expect((await reported).postDataJSON()).toMatchObject({ name: 'TypeError', page: page.url() });
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute('**/api/blogs/*/editors');
    await page.unroute(DRAFT_ROUTE);
    await button(page, 'Reload').click();
    await button(page, 'Restore').click();
    await expect.poll(() => contentField(page).innerText()).toBe('The first words. And the last ones.');
    expect(await titleField(page).inputValue()).toBe('Harbour notes');
  }));

test('unsent text of a deleted post, kept by an earlier build, is offered as a new post', () =>
  site.open({ expected: [...OFFLINE_ERRORS, /404/] }, async (page) => {
    const id = await writePost(site, page);
    await typeUnsavedText(page, ' Words of the last minute.');
    await call(page, 'DELETE', `/api/blogs/${id}`);
    const next = await replaceCrashedTab(page);
    await next.goto(paths.terms);
    await next.evaluate(downgradeLocalDrafts);
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

test('leaving with unsaved changes is asked about once: by a dialog for a link, by the browser for the tab', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    await writePost(site, page);
    const dialogTypes: string[] = [];
    page.on('dialog', (nativeDialog) => {
      dialogTypes.push(nativeDialog.type());
      void nativeDialog.dismiss();
    });
    await page.route(DRAFT_ROUTE, (route) => route.abort('internetdisconnected'));
    await typeContent(page, ' Not sent.');
    const back = page.getByRole('link', { name: 'Back to Blog manager' });
    await back.click();
    await getOpenDialog(page).getByText('You have unsaved changes').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, 'Stay').click();
    await page.close({ runBeforeUnload: true });
    await pollUntil(async () => dialogTypes.length > 0, 'the beforeunload dialog opens');
    expect(page.isClosed()).toBe(false);
    await back.click();
    await button(page, 'Leave').click();
    await page.waitForURL((url) => url.pathname === paths.blogManager);
    expect(dialogTypes).toEqual(['beforeunload']);
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
