import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
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
  signInInOtherTab,
  titleField,
  typeContent,
  typeUnsavedText,
  waitForSaved,
  writePost,
} from '../editor-steps.ts';
import { getOpenDialog, type Site, startSite, pollUntil } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const readContentText = (page: Page) => contentField(page).innerText();

test('typed text is autosaved and still there after a reload', () =>
  site.open({}, async (page) => {
    await openEditor(site, page);
    await saveStatus(page).getByText('No changes yet').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/blogs/drafts', (route) => gate.promise.then(() => route.continue()));
    await titleField(page).fill('Harbour notes');
    await saveStatus(page)
      .getByText(/^(Not saved yet|Saving\.\.\.)$/)
      .waitFor();
    gate.resolve();
    await typeContent(page, 'The water was still.');
    await waitForSaved(page);
    expect(page.url()).toMatch(/\/edit-blog\/\d+$/);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.reload();
    await contentField(page).waitFor();
    await expect.poll(() => titleField(page).inputValue()).toBe('Harbour notes');
    await expect.poll(() => readContentText(page)).toBe('The water was still.');
    expect(await page.getByText('You have unsaved text').count()).toBe(0);
  }));

test('after a crash, unsent text is offered, can be compared and is restored', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    const id = await writePost(site, page);
    await typeUnsavedText(page, ' Words of the last minute.');
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

test('a new post that never reached the server is offered on the page for new posts', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    await openEditor(site, page);
    await page.route('**/api/blogs/drafts', (route) => route.abort('internetdisconnected'));
    await titleField(page).fill('Never sent');
    await typeContent(page, 'Only here.');
    await saveStatus(page)
      .getByText(/Couldn’t save/)
      .waitFor();
    const next = await replaceCrashedTab(page);
    await next.goto(paths.addBlog);
    await button(next, 'Restore').click();
    await waitForSaved(next);
    await expect.poll(() => titleField(next).inputValue()).toBe('Never sent');
    expect(next.url()).toMatch(/\/edit-blog\/\d+$/);
  }));

test('each tab has its own local backup: unsent text of an open tab is not offered in another tab', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    const id = await writePost(site, page);
    await typeUnsavedText(page, ' In the first tab.');
    const other = await page.context().newPage();
    await other.goto(paths.editBlog(id));
    await contentField(other).waitFor();
    await typeContent(other, ' In the second.');
    await waitForSaved(other);
    expect(await other.getByText('You have unsaved text').count()).toBe(0);
    await expect.poll(() => readContentText(page)).toBe('The first words. In the first tab.');
  }));

test('offline, the editor shows it and keeps the text; back online, it saves at once', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    const id = await writePost(site, page);
    await page.context().setOffline(true);
    await typeContent(page, ' On the ferry.');
    await saveStatus(page).getByText('Offline. Saved in this browser').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.context().setOffline(false);
    await waitForSaved(page);
    expect((await fetchDraft(page, id)).content).toContain('On the ferry.');
  }));

test('a failed save shows the reason, and Retry saves', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await writePost(site, page);
    await page.route(DRAFT_ROUTE, (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong here.' } }),
    );
    await typeContent(page, ' More.');
    await saveStatus(page).getByText('Couldn’t save. Something went wrong here.').waitFor();
    await page.unroute(DRAFT_ROUTE);
    await button(page, 'Retry').click();
    await waitForSaved(page);
  }));

test('leaving the page asks for confirmation only while there are unsaved changes', () =>
  site.open({ expected: OFFLINE_ERRORS }, async (page) => {
    await writePost(site, page);
    const dialogTypes: string[] = [];
    page.on('dialog', (nativeDialog) => {
      dialogTypes.push(nativeDialog.type());
      void nativeDialog.dismiss();
    });
    await page.route(DRAFT_ROUTE, (route) => route.abort('internetdisconnected'));
    await typeContent(page, ' Not sent.');
    await page.getByRole('link', { name: 'Back to Blog manager' }).click();
    await getOpenDialog(page).getByText('You have unsaved changes').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, 'Stay').click();
    await page.close({ runBeforeUnload: true });
    await pollUntil(async () => dialogTypes.length > 0, 'the beforeunload dialog opens');
    expect(dialogTypes).toEqual(['beforeunload']);
    expect(page.isClosed()).toBe(false);

    await page.unroute(DRAFT_ROUTE);
    await page.getByRole('link', { name: 'Back to Blog manager' }).click();
    await page.waitForURL((url) => url.pathname === paths.blogManager);
    expect(dialogTypes).toEqual(['beforeunload']);
  }));

test('when the session ends, the text stays and is saved after signing in again', () =>
  site.open({ expected: [/401/] }, async (page) => {
    const id = await writePost(site, page);
    await call(page, 'POST', '/api/auth/logout', {});
    await typeContent(page, ' After the end.');
    await saveStatus(page)
      .getByText(/Your session has ended/)
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await expect.poll(() => readContentText(page)).toContain('After the end.');
    await signInInOtherTab(site, page);
    await waitForSaved(page);
    expect((await fetchDraft(page, id)).content).toContain('After the end.');
  }));

test('the text of a post that was deleted meanwhile can be saved as a new post', () =>
  site.open({ expected: [/404/] }, async (page) => {
    const id = await writePost(site, page);
    await call(page, 'DELETE', `/api/blogs/${id}`);
    await typeContent(page, ' Still typing.');
    await page.getByText('Your text is still here').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, 'Save as a new post').click();
    await waitForSaved(page);
    const next = Number(/\d+$/.exec(page.url())?.[0]);
    expect(next).not.toBe(id);
    expect((await fetchDraft(page, next)).content).toContain('Still typing.');
  }));
