import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import {
  button,
  call,
  contentField,
  crash,
  dialog,
  draftOf,
  openEditor,
  status,
  titleField,
  typeContent,
  waitForSaved,
  writePost,
} from '../editor-steps.ts';
import { violationsOf } from '../sign-in-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite, until } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /failed request/];
const DRAFT = '**/api/blogs/*/draft';
const field = (page: Page, name: string) => page.getByRole('textbox', { name });

test.each([
  ['Preview', 'PreviewDialog', '.preview-widths'],
  ['Revisions', 'RevisionsDialog', '.revisions'],
  ['Choose a picture', 'CoverPicker', 'input[type=file]'],
  ['Save draft', 'PublishDialog', '.button-primary'],
])('%s while the server is away: the screen and the text stay, and it is tried again', (label, chunk, part) =>
  site.open({ expected: OFFLINE }, async (page) => {
    await writePost(site, page);
    await page.route(`**/${chunk}.*`, (route) => route.abort('internetdisconnected'));
    await button(page, label).click();
    await dialog(page).getByText('This could not be loaded').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await titleField(page).inputValue()).toBe('Harbour notes');
    await page.unroute(`**/${chunk}.*`);
    await dialog(page).getByRole('button', { name: 'Retry' }).click();
    await dialog(page).locator(part).first().waitFor();
  }),
);

test('what was not saved when its post was thrown away is offered as a new post', () =>
  site.open({ expected: [...OFFLINE, /404/] }, async (page) => {
    const id = await writePost(site, page);
    await page.route(DRAFT, (route) => route.abort('internetdisconnected'));
    await typeContent(page, ' Words of the last minute.');
    await status(page)
      .getByText(/Could not save/)
      .waitFor();
    const context = page.context();
    await call(page, 'DELETE', `/api/blogs/${id}`);
    await crash(page);
    await page.close();

    const next = await context.newPage();
    await next.goto(paths.editBlog(id));
    await next.getByRole('heading', { name: 'You have text that was not saved' }).waitFor();
    expect(await violationsOf(next)).toEqual([]);
    await button(next, 'Restore').click();
    await next.waitForURL((url) => url.pathname === paths.addBlog);
    await button(next, 'Restore').click();
    await waitForSaved(next);
    const made = Number(/\d+$/.exec(next.url())?.[0]);
    expect(made).not.toBe(id);
    expect((await draftOf(next, made)).content).toBe('<p>The first words. Words of the last minute.</p>');
    await next.goto(paths.editBlog(id));
    await next.getByRole('link', { name: 'Look into the trash' }).click();
    await button(next, 'Restore Harbour notes').first().click();
    await next.getByText('Harbour notes is back, as a draft.').waitFor();
  }));

test('unsaved text in the store of an earlier version of the site is copied and offered', () =>
  site.open({ expected: OFFLINE }, async (page) => {
    const id = await writePost(site, page);
    await page.route(DRAFT, (route) => route.abort('internetdisconnected'));
    await typeContent(page, ' Words of the last minute.');
    await status(page)
      .getByText(/Could not save/)
      .waitFor();
    const context = page.context();
    await crash(page);
    await page.close();

    const next = await context.newPage();
    await next.goto(paths.terms);
    await next.evaluate(downgradeLocalDrafts);
    await next.goto(paths.editBlog(id));
    await next.getByRole('heading', { name: 'You have text that was not saved' }).waitFor();
    await button(next, 'Restore').click();
    await waitForSaved(next);
    expect((await draftOf(next, id)).content).toBe('<p>The first words. Words of the last minute.</p>');
  }));

/** Writes the local drafts back as version 1 kept them: with `session` as the key. */
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

test('breaks, tabs and control characters that are pasted into one line do not stand in the way of saving', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page);
    for (const name of ['Title', 'Description', 'Author']) {
      await field(page, name).fill('');
      await field(page, name).focus();
      await page.keyboard.insertText('From\ta slide\u000band\u2028more');
    }
    await field(page, 'Description').press('Enter');
    await until(async () => (await draftOf(page, id)).fields.author_name === 'From a slide and more', 'it is saved');
    const { fields } = await draftOf(page, id);
    expect(fields).toMatchObject({ title: 'From a slide and more', description: 'From a slide and more' });
  }));

