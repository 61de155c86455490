import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBlog } from '../../support/app/content-services.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const getJson = async (path: string) => {
  const response = await test.app.request(path);
  return { status: response.status, body: await response.json() };
};
const slugs = (posts: { slug: string }[]) => posts.map((post) => post.slug);

const POST_FIELDS = [
  'content',
  'tags',
  'authors',
  'meta_title',
  'meta_description',
  'canonical_url',
  'social_image_id',
];
const SUMMARY_FIELDS = [
  'author_name',
  'categories',
  'cover',
  'cover_id',
  'created_at',
  'description',
  'id',
  'published_at',
  'revision',
  'slug',
  'status',
  'title',
  'updated_at',
];

/** One post of every kind that is not public, and one that is. */
async function createPostOfEveryStatus(categoryIds: number[] = []) {
  const later = '2026-11-21T00:00:01.000Z';
  await createBlog(test.deps, createBlogRequest({ title: 'Seen', categoryIds }));
  await createBlog(test.deps, createBlogRequest({ title: 'Draft', status: 'draft', categoryIds }));
  await createBlog(test.deps, createBlogRequest({ title: 'Archived', status: 'archived', categoryIds }));
  await createBlog(test.deps, createBlogRequest({ title: 'Scheduled', published_at: later, categoryIds }));
}

describe('GET /api/blogs/published', () => {
  it('returns an empty list on an empty site', async () => {
    expect(await getJson('/api/blogs/published')).toEqual({ status: 200, body: [] });
  });

  it('returns every field of the contract and never the content', async () => {
    const category = await createCategory(test.deps, null, { name: 'Craft', description: null });
    await createBlog(test.deps, createBlogRequest({ categoryIds: [category.id] }));
    const { body } = await getJson('/api/blogs/published');
    expect(Object.keys(body[0]).sort()).toEqual(SUMMARY_FIELDS);
    expect(body[0]).toMatchObject({
      slug: 'tea-before-sunrise',
      status: 'published',
      published_at: '2026-11-21T00:00:00.000Z',
      created_at: '2026-11-21T00:00:00.000Z',
      revision: 1,
      categories: [{ id: category.id, name: 'Craft', slug: 'craft', description: null, blog_count: 1 }],
    });
  });

  it('counts the public posts of each category, in every list of posts', async () => {
    const { id } = await createCategory(test.deps, null, { name: 'Craft' });
    const other = await createCategory(test.deps, null, { name: 'Other' });
    await createPostOfEveryStatus([id]);
    await createBlog(test.deps, createBlogRequest({ title: 'Second', categoryIds: [other.id, id] }));
    const toCounts = (posts: { categories: { id: number; blog_count: number }[] }[]) =>
      posts.map(({ categories }) => categories.map((category) => [category.id, category.blog_count]));
    const expected = [
      [
        [other.id, 1],
        [id, 2],
      ],
      [[id, 2]],
    ];
    expect(toCounts((await getJson('/api/blogs/published')).body)).toEqual(expected);
    expect(toCounts((await getJson(`/api/blogs/category/${id}`)).body.blogs)).toEqual(expected);
    const admin = await createApiCaller(test);
    const { body } = await admin.call('GET', '/api/blogs');
    expect(new Set(toCounts(body).flat().map(String))).toEqual(new Set([`${other.id},1`, `${id},2`]));
  });

  it('reads the counts of all categories in one query, whatever the number of posts', async () => {
    const ids = [];
    for (const name of ['A', 'B']) ids.push((await createCategory(test.deps, null, { name })).id);
    const countQueries = async () => {
      const execute = vi.spyOn(test.db.client, 'execute');
      await getJson('/api/blogs/published');
      const count = execute.mock.calls.length;
      execute.mockRestore();
      return count;
    };
    await createBlog(test.deps, createBlogRequest({ title: 'One', categoryIds: ids }));
    const before = await countQueries();
    for (const title of ['Two', 'Three']) await createBlog(test.deps, createBlogRequest({ title, categoryIds: ids }));
    expect(before).toBeGreaterThan(0);
    expect(await countQueries()).toBe(before);
  });

  it('is sorted newest first, then by id', async () => {
    await createBlog(test.deps, createBlogRequest({ title: 'One' }));
    await createBlog(test.deps, createBlogRequest({ title: 'Two' }));
    await createBlog(test.deps, createBlogRequest({ title: 'Older', published_at: '2020-01-01T00:00:00Z' }));
    expect(slugs((await getJson('/api/blogs/published')).body)).toEqual(['two', 'one', 'older']);
  });

  it('returns pages that do not overlap', async () => {
    for (const title of ['A', 'B', 'C']) await createBlog(test.deps, createBlogRequest({ title }));
    expect(slugs((await getJson('/api/blogs/published?limit=2')).body)).toEqual(['c', 'b']);
    expect(slugs((await getJson('/api/blogs/published?limit=2&offset=2')).body)).toEqual(['a']);
    expect(slugs((await getJson('/api/blogs/published?offset=1')).body)).toEqual(['b', 'a']);
    expect((await getJson('/api/blogs/published?offset=900')).body).toEqual([]);
  });

  it.each(['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=', 'limit=ten', 'limit=1e2', 'limit=1&limit=2'])(
    'rejects %s with a message',
    async (query) => {
      const { status, body } = await getJson(`/api/blogs/published?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'validation_failed',
        message: '‘limit’ must be a whole number from 1 to 100.',
        issues: [{ path: 'limit' }],
      });
    },
  );

  it.each(['offset=-1', 'offset=x', 'offset=1000000001'])('refuses %s', async (query) => {
    expect((await getJson(`/api/blogs/published?${query}`)).body).toMatchObject({ issues: [{ path: 'offset' }] });
  });

  it('T24 contains no draft, archived or scheduled post', async () => {
    await createPostOfEveryStatus();
    expect(slugs((await getJson('/api/blogs/published')).body)).toEqual(['seen']);
  });

  it('T24 contains a scheduled post from its date on', async () => {
    await createPostOfEveryStatus();
    test.clock.advance(999);
    expect(slugs((await getJson('/api/blogs/published')).body)).toEqual(['seen']);
    test.clock.advance(1);
    expect(slugs((await getJson('/api/blogs/published')).body)).toEqual(['scheduled', 'seen']);
  });
});

describe('GET /api/blogs/slug/{slug}', () => {
  it('returns the post with its content', async () => {
    await createBlog(test.deps, createBlogRequest());
    const { status, body } = await getJson('/api/blogs/slug/tea-before-sunrise');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([...SUMMARY_FIELDS, ...POST_FIELDS].sort());
    expect(body.content).toBe('<p>The kettle knows.</p>');
  });

  it.each(['draft', 'archived', 'scheduled', 'no-such-post', '%2e%2e%2fetc', '%E0%A4%A', '%00', 'x'.repeat(150)])(
    'T24 returns 404 for %s',
    async (slug) => {
      await createPostOfEveryStatus();
      const { status, body } = await getJson(`/api/blogs/slug/${slug}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'not_found', message: 'Blog post not found', error: 'Blog post not found' });
    },
  );

  it('rejects a slug that is too long', async () => {
    expect((await getJson(`/api/blogs/slug/${'x'.repeat(201)}`)).status).toBe(400);
  });
});

