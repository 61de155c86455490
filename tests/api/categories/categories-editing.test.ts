import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog, createCategory } from '../../support/app/content-services.ts';
import { deleteCategory, updateCategory } from '#api/features/categories/categories.service.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const nameConflict = { code: 'conflict', issues: [expect.objectContaining({ path: 'name' })] };
const listJobs = async () =>
  (await test.db.client.execute('SELECT kind, subject_id, reason FROM publish_jobs ORDER BY id')).rows.map((row) => ({
    ...row,
  }));

describe('createCategory', () => {
  it('returns the category, queues a job and wakes the publisher', async () => {
    expect(await createCategory(test.deps, null, { name: ' News &  Updates ', description: 'What is new' })).toEqual({
      id: 1,
      name: 'News & Updates',
      description: 'What is new',
      slug: 'news-and-updates',
      created_at: '2026-11-21T00:00:00.000Z',
      updated_at: '2026-11-21T00:00:00.000Z',
    });
    expect(await listJobs()).toEqual([{ kind: 'category', subject_id: 1, reason: 'New category: News & Updates' }]);
    expect(test.countPublisherWakes()).toBe(1);
  });

  it.each([
    ['craft', 'CRAFT'],
    ['Māori', 'MĀORI'],
    ['Éclairs', 'éclairs'],
  ])('rejects a name that exists in another case: %s, %s', async (first, second) => {
    await createCategory(test.deps, null, { name: first });
    await expect(createCategory(test.deps, null, { name: second })).rejects.toMatchObject(nameConflict);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(1);
  });

  it('accepts one of ten concurrent requests with one name', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => createCategory(test.deps, null, { name: 'Same' })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(nameConflict);
    expect(await selectCount(test, 'SELECT count(*) FROM publish_jobs')).toBe(1);
  });

  it('gives names that would have the same slug distinct slugs', async () => {
    const slugs = [];
    for (const name of ['Tea', 'Tea!', '茶', '酒']) slugs.push((await createCategory(test.deps, null, { name })).slug);
    expect(new Set(slugs).size).toBe(4);
  });

  it.each([{ name: '' }, { name: 'x'.repeat(81) }, { name: 'a\u0000' }, { name: 'ok', colour: 'red' }, {}])(
    'refuses %j',
    async (input) => {
      await expect(createCategory(test.deps, null, input as never)).rejects.toMatchObject({
        code: 'validation_failed',
      });
      expect(await selectCount(test, 'SELECT count(*) FROM categories')).toBe(0);
    },
  );
});

describe('updateCategory', () => {
  it('renames the category and keeps its slug', async () => {
    const { id } = await createCategory(test.deps, null, { name: 'Craft', description: 'How' });
    test.clock.advance(1_000);
    expect(await updateCategory(test.deps, null, id, { name: 'CRAFT' })).toMatchObject({
      id,
      name: 'CRAFT',
      description: null,
      slug: 'craft',
      updated_at: '2026-11-21T00:00:01.000Z',
    });
    expect((await listJobs()).at(-1)).toEqual({ kind: 'category', subject_id: id, reason: 'Updated category: CRAFT' });
  });

  it('rejects the name of another category', async () => {
    await createCategory(test.deps, null, { name: 'One' });
    const { id } = await createCategory(test.deps, null, { name: 'Two' });
    await expect(updateCategory(test.deps, null, id, { name: 'ONE' })).rejects.toMatchObject(nameConflict);
    expect(await listJobs()).toHaveLength(2);
  });

  it('returns 404 for an unknown category and queues nothing', async () => {
    await expect(updateCategory(test.deps, null, 9, { name: 'One' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await listJobs()).toEqual([]);
    expect(test.countPublisherWakes()).toBe(0);
  });
});

describe('deleteCategory', () => {
  it('keeps the posts of the category', async () => {
    const { id } = await createCategory(test.deps, null, { name: 'Craft' });
    await createBlog(test.deps, createBlogRequest({ categoryIds: [id] }));
    await deleteCategory(test.deps, null, id);
    const posts = await (await test.app.request('/api/blogs/published')).json();
    expect(posts).toEqual([expect.objectContaining({ slug: 'tea-before-sunrise', categories: [] })]);
    expect((await test.app.request(`/api/blogs/category/${id}`)).status).toBe(404);
    expect((await listJobs()).at(-1)).toEqual({ kind: 'category', subject_id: id, reason: 'Deleted category: Craft' });
  });

  it('returns 404 for an unknown category and queues nothing', async () => {
    await expect(deleteCategory(test.deps, null, 9)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listJobs()).toEqual([]);
  });
});
