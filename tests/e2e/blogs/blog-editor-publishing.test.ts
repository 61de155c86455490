import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import {
  button,
  call,
  contentField,
  dialog,
  openEditor,
  titleField,
  typeContent,
  waitForSaved,
  writePost,
} from '../editor-steps.ts';
import { violationsOf } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({}, createOffsetClock());
});
afterAll(() => site.close());

const chooseStatus = (page: Page, name: string) => page.getByRole('combobox', { name: 'Status' }).selectOption(name);
const backAtTheManager = async (page: Page, toast: string) => {
  // First what goes by itself: the page may still be loading then.
  await page.getByText(toast).waitFor();
  await page.waitForURL((url) => url.pathname === paths.blogManager);
};

async function publish(page: Page): Promise<void> {
  await chooseStatus(page, 'published');
  await page.locator('.drafting-actions .button-primary').click();
  await dialog(page).locator('.button-primary').click();
}

test('a post is written, checked, published, proven live, and readers see it', () =>
  site.open({}, async (page) => {
    await writePost(site, page, 'The water was still.');
    await page.getByRole('checkbox', { name: 'Writing' }).check();
    await chooseStatus(page, 'published');
    await button(page, 'Publish').click();
    await dialog(page).getByText('There is no description').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog(page)
      .getByRole('button', { name: /^Show: There is no description/ })
      .click();
    await page.getByLabel('Description').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Notes of a walk.');
    await page.keyboard.press('Control+Enter');
    await dialog(page).getByText('Readers see the post at once.').waitFor();
    expect(await dialog(page).getByText('Worth another look').count()).toBe(0);
    await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click();
    // Whoever is at the link is not taken away from it.
    const link = dialog(page).getByRole('link', { name: 'See it' });
    await link.focus();
    await dialog(page)
      .getByText(/^Live in \d/)
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const address = await link.getAttribute('href');
    await button(page, 'Back to the blog manager').click();
    await backAtTheManager(page, 'Blog created successfully');
    await page.goto(address ?? '');
    await page.getByRole('heading', { name: 'Harbour notes', level: 1 }).waitFor();
    await expect.poll(() => page.locator('main').innerText()).toContain('The water was still.');
  }));

test('a live post changes by publishing only; changes are discarded into the revisions', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page, 'Version one.');
    await publish(page);
    await backAtTheManager(page, 'Blog created successfully');
    await page.goto(paths.editBlog(id));
    await typeContent(page, ' Version two.');
    await waitForSaved(page);
    const live = await call(page, 'GET', `/api/blogs/${id}`);
    expect(live.content).toBe('<p>Version one.</p>');
    await button(page, 'Discard changes').click();
    expect(await violationsOf(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('They stay in the revisions.').waitFor();
    await expect.poll(() => contentField(page).innerText()).toBe('Version one.');
    await button(page, 'Publish changes').click();
    await page.getByText('Nothing has changed since this was saved last.').waitFor();

    await typeContent(page, ' Version three.');
    await button(page, 'Publish changes').click();
    await dialog(page).locator('.button-primary').click();
    await backAtTheManager(page, 'Blog updated successfully');
    await page.goto(paths.blog(live.slug));
    await expect.poll(() => page.locator('main').innerText()).toContain('Version one. Version three.');
  }));

test('a post is scheduled with both time zones in sight, and unscheduled', () =>
  site.open({ timezoneId: 'Europe/Berlin' }, async (page) => {
    const id = await writePost(site, page, 'For later.');
    await chooseStatus(page, 'published');
    await page.getByLabel('Date of publication').fill('2031-03-01T09:30');
    const when = page.locator('.when-field');
    await when.getByText('Your time zone: Europe/Berlin').waitFor();
    await expect.poll(() => when.innerText()).toMatch(/9:30 am.*Europe\/Berlin\s+.*9:30 pm.*Pacific\/Auckland/s);
    expect(await violationsOf(page)).toEqual([]);
    await button(page, 'Schedule').click();
    await dialog(page).locator('.button-primary').click();
    await backAtTheManager(page, 'Blog created successfully');
    const scheduled = await call(page, 'GET', `/api/blogs/${id}`);
    expect(scheduled).toMatchObject({ status: 'published', published_at: '2031-03-01T08:30:00.000Z' });
    expect((await fetch(new URL(paths.blog(scheduled.slug), site.origin))).status).toBe(404);

    await page.goto(paths.editBlog(id));
    await chooseStatus(page, 'draft');
    await button(page, 'Unschedule').click();
    await dialog(page).locator('.button-primary').click();
    await backAtTheManager(page, 'Blog updated successfully');
    expect((await call(page, 'GET', `/api/blogs/${id}`)).status).toBe('draft');
  }));

test('without a title nothing is asked of the server; a wrong address is told at its field', () =>
  site.open({ expected: [/400/] }, async (page) => {
    await openEditor(site, page);
    await button(page, 'Save draft').click();
    await page.getByText('Please give the post a title.').waitFor();
    await expect.poll(() => titleField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await titleField(page).fill('A title');
    await page.getByLabel('Address').fill('new');
    await button(page, 'Save draft').click();
    await dialog(page).locator('.button-primary').click();
    await page.getByText('This address is reserved; choose another.').first().waitFor();
    await expect
      .poll(() => page.getByLabel('Address').evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(await violationsOf(page)).toEqual([]);
  }));

test('a publish that fails says where and why, and is tried again', () =>
  site.open({}, async (page) => {
    await writePost(site, page);
    const fail = { status: 'failed', failed_path: '/blogs/harbour-notes', error: 'The page could not be proven.' };
    await page.route(/\/api\/publishes\/(events|\d+)$/, async (route) => {
      if (route.request().url().endsWith('events'))
        return route.fulfill({ contentType: 'text/event-stream', body: '' });
      const answer = await route.fetch();
      return route.fulfill({ json: { ...(await answer.json()), ...fail } });
    });
    await chooseStatus(page, 'published');
    await button(page, 'Publish').click();
    await dialog(page).locator('.button-primary').click();
    await dialog(page).getByText('The page could not be proven.').waitFor();
    await expect.poll(() => dialog(page).innerText()).toContain('/blogs/harbour-notes');
    expect(await violationsOf(page)).toEqual([]);
    expect(await button(page, 'Retry').count()).toBe(1);
  }));

test('a post that is not there says so, with a second try', () =>
  site.open({ expected: [/404/] }, async (page) => {
    const { signInAs } = await import('../sign-in-as.ts');
    await signInAs(site, page);
    await page.goto(paths.editBlog(99_999));
    await page.locator('.notice').getByText('Failed to load blog data').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  }));

test('the shortcuts are listed under ?, and Cancel keeps the draft', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page);
    await page.getByRole('button', { name: /Keyboard shortcuts/ }).click();
    await expect.poll(() => dialog(page).innerText()).toMatch(/Ctrl S\s+Save now\s+Ctrl Enter\s+Save draft/);
    await page.keyboard.press('Escape');
    await typeContent(page, ' One word more.');
    await page.keyboard.press('Control+s');
    await waitForSaved(page);
    await button(page, 'Cancel').click();
    await backAtTheManager(page, 'Your draft is kept. It is not published.');
    await page.goto(paths.editBlog(id));
    await expect.poll(() => contentField(page).innerText()).toContain('One word more.');
  }));
