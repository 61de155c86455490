import { expect, it } from 'vitest';
import { createBlog, updateBlog, deleteBlog } from '#api/features/blogs/blogs.editing.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createTestSite } from '../support/test-site.ts';
it('x', async () => {
  const t = await createTestSite();
  await t.publisher.start();
  const c = await createCategory(t.deps, { name: 'News' });
  const posts = [];
  for (let i = 0; i < 30; i++) { posts.push(await createBlog(t.deps, { title: `Post ${i}`, content: '<p>Hello</p>', status: 'published', categoryIds: [c.id] })); t.clock.advance(1000); }
  await t.publisher.settled();
  expect((await t.get('/blogs/post-3')).status).toBe(200);
  expect(t.live()).toEqual(await t.fullBuild());
  await deleteBlog(t.deps, posts[5]!.id);
  await updateBlog(t.deps, posts[7]!.id, { title: 'New', slug: 'renamed', content: '<p>x', status: 'published', categoryIds: [] });
  await updateBlog(t.deps, posts[8]!.id, { title: 'New', content: '<p>x', status: 'archived', categoryIds: [] });
  await t.publisher.settled();
  expect(t.live()).toEqual(await t.fullBuild());
  expect((await t.get('/blogs/post-7')).headers.location).toBe('/blogs/renamed');
  expect((await t.get('/blogs/post-5')).status).toBe(404);
  await t.close();
});
