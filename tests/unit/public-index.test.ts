import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog, updateBlog } from '../support/app/content-services.ts';
import { deleteBlog } from '#api/features/blogs/trash/trash.service.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { toPublicPath } from '#api/publishing/render/build-info.ts';
import { planAllPages, planPath } from '#api/publishing/plan/page-plan.ts';
import { PublicIndex } from '#api/publishing/index/public-index.ts';
import { findNewestNews } from '#api/publishing/render/content-reader.ts';
import { addCharset, replaceOrigin } from '#api/publishing/render/astro-renderer.ts';
import { toPartNumber } from '#api/publishing/index/sitemap-parts.ts';
import { getSitemapPart, listSitemapParts } from '#api/publishing/plan/sitemap.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { createTestDatabase, type TestDatabase } from '../support/app/test-app.ts';
import { demoContent } from '../support/site/demo-content.ts';

let test: TestDatabase;
let index: PublicIndex;
let categories: number[];
beforeEach(async () => {
  test = await createTestDatabase();
  index = new PublicIndex(test.db);
  categories = [];
  for (const name of ['One', 'Two']) categories.push((await createCategory(test.deps, null, { name })).id);
});
afterEach(() => test.close());

const summarizeIndex = (each: PublicIndex) => ({
  posts: each.posts,
  parts: each.parts.list(),
  lists: categories.map((id) => each.list(id).map((post) => post.id)),
  redirects: [...each.redirects].sort(),
  slugs: each.posts.map((post) => each.getBySlug(post.slug)?.id),
});

async function createLoadedIndex(): Promise<PublicIndex> {
  const fresh = new PublicIndex(test.db);
  await fresh.load(test.clock.now());
  return fresh;
}

const createPlanContext = (each: PublicIndex) => ({
  index: each,
  now: test.clock.now(),
  site: demoContent,
  salt: 'build',
  buildSalt: 'build',
  fixedPages: [],
  listedPaths: ['/genmate'],
  builtPaths: new Set<string>(),
});
const planInputHashes = (each: PublicIndex) =>
  new Map([...planAllPages(createPlanContext(each))].map((page) => [page.path, page.inputHash]));

describe('the news', () => {
  it.each([
    ['news', true],
    ['News', true],
    ['NEWS & Updates', true],
    ['news & updates', true],
    ['Newsroom', false],
    ['Old news', false],
    ['Updates', false],
  ])('are the posts of a category named %s: %s', async (name, isNews) => {
    const { id } = await createCategory(test.deps, null, { name });
    await createBlog(test.deps, createBlogRequest({ title: 'Doors open', categoryIds: [id] }));
    await index.load(test.clock.now());
    expect(findNewestNews(index)?.slug).toBe(isNews ? 'doors-open' : undefined);
  });
});

describe('the index of public posts', () => {
  it('F6 updated post by post equals a full load', async () => {
    await index.load(test.clock.now());
    const [one, two] = categories as [number, number];
    const created = [];
    for (const title of ['A', 'B', 'C', 'D']) {
      created.push(await createBlog(test.deps, createBlogRequest({ title, categoryIds: [one] })));
    }
    const [a, b, c, d] = created.map((post) => post.id) as [number, number, number, number];
    await updateBlog(test.deps, a, createBlogRequest({ slug: 'renamed', categoryIds: [two, one] }));
    await updateBlog(test.deps, b, createBlogRequest({ status: 'archived' }));
    await deleteBlog(test.deps, c);
    await updateBlog(test.deps, d, createBlogRequest({ published_at: '2026-11-22T00:00:00Z' }));
    for (const id of [d, c, b, a]) await index.reloadPost(id, test.clock.now());
    expect(summarizeIndex(index)).toEqual(summarizeIndex(await createLoadedIndex()));
    expect(index.posts.map((post) => post.id)).toEqual([a]);
    expect([...index.redirects].filter(([from]) => from.startsWith('/blogs/'))).toEqual([
      ['/blogs/a', '/blogs/renamed'],
    ]);
    test.clock.set('2026-11-22T00:00:00Z');
    await index.reloadPost(d, test.clock.now());
    expect(summarizeIndex(index)).toEqual(summarizeIndex(await createLoadedIndex()));
    expect(index.posts.map((post) => post.id)).toEqual([a, d]);
  });

  it('finds adjacent posts by date', async () => {
    for (const [title, day] of [
      ['Late', '03'],
      ['Early', '01'],
      ['Middle', '02'],
    ] as const) {
      await createBlog(test.deps, createBlogRequest({ title, published_at: `2026-01-${day}T00:00:00Z` }));
    }
    await index.load(test.clock.now());
    expect(index.posts.map((post) => post.slug)).toEqual(['early', 'middle', 'late']);
    const middle = index.getBySlug('middle');
    expect(middle && index.getAdjacent(middle)).toMatchObject({ previous: { slug: 'early' }, next: { slug: 'late' } });
  });

  it('contains no excluded post', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest({ categoryIds: categories }));
    await index.load(test.clock.now());
    index.exclude(id);
    expect(summarizeIndex(index)).toMatchObject({ posts: [], lists: [[], []] });
    expect(index.getBySlug('tea-before-sunrise')).toBeNull();
  });
});