describe('GET /api/blogs/category/{id}', () => {
  it('T24 returns the name and the public posts only', async () => {
    const { id } = await createCategory(test.deps, null, { name: 'Craft' });
    const other = await createCategory(test.deps, null, { name: 'Other' });
    await createPostOfEveryStatus([id]);
    await createBlog(test.deps, createBlogRequest({ title: 'Follow us', categoryIds: [other.id] }));
    const { status, body } = await getJson(`/api/blogs/category/${id}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['blogs', 'categoryName']);
    expect(body.categoryName).toBe('Craft');
    expect(slugs(body.blogs)).toEqual(['seen']);
    expect(Object.keys(body.blogs[0]).sort()).toEqual(SUMMARY_FIELDS);
  });

  it('returns 404 for an unknown category', async () => {
    const { status, body } = await getJson('/api/blogs/category/77');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found', message: 'Category not found' });
  });

  it.each(['0', '-1', 'craft', '1.5', '99999999999999999999', '1%20OR%201=1'])('rejects the id %s', async (id) => {
    const { status, body } = await getJson(`/api/blogs/category/${id}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed', issues: [{ path: 'id' }] });
  });
});

describe('GET /api/categories/with-counts', () => {
  it('T24 counts public posts only, lists empty categories, sorts by name in any case', async () => {
    const craft = await createCategory(test.deps, null, { name: 'craft', description: 'How' });
    await createCategory(test.deps, null, { name: 'Business' });
    await createCategory(test.deps, null, { name: 'Zen' });
    await createPostOfEveryStatus([craft.id]);
    expect(await getJson('/api/categories/with-counts')).toEqual({
      status: 200,
      body: [
        { id: 2, name: 'Business', description: null, slug: 'business', blog_count: 0 },
        { id: 1, name: 'craft', description: 'How', slug: 'craft', blog_count: 1 },
        { id: 3, name: 'Zen', description: null, slug: 'zen', blog_count: 0 },
      ],
    });
  });
});
