import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBlog, updateBlog } from '#api/features/blogs/editing/editing.service.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { parseHtmlPage } from '../support/site/html-page.ts';
import { createTestSite, type TestSite } from '../support/site/test-site.ts';

const CATEGORIES = 2_000;
const POSTS = 60;
/** Bytes of HTML, uncompressed: with every category in it a page has 565 KB. */
const PAGE_MAX_BYTES = 60_000;
const ALL = '/categories/all';

/** The last 20 categories are the only ones with posts, and the very last has all of them. */
async function createSiteWith(categories: number): Promise<TestSite> {
  const site = await createTestSite();
  await site.db.client.execute(`INSERT INTO categories (id, name, slug, created_at, updated_at)
    WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${categories})
    SELECT id, printf('Category %04d', id), 'category-' || id, 0, 0 FROM n`);
  for (let at = 0; at < POSTS; at += 1) {
    const categoryIds = [categories, categories - 1 - (at % 19)];
    await createBlog(site.deps, createBlogRequest({ title: `Post ${at}`, categoryIds }));
  }
  await site.publisher.start();
  await site.publisher.whenIdle();
  return site;
}

let site: TestSite;
beforeAll(async () => {
  site = await createSiteWith(CATEGORIES);
});
afterAll(() => site.close());

const sidebarOf = async (path: string) => {
  const page = parseHtmlPage((await site.get(path)).body);
  const [sidebar] = page.withClass('categories');
  return sidebar ? page.within(sidebar, 'a').map(({ attribs }) => attribs.href) : [];
};

it('T19 pages stay small with 2,000 categories', async () => {
  const sizes = await Promise.all(
    ['/blogs', '/blogs/post-1', '/categories/2000', '/categories/1', '/categories/2000/page/1'].map(async (path) => {
      const { status, bytes } = await site.get(path);
      return { path, status, bytes: bytes.length };
    }),
  );
  expect(sizes.filter(({ status, bytes }) => status !== 200 || bytes > PAGE_MAX_BYTES)).toEqual([]);
});

it('the sidebar shows the fullest categories by name, and leads to the page of all', async () => {
  const shown = await sidebarOf('/blogs');
  expect(shown).toHaveLength(31);
  expect(shown.at(-1)).toBe(ALL);
  const fullest = Array.from({ length: 20 }, (_, n) => `/categories/${CATEGORIES - 19 + n}`);
  expect(shown.slice(-21, -1)).toEqual(fullest);
});

it('the sidebar of a category shows that one too', async () => {
  expect(await sidebarOf('/categories/700')).toContain('/categories/700');
  expect(await sidebarOf('/blogs')).not.toContain('/categories/700');
});

it('the page of all lists every category with its count, and the sitemap has it', async () => {
  const { status, body } = await site.get(ALL);
  const links = parseHtmlPage(body)
    .tags('a')
    .filter(({ attribs }) => /^\/categories\/\d+$/.test(attribs.href ?? ''));
  expect([status, links.length]).toEqual([200, CATEGORIES]);
  expect((await site.get('/sitemap-0.xml')).body).toContain(`<loc>http://localhost:4321${ALL}</loc>`);
});

it('is what a full build gives after a category of a post was renamed and another became fuller', async () => {
  // More categories than the sidebar shows: each of them has pages, which are rendered three times here.
  const own = await createSiteWith(100);
  await own.db.client.execute("UPDATE categories SET name = 'Renamed' WHERE id = 90");
  await updateBlog(own.deps, 1, createBlogRequest({ title: 'Post 0', categoryIds: [5, 6, 7] }));
  await own.restart();
  await own.publisher.whenIdle();
  expect((await own.get('/blogs/post-9')).body).toContain('Renamed');
  expect(own.live()).toEqual(await own.fullBuild());
  await own.close();
});
