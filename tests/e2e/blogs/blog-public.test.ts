import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { company } from '#src/config/site.ts';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite, pollUntil, getVisibleText } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const readHeading = (page: Page) => getVisibleText(page.locator('main h1'));
const getPath = (page: Page) => new URL(page.url()).pathname;
const fetchStatus = async (path: string) => (await fetch(site.origin + path, { redirect: 'manual' })).status;

async function publish(title: string, categoryIds: number[] = []) {
  const blog = await createBlog(site.server, {
    title,
    content: `<p>${title}: a few words about it.</p>`,
    categoryIds,
    status: 'published',
  });
  await pollUntil(async () => (await fetchStatus(paths.blog(blog.slug))) === 200, `${blog.slug} is live`);
  return blog;
}

test('a visitor follows links from home to a post, its category, its neighbours and back', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    expect(await readHeading(page)).toContain(company.greeting);

    const postLink = page.locator('.post-card h3 a').first();
    const title = await getVisibleText(postLink);
    await postLink.click();
    await page.waitForURL(/\/blogs\/[a-z0-9-]+$/);
    expect(await readHeading(page)).toBe(title);
    const postPath = getPath(page);

    const chip = page.locator('.page-head a[href^="/categories/"]').first();
    const categoryName = await getVisibleText(chip);
    await chip.click();
    await page.waitForURL(/\/categories\/[a-z-]+$/);
    expect(await readHeading(page)).toBe(categoryName);
    await page.locator('main').getByRole('link', { name: title, exact: true }).click();
    await page.waitForURL(`**${postPath}`);

    const previous = page.locator('.neighbours a[rel=prev]');
    const previousTitle = (await getVisibleText(previous)).split('\n').at(-1);
    await previous.click();
    await page.waitForURL((url) => url.pathname !== postPath);
    expect(await readHeading(page)).toBe(previousTitle);
    await page.locator('.neighbours a[rel=next]').click();
    await page.waitForURL(`**${postPath}`);
    expect(await readHeading(page)).toBe(title);

    await page.goBack();
    expect(await readHeading(page)).toBe(previousTitle);
    await page.goForward();
    expect(await readHeading(page)).toBe(title);
  }));

test('the news line on the home page links to its post', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const news = page.locator('main a', { hasText: 'A new home for Mateworks' }).first();
    await news.click();
    await page.waitForURL(`**${paths.blog('a-new-home-for-mateworks')}`);
  }));

test("'Read more stories' leads to the list through /blog", () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const more = page.getByRole('link', { name: 'Read more stories' });
    await expect.poll(() => more.getAttribute('href')).toBe('/blog');
    await more.click();
    await page.waitForURL(`**${paths.blogs}`);
    expect(await readHeading(page)).toBe('Blogs');
  }));

test('a newly published post appears after a reload, and its old address redirects to the new one', () =>
  site.open({}, async (page) => {
    await page.goto(paths.blogs);
    const title = 'Printed while you were reading';
    expect(await page.getByRole('link', { name: title }).count()).toBe(0);
    const blog = await publish(title);
    await page.reload();
    expect(await getVisibleText(page.locator('main h2 a, main h3 a').first())).toBe(title);

    const slug = 'read-under-a-new-name';
    await updateBlog(site.server, blog.id, { title, content: blog.content, status: 'published', slug });
    await pollUntil(async () => (await fetchStatus(paths.blog(slug))) === 200, 'the new address is live');
    expect(await fetchStatus(paths.blog(blog.slug))).toBe(301);
    await page.goto(paths.blog(blog.slug));
    expect(getPath(page)).toBe(paths.blog(slug));
    expect(await readHeading(page)).toBe(title);
  }));

test('Older and Newer list every post exactly once', async () => {
  const numbers = Array.from({ length: 24 }, (_, index) => index + 1);
  await Promise.all(numbers.map((number) => publish(`Paged post ${number}`)));
  // Pages whose links alone change follow in the background.
  await site.server.publisher.whenIdle();
  await site.open({}, async (page) => {
    const readTitles = () => page.locator('main article :is(h2, h3) a').allInnerTexts();
    await page.goto(paths.blogs);
    const titlesGoingOlder: string[] = await readTitles();
    while (await page.getByRole('link', { name: 'Older' }).count()) {
      const before = getPath(page);
      await page.getByRole('link', { name: 'Older' }).click();
      await page.waitForURL((url) => url.pathname !== before);
      titlesGoingOlder.push(...(await readTitles()));
    }
    const published = (await (await fetch(`${site.origin}/api/blogs/published?limit=100`)).json()) as {
      title: string;
    }[];
    expect(titlesGoingOlder).toEqual(published.map((blog) => blog.title));

    const titlesGoingNewer: string[][] = [await readTitles()];
    while (await page.getByRole('link', { name: 'Newer' }).count()) {
      const before = getPath(page);
      await page.getByRole('link', { name: 'Newer' }).click();
      await page.waitForURL((url) => url.pathname !== before);
      titlesGoingNewer.unshift(await readTitles());
    }
    expect(getPath(page)).toBe(paths.blogs);
    expect(titlesGoingNewer.flat()).toEqual(titlesGoingOlder);
  });
});

test('Copy link copies the URL of the post and shows a message', () =>
  site.open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    const path = paths.blog('gst-for-sole-traders');
    await page.goto(`${path}#some-part`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.origin + path);
  }));

test('an empty category shows a message', async () => {
  const { slug } = await createCategory(site.server, null, { name: 'Unwritten' });
  await pollUntil(async () => (await fetchStatus(paths.category(slug))) === 200, 'the category is live');
  await site.open({}, async (page) => {
    await page.goto(paths.category(slug));
    await page.getByText('No blogs found in this category.').waitFor();
  });
});

test('a post that does not exist gives 404 with the text of the specification', () =>
  site.open({ expected: [/404/] }, async (page) => {
    const response = await page.goto(paths.blog('never-written'));
    expect(response?.status()).toBe(404);
    expect(await readHeading(page)).toBe('Blog post not found');
    await page.locator('main').getByRole('link', { name: 'All posts' }).click();
    await page.waitForURL(`**${paths.blogs}`);
  }));

test('an unknown path redirects home', () =>
  site.open({}, async (page) => {
    await page.goto('/somewhere/else');
    expect(getPath(page)).toBe(paths.home);
  }));
