import type { Page } from 'playwright';
import { chooseAction } from '../crud-steps.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBlog } from '../../support/app/content-services.ts';
import type { ManagedBlogJson } from '#api/features/blogs/blogs.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { postList } from '#api/domain/post-list.ts';
import type { PostListState } from '#src/features/blogs/manager/posts-api.ts';
import { toManagerUrl, fetchManagedBlogs, openManager, findRow, readTitles, waitForToast } from '../manager-steps.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { getOpenDialog, type Site, startSite, pollUntil } from '../site.ts';

let site: Site;
let posts: ManagedBlogJson[];
beforeAll(async () => {
  site = await startSite();
  await createBlog(site.server, { title: 'A tray of seedlings', content: '<p>Basil.</p>', status: 'draft' });
  await createBlog(site.server, { title: 'An old almanac', content: '<p>Moon.</p>', status: 'archived' });
  posts = await fetchManagedBlogs(site);
});
afterAll(() => site.close());

async function createPost(title: string, status: 'draft' | 'published' = 'published') {
  return createBlog(site.server, { title, content: `<p>${title} in full.</p>`, status });
}

/** Runs `body` in the open manager. */
const withManager = (listState: Partial<PostListState>, body: (page: Page) => Promise<void>) =>
  site.open({}, async (page) => {
    await openManager(site, page, listState);
    await body(page);
  });

describe('the list', () => {
  test('shows all posts in pages, the last changed first', () =>
    withManager({}, async (page) => {
      await expect.poll(() => readTitles(page)).toEqual(posts.slice(0, postList.perPage).map(({ title }) => title));
      await page.getByText(`1–${postList.perPage} of ${posts.length} posts`).waitFor();
      await page.getByRole('link', { name: 'Page 2' }).click();
      await page.waitForURL(`**${toManagerUrl({ page: 2 })}`);
      await expect.poll(() => readTitles(page)).toEqual(posts.slice(postList.perPage).map(({ title }) => title));
      await page.goBack();
      await expect.poll(() => readTitles(page)).toEqual(posts.slice(0, postList.perPage).map(({ title }) => title));
      await expect
        .poll(() => page.getByRole('link', { name: 'Add New Blog' }).first().getAttribute('href'))
        .toBe(paths.addBlog);
    }));
});

