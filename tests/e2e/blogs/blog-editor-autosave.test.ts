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
  signInElsewhere,
  status,
  titleField,
  typeContent,
  waitForSaved,
  writePost,
} from '../editor-steps.ts';
import { violationsOf } from '../sign-in-steps.ts';
import { type Site, startSite, until } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /failed request/];
const textIn = (page: Page) => contentField(page).innerText();

test('what is typed is saved by itself, and is there again after a reload', () =>
  site.open({}, async (page) => {
    await openEditor(site, page);
    await status(page).getByText('Nothing to save yet').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/blogs/drafts', (route) => gate.promise.then(() => route.continue()));
    await titleField(page).fill('Harbour notes');
    await status(page)
      .getByText(/^(Not saved yet|Saving…)$/)
      .waitFor();
    gate.resolve();
    await typeContent(page, 'The water was still.');
    await waitForSaved(page);
    expect(page.url()).toMatch(/\/edit-blog\/\d+$/);
    expect(await violationsOf(page)).toEqual([]);
    await page.reload();
    await contentField(page).waitFor();
    await expect.poll(() => titleField(page).inputValue()).toBe('Harbour notes');
    await expect.poll(() => textIn(page)).toBe('The water was still.');
    expect(await page.getByText('You have text that was not saved').count()).toBe(0);
  }));

test('after a crash the text that was not sent is offered back, compared, and restored', () =>
  site.open({ expected: OFFLINE }, async (page) => {
    const id = await writePost(site, page);
    await page.route('**/api/blogs/*/draft', (route) => route.abort('internetdisconnected'));
    await typeContent(page, ' Words of the last minute.');
    await status(page)
      .getByText(/Could not save/)
      .waitFor();
    const context = page.context();
    await crash(page);
    await page.close();

    const next = await context.newPage();
    await next.goto(paths.editBlog(id));
    await next.getByRole('heading', { name: 'You have text that was not saved' }).waitFor();
    await expect.poll(() => textIn(next)).toBe('The first words.');
    expect(await violationsOf(next)).toEqual([]);
    await button(next, 'Compare').click();
    await expect.poll(() => dialog(next).locator('ins').innerText()).toContain('Words of the last minute.');
    expect(await violationsOf(next)).toEqual([]);
    await dialog(next).getByRole('button', { name: 'Restore' }).click();
    await waitForSaved(next);
    await expect.poll(() => textIn(next)).toBe('The first words. Words of the last minute.');
    await next.reload();
    await contentField(next).waitFor();
    await expect.poll(() => textIn(next)).toContain('Words of the last minute.');
    expect(await next.getByText('You have text that was not saved').count()).toBe(0);
  }));

test('a new post that never reached the server is offered back where new posts are written', () =>
  site.open({ expected: OFFLINE }, async (page) => {
    await openEditor(site, page);
    await page.route('**/api/blogs/drafts', (route) => route.abort('internetdisconnected'));
    await titleField(page).fill('Never sent');
    await typeContent(page, 'Only here.');
    await status(page)
      .getByText(/Could not save/)
      .waitFor();
    const context = page.context();
    await crash(page);
    await page.close();
    const next = await context.newPage();
    await next.goto(paths.addBlog);
    await button(next, 'Restore').click();
    await waitForSaved(next);
    await expect.poll(() => titleField(next).inputValue()).toBe('Never sent');
    expect(next.url()).toMatch(/\/edit-blog\/\d+$/);
  }));

test('two tabs keep copies of their own: an open one is not offered what the other types', () =>
  site.open({ expected: OFFLINE }, async (page) => {
    const id = await writePost(site, page);
    await page.route('**/api/blogs/*/draft', (route) => route.abort('internetdisconnected'));
    await typeContent(page, ' In the first tab.');
    await status(page)
      .getByText(/Could not save/)
      .waitFor();
    const other = await page.context().newPage();
    await other.goto(paths.editBlog(id));
    await contentField(other).waitFor();
    await typeContent(other, ' In the second.');
    await waitForSaved(other);
    expect(await other.getByText('You have text that was not saved').count()).toBe(0);
    await expect.poll(() => textIn(page)).toBe('The first words. In the first tab.');
  }));

test('offline it says so and keeps the text; online it saves at once', () =>
  site.open({ expected: OFFLINE }, async (page) => {
    const id = await writePost(site, page);
    await page.context().setOffline(true);
    await typeContent(page, ' On the ferry.');
    await status(page).getByText('Offline: kept in this browser').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.context().setOffline(false);
    await waitForSaved(page);
    expect((await draftOf(page, id)).content).toContain('On the ferry.');
  }));

test('a failed save says why, and Retry saves', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await writePost(site, page);
    await page.route('**/api/blogs/*/draft', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong here.' } }),
    );
    await typeContent(page, ' More.');
    await status(page).getByText('Could not save: Something went wrong here.').waitFor();
    await page.unroute('**/api/blogs/*/draft');
    await button(page, 'Retry').click();
    await waitForSaved(page);
  }));

test('leaving is asked about only while something is not saved', () =>
  site.open({ expected: OFFLINE }, async (page) => {
    await writePost(site, page);
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.type());
      void question.dismiss();
    });
    await page.route('**/api/blogs/*/draft', (route) => route.abort('internetdisconnected'));
    await typeContent(page, ' Not sent.');
    await page.getByRole('link', { name: 'Blog Categories' }).click();
    await dialog(page).getByText('This is not saved yet').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button(page, 'Stay').click();
    await page.close({ runBeforeUnload: true });
    await until(async () => asked.length > 0, 'the browser asks');
    expect(asked).toEqual(['beforeunload']);
    expect(page.isClosed()).toBe(false);

    await page.unroute('**/api/blogs/*/draft');
    await page.getByRole('link', { name: 'Blog Categories' }).click();
    await page.waitForURL((url) => url.pathname === paths.categoryManager);
    expect(asked).toEqual(['beforeunload']);
  }));

test('when the session ends the text stays, and is saved after signing in again', () =>
  site.open({ expected: [/401/] }, async (page) => {
    const id = await writePost(site, page);
    await call(page, 'POST', '/api/auth/logout', {});
    await typeContent(page, ' After the end.');
    await status(page)
      .getByText(/your session has ended/)
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await expect.poll(() => textIn(page)).toContain('After the end.');
    await signInElsewhere(site, page);
    await waitForSaved(page);
    expect((await draftOf(page, id)).content).toContain('After the end.');
  }));

test('a post that was deleted meanwhile: the text becomes a new one', () =>
  site.open({ expected: [/404/] }, async (page) => {
    const id = await writePost(site, page);
    await call(page, 'DELETE', `/api/blogs/${id}`);
    await typeContent(page, ' Still typing.');
    await page.getByText('Your text is still here').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button(page, 'Save as a new post').click();
    await waitForSaved(page);
    const next = Number(/\d+$/.exec(page.url())?.[0]);
    expect(next).not.toBe(id);
    expect((await draftOf(page, next)).content).toContain('Still typing.');
  }));