test('the address can be emptied and written anew, and comes back when it is left empty', () =>
  site.open({}, async (page) => {
    await openEditor(site, page, paths.editBlog(1));
    const address = field(page, 'Address');
    const own = await address.inputValue();
    await address.press('Control+a');
    await address.press('Delete');
    expect(await address.inputValue()).toBe('');
    await page.keyboard.type('Written anew');
    expect(await address.inputValue()).toBe('written-anew');
    await address.fill('');
    await field(page, 'Author').focus();
    expect(await address.inputValue()).toBe(own);
    await waitForSaved(page);
  }));

test('confirming the unsaved-changes dialog triggers no beforeunload dialog', () =>
  site.open({ expected: OFFLINE }, async (page) => {
    await writePost(site, page);
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.type());
      void question.accept();
    });
    await page.route(DRAFT, (route) => route.abort('internetdisconnected'));
    await typeContent(page, ' Not sent.');
    await page.getByRole('link', { name: 'Blog Categories' }).click();
    await button(page, 'Leave').click();
    await page.waitForURL((url) => url.pathname === paths.categoryManager);
    expect(asked).toEqual([]);
  }));

test('when somebody else signs in here, nothing is saved in their name, and it says so', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page);
    const mine = await page.evaluate(() => ({ ...localStorage }));
    const other = await page.context().newPage();
    await signInAs(site, other, 'user');
    await other.goto(paths.privacy);
    await status(page)
      .getByText(/your session has ended/)
      .waitFor();
    await typeContent(page, ' After that.');
    await other.evaluate((kept) => {
      for (const key of ['user', 'token']) localStorage.setItem(key, kept[key] ?? '');
    }, mine);
    await waitForSaved(page);
    await until(async () => (await draftOf(page, id)).content.includes('After that.'), 'it is saved');
  }));

test('what is typed while a revision is restored stays, and is saved on top', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page, 'The first version.');
    await page.reload();
    await typeContent(page, ' More of it.');
    await waitForSaved(page);
    await button(page, 'Revisions').click();
    await dialog(page).locator('.revision-list button').last().click();
    const asked = Promise.withResolvers<void>();
    const typed = Promise.withResolvers<void>();
    await page.route('**/restore', async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await typed.promise;
      await route.fulfill({ response });
    });
    await button(page, 'Restore this revision').click();
    await asked.promise;
    await page.keyboard.press('Escape');
    await typeContent(page, ' Words of the meantime.');
    typed.resolve();
    await page.getByText('You went on writing').waitFor();
    await waitForSaved(page);
    const all = '<p>The first version. More of it. Words of the meantime.</p>';
    await until(async () => (await draftOf(page, id)).content === all, 'it is saved');
  }));

test('an answer to publishing that is lost: pressed again, it is published once', () =>
  site.open({ expected: [...OFFLINE, /409/] }, async (page) => {
    const id = await writePost(site, page);
    await field(page, 'Description').fill('Own words');
    await page.getByLabel('Status').selectOption('published');
    await page.route(
      '**/api/blogs/*/publish',
      async (route) => {
        await route.fetch();
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );
    await button(page, 'Publish').click();
    await dialog(page).locator('.button-primary').click();
    await dialog(page).getByText('No response from server.').waitFor();
    await dialog(page).locator('.button-primary').click();
    await page.waitForURL((url) => url.pathname === paths.blogManager);
    const { blog, draft } = await call(page, 'GET', `/api/blogs/${id}/draft`);
    expect([blog.status, blog.revision, draft]).toEqual(['published', 2, null]);
  }));

test('publishing while an earlier release is held says what it waits for', () =>
  site.open({}, async (page) => {
    await writePost(site, page);
    const { data } = await call(page, 'GET', '/api/releases');
    const earlier = data.find((release: { is_current: boolean }) => !release.is_current);
    await call(page, 'POST', `/api/releases/${earlier.id}/restore`, {});
    await page.getByLabel('Status').selectOption('published');
    await button(page, 'Publish').click();
    await dialog(page).locator('.button-primary').click();
    await dialog(page).getByText(`publishing is held at release ${earlier.id}`).waitFor();
    await call(page, 'POST', '/api/releases/resume', {});
    await dialog(page)
      .getByText(/^Live in /)
      .waitFor();
    expect(await contentField(page).count()).toBe(1);
  }));
