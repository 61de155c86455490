import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { company } from '#src/config/site.ts';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite, until, wordsOf } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const headingOf = (page: Page) => wordsOf(page.locator('main h1'));
const pathOf = (page: Page) => new URL(page.url()).pathname;
const statusOf = async (path: string) => (await fetch(site.origin + path, { redirect: 'manual' })).status;

async function publish(title: string, categoryIds: number[] = []) {
  const blog = await createBlog(site.server, {
    title,
    content: `<p>${title}: a few words about it.</p>`,
    categoryIds,
    status: 'published',
  });
  await until(async () => (await statusOf(paths.blog(blog.slug))) === 200, `${blog.slug} is live`);
  return blog;
}

test('a visitor reads from home to a story, its category, its neighbours and back', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    expect(await headingOf(page)).toContain(company.greeting);

    const story = page.locator('.post-card h3 a').first();
    const title = await wordsOf(story);
    await story.click();
    await page.waitForURL(/\/blogs\/[a-z0-9-]+$/);
    expect(await headingOf(page)).toBe(title);
    const storyPath = pathOf(page);

    const chip = page.locator('.page-head a[href^="/categories/"]').first();
    const categoryName = await wordsOf(chip);
    await chip.click();
    await page.waitForURL(/\/categories\/\d+$/);
    expect(await headingOf(page)).toBe(categoryName);
    await page.locator('main').getByRole('link', { name: title, exact: true }).click();
    await page.waitForURL(`**${storyPath}`);

    const previous = page.locator('.neighbours a[rel=prev]');
    const previousTitle = (await wordsOf(previous)).split('\n').at(-1);
    await previous.click();
    await page.waitForURL((url) => url.pathname !== storyPath);
    expect(await headingOf(page)).toBe(previousTitle);
    await page.locator('.neighbours a[rel=next]').click();
    await page.waitForURL(`**${storyPath}`);
    expect(await headingOf(page)).toBe(title);

    await page.goBack();
    expect(await headingOf(page)).toBe(previousTitle);
    await page.goForward();
    expect(await headingOf(page)).toBe(title);
  }));

test('the news line of a fresh story leads to it', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const news = page.locator('main a', { hasText: 'A new home for Mateworks' }).first();
    await news.click();
    await page.waitForURL(`**${paths.blog('a-new-home-for-mateworks')}`);
  }));

test("'Read more stories' leads to the list, by way of /blog", () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const more = page.getByRole('link', { name: 'Read more stories' });
    await expect.poll(() => more.getAttribute('href')).toBe('/blog');
    await more.click();
    await page.waitForURL(`**${paths.blogs}`);
    expect(await headingOf(page)).toBe('Blogs');
  }));

test('a story published while its reader waits is there after a reload, and its old address leads on', () =>
  site.open({}, async (page) => {
    await page.goto(paths.blogs);
    const title = 'Printed while you were reading';
    expect(await page.getByRole('link', { name: title }).count()).toBe(0);
    const blog = await publish(title);
    await page.reload();
    expect(await wordsOf(page.locator('main h2 a, main h3 a').first())).toBe(title);

    const slug = 'read-under-a-new-name';
    await updateBlog(site.server, blog.id, { title, content: blog.content, status: 'published', slug });
    await until(async () => (await statusOf(paths.blog(slug))) === 200, 'the new address is live');
    expect(await statusOf(paths.blog(blog.slug))).toBe(301);
    await page.goto(paths.blog(blog.slug));
    expect(pathOf(page)).toBe(paths.blog(slug));
    expect(await headingOf(page)).toBe(title);
  }));

test('Older and Newer walk through every story exactly once', async () => {
  const numbers = Array.from({ length: 24 }, (_, at) => at + 1);
  await Promise.all(numbers.map((number) => publish(`Paged story ${number}`)));
  await until(async () => (await statusOf(paths.blogPage(1))) === 200, 'the oldest list page is live');
  await site.open({}, async (page) => {
    const titlesOf = () => page.locator('main article :is(h2, h3) a').allInnerTexts();
    await page.goto(paths.blogs);
    const forth: string[] = await titlesOf();
    while (await page.getByRole('link', { name: 'Older' }).count()) {
      const before = pathOf(page);
      await page.getByRole('link', { name: 'Older' }).click();
      await page.waitForURL((url) => url.pathname !== before);
      forth.push(...(await titlesOf()));
    }
    const published = (await (await fetch(`${site.origin}/api/blogs/published?limit=100`)).json()) as {
      title: string;
    }[];
    expect(forth).toEqual(published.map((blog) => blog.title));

    const back: string[][] = [await titlesOf()];
    while (await page.getByRole('link', { name: 'Newer' }).count()) {
      const before = pathOf(page);
      await page.getByRole('link', { name: 'Newer' }).click();
      await page.waitForURL((url) => url.pathname !== before);
      back.unshift(await titlesOf());
    }
    expect(pathOf(page)).toBe(paths.blogs);
    expect(back.flat()).toEqual(forth);
  });
});

test('the link of a story is copied, and the page says so', () =>
  site.open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    const path = paths.blog('gst-for-sole-traders');
    await page.goto(`${path}#some-part`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.origin + path);
  }));

test('an empty category says so in words', async () => {
  const { id } = await createCategory(site.server, null, { name: 'Unwritten' });
  await until(async () => (await statusOf(paths.category(id))) === 200, 'the category is live');
  await site.open({}, async (page) => {
    await page.goto(paths.category(id));
    await page.getByText('No blogs found in this category.').waitFor();
  });
});

test('a story that is not there answers 404 in the words of the specification', () =>
  site.open({ expected: [/404/] }, async (page) => {
    const answer = await page.goto(paths.blog('never-written'));
    expect(answer?.status()).toBe(404);
    expect(await headingOf(page)).toBe('Blog post not found');
    await page.locator('main').getByRole('link', { name: 'All posts' }).click();
    await page.waitForURL(`**${paths.blogs}`);
  }));

test('an unknown address leads home', () =>
  site.open({}, async (page) => {
    await page.goto('/somewhere/else');
    expect(pathOf(page)).toBe(paths.home);
  }));