describe('actions', () => {
  test('delete names the post and moves it to the trash, where it can be restored as a draft or deleted permanently', () =>
    withManager({}, async (page) => {
      const { title, id, slug } = await createPost('A kettle on the boil');
      await pollUntil(async () => (await fetch(site.origin + paths.blog(slug))).ok, 'the post is live');
      await page.goto(toManagerUrl({ search: 'kettle on the boil' }));
      await chooseAction(page, title, 'Delete...');
      await getOpenDialog(page).getByRole('heading', { name: 'Are you sure you want to delete this blog?' }).waitFor();
      await expect
        .poll(() => getOpenDialog(page).innerText())
        .toContain(`‘${title}’ will move to the trash. It will no longer be on the site.`);
      await getOpenDialog(page).getByRole('button', { name: 'Cancel' }).click();
      expect(await findRow(page, title).count()).toBe(1);

      await chooseAction(page, title, 'Delete...');
      await getOpenDialog(page).getByRole('button', { name: 'Delete' }).click();
      await waitForToast(page, 'Blog deleted successfully');
      await expect.poll(() => findRow(page, title).count()).toBe(0);
      await pollUntil(async () => (await fetch(site.origin + paths.blog(slug))).status === 404, 'the post is gone');

      await page.getByRole('link', { name: /^Trash/ }).click();
      await chooseAction(page, title, 'Restore');
      await waitForToast(page, `${title} restored as a draft`);
      await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
      await page.goto(toManagerUrl({ search: 'kettle on the boil' }));
      await expect.poll(() => findRow(page, title).locator('.badge').innerText()).toBe('Draft');

      await chooseAction(page, title, 'Delete...');
      await getOpenDialog(page).getByRole('button', { name: 'Delete' }).click();
      await page.goto(toManagerUrl({ view: 'trash' }));
      await chooseAction(page, title, 'Delete permanently...');
      await expect.poll(() => getOpenDialog(page).innerText()).toContain('This action cannot be undone.');
      await getOpenDialog(page).getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
      expect((await fetchManagedBlogs(site)).some((post) => post.id === id)).toBe(false);
    }));

  test('a bulk delete is undone from its toast: the posts are on the site again', () =>
    withManager({}, async (page) => {
      const pair = [await createPost('Ferry to Rangitoto one'), await createPost('Ferry to Rangitoto two')];
      const waitForStatus = (status: number) =>
        pollUntil(async () => {
          const responses = await Promise.all(pair.map(({ slug }) => fetch(site.origin + paths.blog(slug))));
          return responses.every((response) => response.status === status);
        }, `both posts answer ${status}`);
      await waitForStatus(200);
      await page.goto(toManagerUrl({ search: 'ferry to rangitoto' }));
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.locator('.bulk-bar').getByRole('button', { name: 'Delete...' }).click();
      await getOpenDialog(page).getByRole('button', { name: 'Delete' }).click();
      await waitForToast(page, '2 posts were moved to the trash.');
      await waitForStatus(404);
      expect(await findAxeViolations(page)).toEqual([]);
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await waitForToast(page, 'Undone. 2 posts are as they were before.');
      await expect.poll(() => findRow(page, 'Ferry to Rangitoto').count()).toBe(2);
      await waitForStatus(200);
    }));

  test('bulk publish shows when posts are live, and which posts were skipped and why', () =>
    withManager({}, async (page) => {
      const draftPost = await createPost('Bulk lantern one', 'draft');
      await createPost('Bulk lantern two');
      await page.goto(toManagerUrl({ search: 'bulk lantern', sort: { by: 'title', order: 'ASC' } }));
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByText('2 selected').waitFor();
      await page.locator('.bulk-bar').getByRole('button', { name: 'Publish' }).click();
      await expect
        .poll(() => getOpenDialog(page).locator('li').allInnerTexts())
        .toEqual(['Bulk lantern one', 'Bulk lantern two']);
      await getOpenDialog(page).getByRole('button', { name: 'Publish' }).click();
      const result = page.locator('.bulk-result');
      await result.getByText('1 post was published.').waitFor();
      await expect
        .poll(() => result.innerText())
        .toContain('Bulk lantern two: It’s already published and has no changes.');
      await expect.poll(() => result.evaluate((element) => element === document.activeElement)).toBe(true);
      await findRow(page, 'Bulk lantern one')
        .getByText(/^Live \(took (\d+ ms|\d+\.\d s|under 0\.1 s)\)$/)
        .waitFor();
      expect((await fetch(site.origin + paths.blog(draftPost.slug))).status).toBe(200);
      // What is still listed stays selected, for the next act.
      await page.getByText('2 selected').waitFor();
      await result.getByRole('button', { name: 'Close' }).click();
      expect(await result.count()).toBe(0);
    }));

  test('all posts of an author, on every page of the list, are archived at once', () =>
    withManager({}, async (page) => {
      const count = 2 * postList.perPage + 14;
      for (let at = 1; at <= count; at += 1) {
        const title = `Night train ${at}`;
        await createBlog(site.server, { title, content: '<p>x</p>', status: 'draft', author_name: 'Wiremu Pohatu' });
      }
      await page.goto(toManagerUrl({}));
      await page.getByLabel('Author').selectOption('Wiremu Pohatu');
      await page.waitForURL(`**${toManagerUrl({ author: 'Wiremu Pohatu' })}`);
      await page.getByText(`1–${postList.perPage} of ${count} posts`).waitFor();
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: `Select all ${count} posts` }).click();
      await page.getByText(`${count} selected`).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.locator('.bulk-bar').getByRole('button', { name: 'Archive' }).click();
      await expect.poll(() => getOpenDialog(page).locator('li').count()).toBe(count);
      await getOpenDialog(page).getByRole('button', { name: 'Archive' }).click();
      await page.locator('.bulk-result').getByText(`${count} posts were archived.`).waitFor();
      await expect
        .poll(async () => new Set(await findRow(page, 'Night train').locator('.badge').allInnerTexts()))
        .toEqual(new Set(['Archived']));
      expect(await fetchManagedBlogs(site, '?author=Wiremu+Pohatu&status=draft')).toEqual([]);
    }));
});
