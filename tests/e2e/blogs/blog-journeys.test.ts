import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { button, call, contentField, startPublish, titleField, waitForSaved } from '../editor-steps.ts';
import { INPUTS, type Input } from '../input-steps.ts';
import { findRow, getRows, toManagerUrl, waitForToast } from '../manager-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Opens a new post from the start page: by the command menu, or by the drawer and the list. */
async function openNewPost(page: Page, { isPhone, press }: Input): Promise<void> {
  await signInAs(site, page);
  await page.goto(paths.admin);
  await page.getByRole('heading', { name: 'Recently published' }).waitFor();
  if (isPhone) {
    await press(page, button(page, 'Menu'));
    await press(page, page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: /^Blog manager/ }));
    await press(page, page.getByRole('link', { name: 'Add New Blog' }));
  } else {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to' }).waitFor();
    await page.keyboard.type('add new blog');
    await page.getByRole('option', { name: /^Add New Blog/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
  }
  await page.waitForURL(`**${paths.addBlog}`);
  await titleField(page).and(page.locator(':focus')).waitFor();
}

const fetchPageStatus = async (path: string) => (await fetch(site.origin + path)).status;

describe.each(INPUTS)('%s', (name, input) => {
  const { press, write } = input;
  const dialogButton = (page: Page, label: string | RegExp) => getOpenDialog(page).getByRole('button', { name: label });

  test('a post is written, published, updated, unpublished, scheduled and archived', () =>
    site.open(input.options, async (page) => {
      await openNewPost(page, input);
      await page.keyboard.type(`Written ${name}`);
      await page.keyboard.press('Enter');
      await contentField(page).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('The first line.');
      await waitForSaved(page);
      const id = Number(/\d+$/.exec(page.url())?.[0]);
      const fetchPost = () => call(page, 'GET', `/api/blogs/${id}`);

      await startPublish(page, input, 'Publish...');
      await press(page, dialogButton(page, 'Publish now'));
      await getOpenDialog(page)
        .getByText(/^Live \(took /)
        .waitFor();
      const { slug } = await fetchPost();
      expect(await fetchPageStatus(paths.blog(slug))).toBe(200);
      await page.keyboard.press('Escape');
      await contentField(page).and(page.locator(':focus')).waitFor();

      await page.keyboard.type('More. ');
      await waitForSaved(page);
      await startPublish(page, input, 'Update');
      await press(page, dialogButton(page, 'Update'));
      await getOpenDialog(page)
        .getByText(/^Live \(took /)
        .waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(async () => (await fetchPost()).content).toContain('More.');

      await press(page, button(page, 'More actions'));
      await press(page, button(page, 'Unpublish'));
      await press(page, dialogButton(page, 'Unpublish'));
      await press(page, dialogButton(page, 'Back to posts'));
      await page.waitForURL(`**${paths.blogManager}`);
      await expect.poll(() => fetchPageStatus(paths.blog(slug))).toBe(404);

      await press(page, findRow(page, `Written ${name}`).getByRole('button', { name: /^Actions for/ }));
      await press(page, page.getByRole('menuitem', { name: 'Edit' }));
      await startPublish(page, input, 'Publish...');
      await chooseTime(page, input);
      await press(page, dialogButton(page, /^Schedule for /));
      await getOpenDialog(page)
        .getByText(/^We’ll publish it on /)
        .waitFor();
      await press(page, dialogButton(page, 'Back to posts'));
      await page.waitForURL(`**${paths.blogManager}`);
      expect((await fetchPost()).published_at).toMatch(/^2031-0[23]-/);

      await press(page, findRow(page, `Written ${name}`).getByRole('button', { name: /^Actions for/ }));
      await press(page, page.getByRole('menuitem', { name: 'Edit' }));
      await press(page, button(page, 'More actions'));
      await press(page, button(page, 'Archive'));
      await press(page, dialogButton(page, 'Archive'));
      await press(page, dialogButton(page, 'Back to posts'));
      await page.waitForURL(`**${paths.blogManager}`);
      expect((await fetchPost()).status).toBe('archived');
    }));

  test('posts are found, selected, published together, moved to the trash by the menu of their row, and brought back by Undo', () =>
    site.open(input.options, async (page) => {
      const titles = [`Kauri ${name} one`, `Kauri ${name} two`];
      const slugs: string[] = [];
      for (const title of titles)
        slugs.push((await createBlog(site.server, { title, content: '<p>Tall.</p>', status: 'draft' })).slug);
      const path = paths.blog(slugs[0] ?? '');
      await signInAs(site, page);
      await page.goto(toManagerUrl({ sort: { by: 'title', order: 'ASC' } }));
      await getRows(page).first().waitFor();
      await write(page, page.getByRole('searchbox', { name: 'Search posts' }), `Kauri ${name}`);
      await expect.poll(() => getRows(page).count()).toBe(2);
      for (const title of titles) await press(page, page.getByRole('checkbox', { name: `Select ${title}` }), 'Space');
      await page.getByText('2 selected').waitFor();
      await press(page, page.locator('.bulk-bar').getByRole('button', { name: 'Publish' }));
      await press(page, dialogButton(page, 'Publish'));
      await waitForToast(page, '2 posts were published.');
      await findRow(page, titles[0] ?? '')
        .getByText(/^Live \(took (\d+ ms|\d+\.\d s|under 0\.1 s)\)$/)
        .waitFor();
      expect(await fetchPageStatus(path)).toBe(200);

      await press(page, button(page, `Actions for ${titles[0]}`));
      await press(page, page.getByRole('menuitem', { name: 'Delete...' }));
      await press(page, getOpenDialog(page).locator('.button-danger'));
      await waitForToast(page, 'Blog deleted successfully');
      await expect.poll(() => getRows(page).count()).toBe(1);
      await expect.poll(() => fetchPageStatus(path)).toBe(404);
      const deleted = page.locator('.toast', { hasText: 'Blog deleted successfully' });
      await press(page, deleted.getByRole('button', { name: 'Undo' }));
      await expect.poll(() => getRows(page).count()).toBe(2);
      await expect.poll(() => fetchPageStatus(path)).toBe(200);
    }));
});

/** Chooses a time in the dialog that publishes: 3 March 2031, 9:30 in the morning. */
async function chooseTime(page: Page, { isPhone, press }: Input): Promise<void> {
  const field = page.getByLabel('Publish date');
  await press(
    page,
    getOpenDialog(page).getByRole('radio', { name: isPhone ? 'Schedule for later' : 'Publish now' }),
    'ArrowDown',
  );
  await field.waitFor();
  // On a phone the system’s own picker writes the value.
  if (isPhone) return field.fill('2031-03-03T09:30');
  await press(page, field, '0');
  for (const keys of ['3', '03', '2031']) await page.keyboard.type(keys);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('0930AM');
}
