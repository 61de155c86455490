import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { pasteOrDrop } from '../../support/editor/editor-keys.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import {
  button,
  call,
  contentField,
  createPostDraft,
  fetchDraft,
  openEditor,
  publishPost,
  titleField,
  typeContent,
  waitForSaved,
  writePost,
} from '../editor-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({}, createOffsetClock());
});
afterAll(() => site.close());

const selectStatus = (page: Page, name: string) => page.getByRole('combobox', { name: 'Status' }).selectOption(name);
const waitForManager = async (page: Page, toastText: string) => {
  // The toast first: it disappears by itself while the next page loads.
  await page.getByText(toastText).waitFor();
  await page.waitForURL((url) => url.pathname === paths.blogManager);
};

test('a post is checked before publishing, shown as live afterwards, and visible to readers', () =>
  site.open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await writePost(site, page, 'The water was still.');
    await page.getByRole('checkbox', { name: 'Writing' }).check();
    await button(page, 'Publish...').click();
    await getOpenDialog(page).getByText('There’s no description').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await getOpenDialog(page)
      .getByRole('button', { name: /^Show: There’s no description/ })
      .click();
    await page.getByLabel('Description').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Notes of a walk.');
    await page.keyboard.press('Control+Enter');
    await getOpenDialog(page).getByText('It goes live straight away.').waitFor();
    expect(await getOpenDialog(page).getByText('Check before you publish').count()).toBe(0);
    await getOpenDialog(page).getByRole('button', { name: 'Publish now' }).click();
    const link = getOpenDialog(page).getByRole('link', { name: 'View post' });
    await getOpenDialog(page)
      .getByText(/^Live \(took (under )?\d+\.\d s\)$/)
      .waitFor();
    // The dialog does not leave the page for someone who presses a key.
    await page.keyboard.press('Tab');
    await getOpenDialog(page).getByRole('heading', { name: 'Harbour notes' }).waitFor();
    await button(page, 'Copy link').click();
    await getOpenDialog(page).getByText('Link copied').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const address = await link.getAttribute('href');
    await button(page, 'Back to posts').click();
    await waitForManager(page, 'Blog created successfully');
    await page.goto(address ?? '');
    await page.getByRole('heading', { name: 'Harbour notes', level: 1 }).waitFor();
    await expect.poll(() => page.locator('main').innerText()).toContain('The water was still.');
  }));

test('the first heading of a pasted page becomes the title, and the checks put headings right', () =>
  site.open({}, async (page) => {
    await openEditor(site, page);
    await contentField(page).click();
    await pasteOrDrop(page, { type: 'paste', html: '<h1>Harbour  notes</h1><p>Water.</p><h1>Tides</h1><p>Low.</p>' });
    await expect.poll(() => titleField(page).inputValue()).toBe('Harbour notes');
    await contentField(page).getByRole('heading', { name: 'Tides', level: 2 }).waitFor();
    expect(await contentField(page).getByRole('heading').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Alt+1');
    await page.keyboard.type('Deep');
    await waitForSaved(page);
    await button(page, 'Publish...').click();
    await getOpenDialog(page).getByRole('radio', { name: 'Publish now' }).and(page.locator(':focus')).waitFor();
    await getOpenDialog(page)
      .getByRole('button', { name: /^Fix: ‘Deep’ is a level 1 heading/ })
      .click();
    await getOpenDialog(page).getByText('‘Deep’ is a level 1 heading').waitFor({ state: 'hidden' });
    await button(page, 'Keep editing').click();
    await contentField(page).getByRole('heading', { name: 'Deep', level: 2 }).waitFor();
  }));

test('changes to a live post appear only when published; discarded changes stay in the revisions', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page, 'Version one.');
    await publishPost(page);
    await waitForManager(page, 'Blog created successfully');
    await page.goto(paths.editBlog(id));
    await typeContent(page, ' Version two.');
    await waitForSaved(page);
    const live = await call(page, 'GET', `/api/blogs/${id}`);
    expect(live.content).toBe('<p>Version one.</p>');
    await page.getByText('Live, with unpublished changes').waitFor();
    await button(page, 'Discard changes').click();
    expect(await findAxeViolations(page)).toEqual([]);
    await getOpenDialog(page).getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('You can restore them from the revisions.').waitFor();
    await expect.poll(() => contentField(page).innerText()).toBe('Version one.');
    await page.getByText('Live, with unpublished changes').waitFor({ state: 'detached' });
    await button(page, 'Update').click();
    await page.getByText('There are no changes to publish.').waitFor();

    await typeContent(page, ' Version three.');
    await publishPost(page);
    await waitForManager(page, 'Blog updated successfully');
    await page.goto(paths.blog(live.slug));
    await expect.poll(() => page.locator('main').innerText()).toContain('Version one. Version three.');
  }));

