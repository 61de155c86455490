import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBlog, updateBlog } from '../support/app/content-services.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { parseHtmlPage } from '../support/site/html-page.ts';
import { createTestSite, type TestSite } from '../support/site/test-site.ts';

const CATEGORY_COUNT = 500;
const POST_COUNT = 60;
/** Bytes of HTML, uncompressed. A page with every category would have 140 KB. */
const PAGE_MAX_BYTES = 60_000;
const ALL_CATEGORIES_PATH = '/categories/all';
/** The category that has every post. */
const FULL = `/categories/topic-${CATEGORY_COUNT}`;

/** The last 20 categories are the only ones with posts, and the very last has all of them. */
async function createSiteWith(categories: number): Promise<TestSite> {
  const site = await createTestSite();
  await site.db.client.execute(`INSERT INTO categories (id, name, slug, created_at, updated_at)
    WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${categories})
    SELECT id, printf('Category %04d', id), 'topic-' || id, 0, 0 FROM n`);
  for (let index = 0; index < POST_COUNT; index += 1) {
    const categoryIds = [categories, categories - 1 - (index % 19)];
    await createBlog(site.deps, createBlogRequest({ title: `Post ${index}`, categoryIds }));
  }
  await site.publisher.start();
  await site.publisher.whenIdle();
  return site;
}

let site: TestSite;
beforeAll(async () => {
  site = await createSiteWith(CATEGORY_COUNT);
});
afterAll(() => site.close());

const readSidebarLinks = async (path: string) => {
  const page = parseHtmlPage((await site.get(path)).body);
  const [sidebar] = page.withClass('categories');
  return sidebar ? page.within(sidebar, 'a').map(({ attribs }) => attribs.href) : [];
};

it('T19 pages stay small with 500 categories', async () => {
  const sizes = await Promise.all(
    ['/blogs', '/blogs/post-1', FULL, '/categories/topic-1', `${FULL}/page/1`].map(async (path) => {
      const { status, bytes } = await site.get(path);
      return { path, status, bytes: bytes.length };
    }),
  );
  expect(sizes.filter(({ status, bytes }) => status !== 200 || bytes > PAGE_MAX_BYTES)).toEqual([]);
});

it('the sidebar lists the categories with the most posts by name, and links to the page of all', async () => {
  const shown = await readSidebarLinks('/blogs');
  expect(shown).toHaveLength(31);
  expect(shown.at(-1)).toBe(ALL_CATEGORIES_PATH);
  const fullest = Array.from({ length: 20 }, (_, n) => `/categories/topic-${CATEGORY_COUNT - 19 + n}`);
  expect(shown.slice(-21, -1)).toEqual(fullest);
});

it('the sidebar of a category page includes that category', async () => {
  expect(await readSidebarLinks('/categories/topic-300')).toContain('/categories/topic-300');
  expect(await readSidebarLinks('/blogs')).not.toContain('/categories/topic-300');
});

it('the page of all lists every category, and is in the sitemap', async () => {
  const { status, body } = await site.get(ALL_CATEGORIES_PATH);
  const links = parseHtmlPage(body)
    .tags('a')
    .filter(({ attribs }) => /^\/categories\/topic-\d+$/.test(attribs.href ?? ''));
  expect([status, links.length]).toEqual([200, CATEGORY_COUNT]);
  expect((await site.get('/sitemap-0.xml')).body).toContain(`<loc>http://localhost:4321${ALL_CATEGORIES_PATH}</loc>`);
});

it('equals a full build after a category was renamed and others got more posts', async () => {
  // More categories than the sidebar lists, but few, because all their pages are rendered three times here.
  const own = await createSiteWith(100);
  await own.db.client.execute("UPDATE categories SET name = 'Renamed' WHERE id = 90");
  await updateBlog(own.deps, 1, createBlogRequest({ title: 'Post 0', categoryIds: [5, 6, 7] }));
  await own.restart();
  await own.publisher.whenIdle();
  expect((await own.get('/blogs/post-9')).body).toContain('Renamed');
  expect(own.live()).toEqual(await own.fullBuild());
  await own.close();
});
