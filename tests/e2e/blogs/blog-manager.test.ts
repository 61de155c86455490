import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBlog } from '#api/features/blogs/editing/editing.service.ts';
import type { ManagedBlogJson } from '#api/features/blogs/blogs.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { PAGE_SIZE, type ListState } from '#src/features/blogs/manager/list-state.ts';
import { at, dialog, managed, openManager, rowOf, rows, searchBox, titles, toast } from '../manager-steps.ts';
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

  test('says status, categories and what readers have, and leads to the editor and to the page', () =>
    inManager({ search: 'seedlings' }, async (page) => {
      const draft = rowOf(page, 'A tray of seedlings');
      await expect.poll(() => draft.locator('.badge-yellow').innerText()).toBe('Draft');
      await expect.poll(() => draft.innerText()).toContain('Not public');
      expect(await draft.getByRole('link', { name: /^View/ }).count()).toBe(0);

      const live = all.find((post) => post.is_live && post.categories.length > 0) as ManagedBlogJson;
      await searchBox(page).fill(live.title);
      const row = rows(page).and(page.locator(`[data-post="${live.id}"]`));
      await row.waitFor();
      await expect.poll(() => row.locator('.badge-green').innerText()).toBe('Published');
      await expect.poll(() => row.innerText()).toContain(live.categories.map(({ name }) => name).join(', '));
      expect(await row.getByRole('link', { name: `Edit ${live.title}` }).getAttribute('href')).toBe(
        paths.editBlog(live.id),
      );
      await row.getByRole('link', { name: `View ${live.title}` }).click();
      await page.waitForURL(`**${paths.blog(live.slug)}`);
    }));

  test('sorts by the head of a column, and the other way round at the second press', () =>
    inManager({}, async (page) => {
      const head = page.getByRole('columnheader', { name: 'Title' });
      await expect.poll(() => head.getAttribute('aria-sort')).toBe('none');
      const byTitle = await managed(site, `?sortBy=title&sortOrder=ASC`);
      await head.getByRole('button').click();
      await expect.poll(() => titles(page)).toEqual(byTitle.slice(0, PAGE_SIZE).map(({ title }) => title));
      await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
      await head.getByRole('button').click();
      const turned = byTitle.toReversed().slice(0, PAGE_SIZE);
      await expect.poll(() => titles(page)).toEqual(turned.map(({ title }) => title));
      expect(new URL(page.url()).search).toBe('?sort=title&order=DESC');
    }));

  test('narrows down by status and category; Back widens, and a link leads to the same rows', () =>
    inManager({}, async (page) => {
      const archived = all.filter(({ status }) => status === 'archived').map(({ title }) => title);
      await page.getByLabel('Status').selectOption('Archived');
      await expect.poll(() => titles(page)).toEqual(archived);
      const { categories } = all.find((post) => post.categories.length > 0) as ManagedBlogJson;
      const [category] = categories;
      await page.getByLabel('Category').selectOption(category?.name ?? '');
      const both = await managed(site, `?status=archived&categoryId=${category?.id}`);
      expect(both.length).toBeLessThan(archived.length);
      await expect.poll(() => titles(page)).toEqual(both.map(({ title }) => title));
      await page.goBack();
      await expect.poll(() => titles(page)).toEqual(archived);

      const address = at({ categoryId: category?.id ?? 0, sort: { by: 'title', order: 'ASC' } });
      await page.goto(address);
      const wanted = await managed(site, `?categoryId=${category?.id}&sortBy=title&sortOrder=ASC`);
      await expect.poll(() => titles(page)).toEqual(wanted.map(({ title }) => title));
      await expect.poll(() => page.getByLabel('Category').inputValue()).toBe(String(category?.id));
    }));

  test('searches while one types; Clear filters shows all again', () =>
    inManager({}, async (page) => {
      await searchBox(page).pressSequentially('almanac');
      await expect.poll(() => titles(page)).toEqual(['An old almanac']);
      await page.waitForURL(`**${at({ search: 'almanac' })}`);
      await searchBox(page).fill('zyzzyva');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect.poll(() => rows(page).count()).toBe(PAGE_SIZE);
      await expect.poll(() => searchBox(page).inputValue()).toBe('');
      expect(new URL(page.url()).search).toBe('');
    }));

  test('an answer that comes late never replaces a newer one', () =>
    inManager({}, async (page) => {
      let isHeld = () => undefined as unknown;
      const held = new Promise((resolve) => {
        isHeld = () => resolve(undefined);
      });
      await page.route(/search=seedlings/, async (route) => {
        await held;
        await route.continue().catch(() => undefined);
      });
      const asked = page.waitForRequest(/search=seedlings/);
      await searchBox(page).fill('seedlings');
      await asked;
      await searchBox(page).fill('almanac');
      await expect.poll(() => titles(page)).toEqual(['An old almanac']);
      isHeld();
      await page.waitForTimeout(300);
      await expect.poll(() => titles(page)).toEqual(['An old almanac']);
    }));

  test('a page beyond the end leads to the last one', () =>
    inManager({ page: 40 }, async (page) => {
      await page.waitForURL(`**${at({ page: 2 })}`);
      await expect.poll(() => rows(page).count()).toBe(all.length - PAGE_SIZE);
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

  test('bulk archive and delete take posts off the site', () =>
    inManager({}, async (page) => {
      for (const n of ['one', 'two', 'three']) await newPost(`Bulk teapot ${n}`);
      await page.goto(at({ search: 'bulk teapot', sort: { by: 'title', order: 'ASC' } }));
      const act = async (name: string, title: string) => {
        await page.locator('.bulk-bar').getByRole('button', { name, exact: true }).click();
        await dialog(page).getByRole('heading', { name: title }).waitFor();
        await dialog(page).getByRole('button', { name, exact: true }).click();
      };
      await page.getByRole('checkbox', { name: 'Select Bulk teapot one' }).check();
      await act('Archive', 'Archive 1 post?');
      await expect.poll(() => rowOf(page, 'Bulk teapot one').locator('.badge').innerText()).toBe('Archived');
      await page.getByRole('checkbox', { name: 'Select Bulk teapot two' }).check();
      await page.getByRole('checkbox', { name: 'Select Bulk teapot three' }).check();
      await act('Delete', 'Delete 2 posts?');
      await expect.poll(() => titles(page)).toEqual(['Bulk teapot one']);
      await page.getByText('2 posts were moved to the trash.').waitFor();
    }));

  test('a post for later and one with changes say so', () =>
    inManager({}, async (page) => {
      const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
      const planned = await createBlog(site.server, {
        title: 'Planned walk',
        content: '<p>Soon.</p>',
        status: 'published',
        published_at: later,
      });
      const token = await page.evaluate(() => localStorage.getItem('token'));
      const edited = all.find((post) => post.is_live) as ManagedBlogJson;
      const { title, slug, description, published_at, author_name, status } = edited;
      const fields = { title, slug, description, published_at, author_name, status, category_ids: [], cover_id: null };
      const saved = await fetch(`${site.origin}/api/blogs/${edited.id}/draft`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          fields,
          content: '<p>New.</p>',
          client_id: 'session-1',
          version: 0,
          base_revision: edited.revision,
        }),
      });
      expect(saved.status).toBe(200);
      await page.goto(at({ status: 'scheduled' }));
      const row = rows(page).and(page.locator(`[data-post="${planned.id}"]`));
      await row.getByText(/^Scheduled for /).waitFor();
      await expect.poll(() => row.locator('.badge').innerText()).toBe('Scheduled');
      await page.goto(at({ search: edited.title }));
      const other = rows(page).and(page.locator(`[data-post="${edited.id}"]`));
      await other.getByText('Changes not published').waitFor();
      expect(await other.getByText('Live', { exact: false }).count()).toBeGreaterThan(0);
    }));
});