test('scheduling is by the company’s clock and names that of the reader, and a scheduled post can be unscheduled', () =>
  site.open({ timezoneId: 'Europe/Berlin' }, async (page) => {
    const id = await writePost(site, page, 'For later.');
    await button(page, 'Publish...').click();
    await getOpenDialog(page).getByRole('radio', { name: 'Schedule for later' }).check();
    await page.getByLabel('Publish date').fill('2031-03-01T09:30');
    const when = page.locator('.when-field');
    await when.getByText('In New Zealand time.').waitFor();
    await expect
      .poll(() => when.innerText())
      .toMatch(/Sat, 1 Mar 2031, 9:30 am NZDT\s+Fri, 28 Feb, 9:30 pm in Europe\/Berlin/);
    expect(await findAxeViolations(page)).toEqual([]);
    await getOpenDialog(page)
      .getByRole('button', { name: /^Schedule for Sat, 1 Mar 2031, 9:30/ })
      .click();
    await getOpenDialog(page)
      .getByText(/^We’ll publish it on Saturday, 1 March 2031 at 9:30 am NZDT/)
      .waitFor();
    await button(page, 'Change time').click();
    await getOpenDialog(page).getByLabel('Publish date').fill('2031-03-02T09:30');
    await getOpenDialog(page)
      .getByRole('button', { name: /^Schedule for Sun, 2 Mar 2031, 9:30/ })
      .click();
    await getOpenDialog(page)
      .getByText(/^We’ll publish it on Sunday, 2 March 2031 at 9:30 am NZDT/)
      .waitFor();
    await button(page, 'Back to posts').click();
    await waitForManager(page, 'Blog updated successfully');
    const scheduled = await call(page, 'GET', `/api/blogs/${id}`);
    expect(scheduled).toMatchObject({ status: 'published', published_at: '2031-03-01T20:30:00.000Z' });
    expect((await fetch(new URL(paths.blog(scheduled.slug), site.origin))).status).toBe(404);

    await page.goto(paths.editBlog(id));
    await button(page, 'Update schedule...').waitFor();
    await selectStatus(page, 'draft');
    await button(page, 'Unschedule').waitFor();
    await publishPost(page);
    await waitForManager(page, 'Blog updated successfully');
    expect((await call(page, 'GET', `/api/blogs/${id}`)).status).toBe('draft');
  }));

