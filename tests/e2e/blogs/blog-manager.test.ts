import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBlog } from '#api/features/blogs/editing/editing.service.ts';
import type { ManagedBlogJson } from '#api/features/blogs/blogs.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { PAGE_SIZE, type ListState } from '#src/features/blogs/manager/list-state.ts';
import { at, dialog, managed, openManager, rowOf, titles, toast } from '../manager-steps.ts';
import { type Site, startSite, until } from '../site.ts';

let site: Site;
let all: ManagedBlogJson[];
beforeAll(async () => {
  site = await startSite();
  await createBlog(site.server, { title: 'A tray of seedlings', content: '<p>Basil.</p>', status: 'draft' });
  await createBlog(site.server, { title: 'An old almanac', content: '<p>Moon.</p>', status: 'archived' });
  all = await managed(site);
});
afterAll(() => site.close());

async function newPost(title: string, status: 'draft' | 'published' = 'published') {
  return createBlog(site.server, { title, content: `<p>${title} in full.</p>`, status });
}

/** The manager, signed in, with its rows in sight. */
const inManager = (view: Partial<ListState>, body: (page: Page) => Promise<void>) =>
  site.open({}, async (page) => {
    await openManager(site, page, view);
    await body(page);
  });

describe('the list', () => {
  test('shows every post in pages, the last changed first', () =>
    inManager({}, async (page) => {
      await expect.poll(() => titles(page)).toEqual(all.slice(0, PAGE_SIZE).map(({ title }) => title));
      await page.getByText(`1–${PAGE_SIZE} of ${all.length} posts`).waitFor();
      await page.getByRole('link', { name: 'Page 2' }).click();
      await page.waitForURL(`**${at({ page: 2 })}`);
      await expect.poll(() => titles(page)).toEqual(all.slice(PAGE_SIZE).map(({ title }) => title));
      await page.goBack();
      await expect.poll(() => titles(page)).toEqual(all.slice(0, PAGE_SIZE).map(({ title }) => title));
      await expect
        .poll(() => page.getByRole('link', { name: 'Add New Blog' }).first().getAttribute('href'))
        .toBe(paths.addBlog);
    }));
});

describe('acts on posts', () => {
  test('delete names the post, moves it to the trash; from there it comes back as a draft, or goes for good', () =>
    inManager({}, async (page) => {
      const { title, id, slug } = await newPost('A kettle on the boil');
      await until(async () => (await fetch(site.origin + paths.blog(slug))).ok, 'the post is live');
      await page.goto(at({ search: 'kettle on the boil' }));
      await rowOf(page, title)
        .getByRole('button', { name: `Delete ${title}` })
        .click();
      await dialog(page).getByRole('heading', { name: 'Are you sure you want to delete this blog?' }).waitFor();
      await expect
        .poll(() => dialog(page).innerText())
        .toContain(`${title} goes to the trash. Readers no longer find it.`);
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      expect(await rowOf(page, title).count()).toBe(1);

      await rowOf(page, title)
        .getByRole('button', { name: `Delete ${title}` })
        .click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await toast(page, 'Blog deleted successfully');
      await expect.poll(() => rowOf(page, title).count()).toBe(0);
      await until(async () => (await fetch(site.origin + paths.blog(slug))).status === 404, 'the post is gone');

      await page.getByRole('link', { name: 'Trash' }).click();
      await rowOf(page, title)
        .getByRole('button', { name: `Restore ${title}` })
        .click();
      await toast(page, `${title} is back, as a draft.`);
      await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
      await page.goto(at({ search: 'kettle on the boil' }));
      await expect.poll(() => rowOf(page, title).locator('.badge').innerText()).toBe('Draft');

      await rowOf(page, title)
        .getByRole('button', { name: `Delete ${title}` })
        .click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await page.goto(at({ isTrash: true }));
      await rowOf(page, title)
        .getByRole('button', { name: `Delete for good: ${title}` })
        .click();
      await expect.poll(() => dialog(page).innerText()).toContain('This action cannot be undone.');
      await dialog(page).getByRole('button', { name: 'Delete for good' }).click();
      await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
      expect((await managed(site)).some((post) => post.id === id)).toBe(false);
    }));

  test('bulk publish goes live with its proof, and says what was left out and why', () =>
    inManager({}, async (page) => {
      const one = await newPost('Bulk lantern one', 'draft');
      await newPost('Bulk lantern two');
      await page.goto(at({ search: 'bulk lantern', sort: { by: 'title', order: 'ASC' } }));
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByText('2 selected').waitFor();
      await page.locator('.bulk-bar').getByRole('button', { name: 'Publish' }).click();
      await expect
        .poll(() => dialog(page).locator('li').allInnerTexts())
        .toEqual(['Bulk lantern one', 'Bulk lantern two']);
      await dialog(page).getByRole('button', { name: 'Publish' }).click();
      const result = page.locator('.bulk-result');
      await result.getByText('1 post was published.').waitFor();
      await expect
        .poll(() => result.innerText())
        .toContain('Bulk lantern two: It is published already, and has no changes.');
      await expect.poll(() => result.evaluate((place) => place === document.activeElement)).toBe(true);
      await rowOf(page, 'Bulk lantern one')
        .getByText(/^Live in (\d+ ms|\d+\.\d s)$/)
        .waitFor();
      expect((await fetch(site.origin + paths.blog(one.slug))).status).toBe(200);
      expect(await page.locator('.bulk-bar').count()).toBe(0);
      await result.getByRole('button', { name: 'Close' }).click();
      expect(await result.count()).toBe(0);
    }));
});