describe('the plan of all pages', () => {
  it('T24 has a page for each public post and no other', async () => {
    await createBlog(test.deps, createBlogRequest({ title: 'Seen', categoryIds: categories }));
    await createBlog(test.deps, createBlogRequest({ title: 'Draft', status: 'draft' }));
    await createBlog(test.deps, createBlogRequest({ title: 'Planned', published_at: '2027-01-01T00:00:00Z' }));
    const paths = [...planInputHashes(await createLoadedIndex()).keys()];
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => path.startsWith('/blogs/'))).toEqual(['/blogs/seen', '/blogs/seen.md']);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/blogs',
        '/categories/one',
        '/categories/two',
        '/rss.xml',
        '/sitemap.xml',
        '/terms',
      ]),
    );
  });

  it('for one path equals its entry in the plan of all', async () => {
    for (let at = 0; at < 30; at += 1)
      await createBlog(test.deps, createBlogRequest({ title: `T${at}`, categoryIds: [1] }));
    const each = await createLoadedIndex();
    for (const page of planAllPages(createPlanContext(each)))
      expect(planPath(createPlanContext(each), page.path), page.path).toEqual(page);
    for (const path of [
      '/blogs/none',
      '/blogs/page/9',
      '/blogs/page/x',
      '/categories/1',
      '/categories/x',
      '/genmate/none',
    ]) {
      expect(planPath(createPlanContext(each), path), path).toBeNull();
    }
  });

  it('changes the input hashes of exactly the pages that show a changed title', async () => {
    for (const title of ['A', 'B', 'C', 'D', 'E']) await createBlog(test.deps, createBlogRequest({ title }));
    const before = planInputHashes(await createLoadedIndex());
    const [oldest] = (await createLoadedIndex()).posts;
    await updateBlog(test.deps, oldest?.id ?? 0, createBlogRequest({ title: 'Changed' }));
    const after = planInputHashes(await createLoadedIndex());
    const changed = [...after].filter(([path, inputs]) => before.get(path) !== inputs).map(([path]) => path);
    expect(changed).toEqual(expect.arrayContaining(['/blogs', '/blogs/a', '/blogs/b', '/rss.xml', '/sitemap-1.xml']));
    for (const path of ['/', '/blogs/d', '/blogs/e', '/terms', '/categories/one']) expect(changed).not.toContain(path);
  });
});

describe('the sitemap', () => {
  it('has 500 ids per part, each post once, with the later of its dates', async () => {
    expect([1, 499, 500, 999, 1_000].map(toPartNumber)).toEqual([1, 1, 2, 2, 3]);
    const { id } = await createBlog(test.deps, createBlogRequest({ published_at: '2020-01-01T00:00:00Z' }));
    const each = await createLoadedIndex();
    const lastmod = '2026-11-21T00:00:00.000Z';
    expect(listSitemapParts({ index: each, site: demoContent })).toEqual([
      { part: '0', lastmod: null },
      { part: String(toPartNumber(id)), lastmod },
      { part: 'openshelf-0', lastmod: null },
    ]);
    const context = { index: each, site: demoContent };
    expect(getSitemapPart({ ...context, listedPaths: [] }, '1')).toEqual([
      { path: '/blogs/tea-before-sunrise', lastmod },
    ]);
    expect(getSitemapPart({ ...context, listedPaths: [] }, '2')).toBeNull();
    expect(getSitemapPart({ ...context, listedPaths: ['/', '/genmate'] }, '0')?.map((entry) => entry.path)).toEqual([
      '/blogs',
      '/',
      '/genmate',
      '/categories/one',
      '/categories/two',
    ]);
  });
});

describe('post-processing of rendered pages', () => {
  it('replaces the origin in text only', () => {
    const bytes = Buffer.from('<a href="https://origin.invalid/x">');
    expect(replaceOrigin(bytes, 'text/html', 'https://a.example').toString()).toBe('<a href="https://a.example/x">');
    expect(replaceOrigin(bytes, 'application/rss+xml', 'https://a.example').toString()).not.toContain('invalid');
    expect(replaceOrigin(bytes, 'image/png', 'https://a.example')).toBe(bytes);
  });

  it('adds the character set to text types, once', () => {
    expect(addCharset('text/html')).toBe('text/html; charset=utf-8');
    expect(addCharset('application/feed+json')).toBe('application/feed+json; charset=utf-8');
    expect(addCharset('text/html; charset=utf-8')).toBe('text/html; charset=utf-8');
    expect(addCharset('image/png')).toBe('image/png');
  });

  it.each([
    ['index.html', '/'],
    ['genmate/index.html', '/genmate'],
    ['company/about.html', '/company/about'],
    ['_astro/a.css', '/_astro/a.css'],
    ['favicon.svg', '/favicon.svg'],
  ])('the file %s has the path %s', (file, address) => {
    expect(toPublicPath(file)).toBe(address);
  });
});