test('a missing title and a reserved address show an error and move the focus to their field', () =>
  site.open({ expected: [/400/] }, async (page) => {
    await openEditor(site, page);
    await button(page, 'Publish...').click();
    await page.getByText('Enter a title.').waitFor();
    await expect.poll(() => titleField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    await titleField(page).fill('A title');
    await page.getByLabel('Address').fill('new');
    await button(page, 'Publish...').click();
    await getOpenDialog(page).locator('.button-primary').click();
    await page.getByText('This address is reserved. Choose another.').first().waitFor();
    await expect
      .poll(() => page.getByLabel('Address').evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('alt text is typed in the dialog that asks before publishing, and is in the text', () =>
  site.open({}, async (page) => {
    const id = await createPostDraft(site, '<figure><img src="/images/one-time-code.svg" alt=""></figure><p>Code.</p>');
    await openEditor(site, page, paths.editBlog(id));
    await button(page, 'Publish...').click();
    await getOpenDialog(page)
      .getByRole('button', { name: /^Fix: An image has no alt text/ })
      .click();
    await getOpenDialog(page).getByLabel('Alt text').and(page.locator(':focus')).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.type('A code of six digits');
    await page.keyboard.press('Enter');
    await getOpenDialog(page).getByText('An image has no alt text').waitFor({ state: 'detached' });
    await button(page, 'Publish now').waitFor();
    expect((await fetchDraft(page, id)).content).toContain('alt="A code of six digits"');
  }));

test('a failed publish shows the path, the reason and what of the text may be its cause, and offers Retry', () =>
  site.open({}, async (page) => {
    const id = await createPostDraft(site, '<p>See <a href="/blogs/no-such-post">the other</a>.</p>');
    await openEditor(site, page, paths.editBlog(id));
    const failure = { status: 'failed', failed_path: '/blogs/harbour-notes', error: 'The page could not be proven.' };
    await page.route(/\/api\/publishes\/(events|\d+)$/, async (route) => {
      if (route.request().url().endsWith('events'))
        return route.fulfill({ contentType: 'text/event-stream', body: '' });
      const response = await route.fetch();
      return route.fulfill({ json: { ...(await response.json()), ...failure } });
    });
    await button(page, 'Publish...').click();
    await getOpenDialog(page).locator('.button-primary').click();
    await getOpenDialog(page).getByText('The page could not be proven.').waitFor();
    await expect.poll(() => getOpenDialog(page).innerText()).toContain('/blogs/harbour-notes');
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await button(page, 'Retry').count()).toBe(1);
    await getOpenDialog(page)
      .getByRole('button', { name: /^Show: The link to \/blogs\/no-such-post/ })
      .click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('the other');
  }));

test('a post that does not exist shows an error', () =>
  site.open({ expected: [/404/] }, async (page) => {
    await signInAs(site, page);
    await page.goto(paths.editBlog(99_999));
    await page.locator('.notice').getByText('Failed to load blog data').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('the shortcuts are listed in a dialog, and the way back to the list keeps the draft', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page);
    await page
      .locator('.drafting-settings')
      .getByRole('button', { name: /Keyboard shortcuts/ })
      .click();
    await expect.poll(() => getOpenDialog(page).innerText()).toMatch(/Ctrl S\s+Save now\s+Ctrl Enter\s+Publish/);
    await page.keyboard.press('Escape');
    await typeContent(page, ' One word more.');
    await page.keyboard.press('Control+s');
    await waitForSaved(page);
    await page.getByRole('link', { name: 'Back to Blog manager' }).click();
    await page.waitForURL(`**${paths.blogManager}`);
    await page.goto(paths.editBlog(id));
    await expect.poll(() => contentField(page).innerText()).toContain('One word more.');
  }));

test('a published post stays in the editor after Escape, and is unpublished from the menu', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page);
    await button(page, 'Publish...').click();
    await button(page, 'Publish now').click();
    await getOpenDialog(page).getByRole('link', { name: 'View post' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Blog created successfully').waitFor();
    await contentField(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('More. ');
    await waitForSaved(page);
    await button(page, 'Update').waitFor();
    await button(page, 'More actions').click();
    await button(page, 'Unpublish').click();
    await getOpenDialog(page).getByText('The post comes off the site and becomes a draft again.').waitFor();
    await getOpenDialog(page).getByRole('button', { name: 'Unpublish' }).click();
    await button(page, 'Back to posts').waitFor();
    expect(await button(page, 'Copy link').count(), 'no link to a page that is gone').toBe(0);
    await button(page, 'Back to posts').click();
    await waitForManager(page, 'Blog updated successfully');
    expect((await call(page, 'GET', `/api/blogs/${id}`)).status).toBe('draft');
  }));

test('an address is checked while it is typed', () =>
  site.open({}, async (page) => {
    const [taken] = await writePost(site, page).then(() => call(page, 'GET', '/api/blogs/published?limit=1'));
    await page.getByLabel('Address').fill(taken.slug);
    await page.getByText(`This address is taken. ${taken.slug}-2 is free.`).waitFor();
    await page.getByLabel('Address').fill('not-used-by-any-post');
    await page.getByText('This address is free.').waitFor();
  }));

test('a new post begins in its title, Enter goes into the text, a preview of nothing creates nothing, and the way back keeps the draft', () =>
  site.open({}, async (page) => {
    await openEditor(site, page);
    await titleField(page).and(page.locator(':focus')).waitFor();
    await button(page, 'Preview').click();
    await page.getByText('There’s nothing to preview yet.').waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.addBlog);
    await titleField(page).focus();
    await page.keyboard.type('Harbour');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Two words');
    await page.getByText('2 words · 1 min read').waitFor();
    await expect.poll(() => titleField(page).inputValue()).toBe('Harbour');
    await waitForSaved(page);
    expect(await button(page, 'More actions').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Blog manager' }).click();
    await page.waitForURL(`**${paths.blogManager}`);
  }));

test.each([DESKTOP, PHONE])(
  'the writing area of an empty post and document is at least 500 px high at $width px',
  (viewport) =>
    site.open({ viewport }, async (page) => {
      for (const path of [paths.addBlog, paths.newDocument]) {
        await openEditor(site, page, path);
        const box = await contentField(page).boundingBox();
        expect(box?.height, path).toBeGreaterThanOrEqual(500);
      }
    }),
);

test('the toolbar sticks below a bar of several lines', () =>
  site.open({ viewport: { width: 820, height: 500 } }, async (page) => {
    await writePost(site, page);
    await page.locator('.room-state').evaluate((element) => {
      (element as HTMLElement).style.minHeight = '8rem';
    });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const readGap = () =>
      page.evaluate(() => {
        const bar = document.querySelector('.room-bar')?.getBoundingClientRect();
        const toolbar = document.querySelector('[role="toolbar"]')?.getBoundingClientRect();
        if (!bar || !toolbar) throw new Error('The bar or the toolbar is missing.');
        return { isTall: bar.bottom > 128, gap: Math.round(toolbar.top - bar.bottom) };
      });
    await expect.poll(readGap).toEqual({ isTall: true, gap: 0 });
  }));

test('an image pasted at the lower edge of the window scrolls its placeholder into view', () =>
  site.open({ viewport: { width: 1280, height: 500 } }, async (page) => {
    await page.route('**/api/uploads', () => undefined);
    await writePost(site, page, '<br>'.repeat(30));
    await contentField(page).focus();
    await page.keyboard.press('Control+End');
    await pasteOrDrop(page, { type: 'paste', files: [{ name: 'kettle.png', type: 'image/png', base64: 'AAAA' }] });
    await page.getByRole('group', { name: 'Uploading kettle.png' }).waitFor();
    const gap = await page.evaluate(() => {
      const tops = [...document.querySelectorAll('[data-covers-text]')].map((bar) => bar.getBoundingClientRect().top);
      const bottom = document.querySelector('.upload')?.getBoundingClientRect().bottom ?? Number.NaN;
      return Math.max(...tops) - bottom;
    });
    expect(gap).toBeGreaterThanOrEqual(0);
  }));

test('a second tab of the same person is named as such, in the bar and in a conflict', () =>
  site.open({ expected: [/409/] }, async (page) => {
    const id = await writePost(site, page);
    const other = await page.context().newPage();
    await other.goto(paths.editBlog(id));
    await other.getByText('Also open: you, in another tab').waitFor();
    await typeContent(other, ' From the second tab.');
    await waitForSaved(other);
    await page.bringToFront();
    await typeContent(page, ' From the first.');
    await page.locator('.notice').getByText('You saved a different version in another tab. You can').waitFor();
    await button(page, 'Publish...').click();
    await page
      .getByText('You saved a different version in another tab. Compare the two versions before you publish.')
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  }));
