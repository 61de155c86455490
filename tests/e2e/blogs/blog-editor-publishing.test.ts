import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { pasteOrDrop } from '../../support/editor/editor-keys.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { button, call, contentField, openEditor, titleField, writePost } from '../editor-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

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
    // The toast first: it disappears by itself while the next page loads.
    await page.getByText('Blog created successfully').waitFor();
    await page.waitForURL((url) => url.pathname === paths.blogManager);
    await page.goto(address ?? '');
    await page.getByRole('heading', { name: 'Harbour notes', level: 1 }).waitFor();
    await expect.poll(() => page.locator('main').innerText()).toContain('The water was still.');
  }));

test('the first heading of a pasted page becomes the title, and the others start at level 2', () =>
  site.open({}, async (page) => {
    await openEditor(site, page);
    await contentField(page).click();
    await pasteOrDrop(page, { type: 'paste', html: '<h1>Harbour  notes</h1><p>Water.</p><h1>Tides</h1><p>Low.</p>' });
    await expect.poll(() => titleField(page).inputValue()).toBe('Harbour notes');
    await contentField(page).getByRole('heading', { name: 'Tides', level: 2 }).waitFor();
    expect(await contentField(page).getByRole('heading').count()).toBe(1);
  }));

test('the writing area of an empty post and document is at least 500 px high', () =>
  site.open({}, async (page) => {
    for (const path of [paths.addBlog, paths.newDocument]) {
      await openEditor(site, page, path);
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        const readHeight = async () => (await contentField(page).boundingBox())?.height;
        await expect.poll(readHeight, { message: `${path}, ${viewport.width} px` }).toBeGreaterThanOrEqual(500);
      }
    }
  }));

test('in a low window the toolbar sticks below a bar of several lines, and a pasted image scrolls into view', () =>
  site.open({ viewport: { width: 820, height: 500 } }, async (page) => {
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

test('publishing while an earlier release is pinned says what it waits for', () =>
  site.open({}, async (page) => {
    await createBlog(site.server, createBlogRequest({ title: 'Published before' }));
    await site.server.publisher.whenIdle();
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
