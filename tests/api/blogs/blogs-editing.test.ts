import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { deleteBlog } from '#api/features/blogs/trash/trash.service.ts';
import { createCategory } from '#api/features/categories/categories.service.ts';
import { createBlogRequest, selectCount } from '../../support/app/blog-request.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

const listJobs = async () =>
  (await test.db.client.execute('SELECT kind, subject_id, reason, status FROM publish_jobs ORDER BY id')).rows.map(
    (row) => ({ ...row }),
  );
const NOW = '2026-11-21T00:00:00.000Z';

describe('createBlog', () => {
  it('writes the post, its slug, its categories in order and a job, and wakes the publisher', async () => {
    const first = await createCategory(test.deps, null, { name: 'First' });
    const second = await createCategory(test.deps, null, { name: 'Second' });
    const post = await createBlog(test.deps, createBlogRequest({ categoryIds: [second.id, first.id] }));
    expect(post.categories.map((category) => category.name)).toEqual(['Second', 'First']);
    expect(post).toMatchObject({ revision: 1, created_at: NOW, updated_at: NOW, author_name: 'The team' });
    expect((await listJobs()).at(-1)).toEqual({
      kind: 'blog',
      subject_id: post.id,
      reason: 'New post: Tea before sunrise',
      status: 'queued',
    });
    expect(test.countPublisherWakes()).toBe(3);
  });

  it('creates a draft without a date by default', async () => {
    const post = await createBlog(test.deps, { title: 'A thought', content: '' });
    expect(post).toMatchObject({ status: 'draft', published_at: null, description: '', categories: [] });
  });

  it('derives the description from the text, at most 500 characters, cut between words', async () => {
    const short = await createBlog(
      test.deps,
      createBlogRequest({ content: '<h2>Tea</h2><p>Salt &amp; <em>milk</em></p>' }),
    );
    expect(short.description).toBe('Tea Salt & milk');
    const long = await createBlog(test.deps, createBlogRequest({ content: `<p>${'seven77 '.repeat(100)}</p>` }));
    expect(long.description).toMatch(/^(seven77 )+seven77$/);
    expect(long.description.length).toBeGreaterThan(480);
    expect(long.description.length).toBeLessThanOrEqual(500);
  });

  it('never cuts a description inside a character', async () => {
    const post = await createBlog(test.deps, createBlogRequest({ content: `<p>a${'🫖'.repeat(400)}</p>` }));
    expect(post.description.isWellFormed()).toBe(true);
    expect(post.description).not.toContain('\ufffd');
  });

  it.each([
    ['unknown categories', { categoryIds: [99] }, 'categoryIds'],
    ['a category twice', { categoryIds: [1, 1] }, 'categoryIds'],
    ['21 categories', { categoryIds: Array.from({ length: 21 }, (_, index) => index + 1) }, 'categoryIds'],
    ['no title', { title: ' \u00a0 ' }, 'title'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['an unknown status', { status: 'deleted' as never }, 'status'],
    ['a date without a time', { published_at: '2026-11-21' }, 'published_at'],
    ['a day that does not exist', { published_at: '2026-02-30T00:00:00Z' }, 'published_at'],
    ['a description over two lines', { description: 'a\nb' }, 'description'],
    ['content beyond the limit', { content: 'x'.repeat(1_500_001) }, 'content'],
  ])('rejects %s and writes nothing', async (_name, changes, path) => {
    await createCategory(test.deps, null, { name: 'One' });
    await expect(createBlog(test.deps, createBlogRequest(changes))).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [expect.objectContaining({ path: expect.stringContaining(path) })],
    });
    expect(await selectCount(test, 'SELECT count(*) FROM blogs')).toBe(0);
    expect(await listJobs()).toHaveLength(1);
  });

  it('T8 rejects read-only fields', async () => {
    for (const field of ['id', 'created_at', 'contentText', 'constructor']) {
      const input = { ...createBlogRequest(), [field]: 'x' };
      await expect(createBlog(test.deps, input as never)).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });
});

describe('the date of publication', () => {
  const createRequestWithStatus = (status: 'draft' | 'published' | 'archived') => createBlogRequest({ status });

  it('is the time at which a draft is published', async () => {
    const { id } = await createBlog(test.deps, createRequestWithStatus('draft'));
    test.clock.advance(60_000);
    expect((await updateBlog(test.deps, id, createRequestWithStatus('published'))).published_at).toBe(
      '2026-11-21T00:01:00.000Z',
    );
  });

  it('stays the same when a post is changed, archived and published again', async () => {
    const { id } = await createBlog(test.deps, createRequestWithStatus('published'));
    for (const status of ['published', 'archived', 'draft', 'published'] as const) {
      test.clock.advance(60_000);
      expect((await updateBlog(test.deps, id, createRequestWithStatus(status))).published_at).toBe(NOW);
    }
  });

  it('is the given date, stored in UTC', async () => {
    const given = createBlogRequest({ published_at: '2026-12-25T09:00:00+13:00' });
    expect((await createBlog(test.deps, given)).published_at).toBe('2026-12-24T20:00:00.000Z');
  });

  it('null removes the date of a draft', async () => {
    const { id } = await createBlog(
      test.deps,
      createBlogRequest({ status: 'draft', published_at: '2027-01-01T00:00:00Z' }),
    );
    const changed = await updateBlog(test.deps, id, createBlogRequest({ status: 'draft', published_at: null }));
    expect(changed.published_at).toBeNull();
  });

  it('null publishes a scheduled post now, and does not change the date of a published one', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest({ published_at: '2027-01-01T00:00:00Z' }));
    expect((await updateBlog(test.deps, id, createBlogRequest({ published_at: null }))).published_at).toBe(NOW);
    test.clock.advance(60_000);
    expect((await updateBlog(test.deps, id, createBlogRequest({ published_at: null }))).published_at).toBe(NOW);
  });

  it('null gives a post that becomes published the current time', async () => {
    expect((await createBlog(test.deps, createBlogRequest({ published_at: null }))).published_at).toBe(NOW);
    // A draft with an earlier date that is published without one gets the current time, too.
    const before = '2020-01-01T00:00:00.000Z';
    const archived = await createBlog(test.deps, createBlogRequest({ status: 'draft', published_at: before }));
    expect((await updateBlog(test.deps, archived.id, createBlogRequest({ published_at: null }))).published_at).toBe(
      NOW,
    );
  });
});

describe('updateBlog', () => {
  it('replaces all fields, increments the revision and queues a job', async () => {
    const category = await createCategory(test.deps, null, { name: 'Craft' });
    const { id } = await createBlog(test.deps, createBlogRequest({ categoryIds: [category.id], author_name: 'Aroha' }));
    test.clock.advance(1_000);
    const changed = await updateBlog(
      test.deps,
      id,
      createBlogRequest({ title: 'Tea', content: '<p>New.</p>', revision: 1 }),
    );
    expect(changed).toMatchObject({
      title: 'Tea',
      content: '<p>New.</p>',
      description: 'New.',
      slug: 'tea-before-sunrise',
      revision: 2,
      categories: [],
      author_name: 'Aroha',
      created_at: NOW,
      updated_at: '2026-11-21T00:00:01.000Z',
    });
    expect((await listJobs()).at(-1)).toMatchObject({ kind: 'blog', subject_id: id, reason: 'Updated post: Tea' });
  });

  it('names the first publish of a post in the list of publishes, and later ones updates', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest({ status: 'draft' }));
    await updateBlog(test.deps, id, createBlogRequest({ title: 'Tea', status: 'draft' }));
    await updateBlog(test.deps, id, createBlogRequest({ title: 'Tea' }));
    await updateBlog(test.deps, id, createBlogRequest({ title: 'Tea' }));
    const reasons = (await listJobs()).map(({ reason }) => reason);
    expect(reasons.slice(-3)).toEqual(['Updated post: Tea', 'Published post: Tea', 'Updated post: Tea']);
  });

  it('names a publish that is put on a schedule so, until it is due', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest({ status: 'draft' }));
    await updateBlog(test.deps, id, createBlogRequest({ title: 'Tea', published_at: '2027-01-01T00:00:00Z' }));
    expect((await listJobs()).at(-1)?.reason).toBe('Scheduled post: Tea');
  });

  it('R4 changes nothing when the revision is outdated', async () => {
    const category = await createCategory(test.deps, null, { name: 'Craft' });
    const { id } = await createBlog(test.deps, createBlogRequest({ categoryIds: [category.id] }));
    await updateBlog(test.deps, id, createBlogRequest({ categoryIds: [category.id], revision: 1 }));
    const [before, wakes] = [await dump(), test.countPublisherWakes()];
    const late = createBlogRequest({ title: 'Late', slug: 'late', status: 'archived', categoryIds: [], revision: 1 });
    await expect(updateBlog(test.deps, id, late)).rejects.toMatchObject({ code: 'conflict' });
    expect(await dump()).toEqual(before);
    expect(test.countPublisherWakes()).toBe(wakes);
  });

  it('accepts one of ten concurrent edits of the same revision', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest());
    const edits = Array.from({ length: 10 }, (_, index) =>
      updateBlog(test.deps, id, createBlogRequest({ title: `Edit ${index}`, revision: 1 })),
    );
    const results = await Promise.allSettled(edits);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
    }
    expect(await selectCount(test, 'SELECT revision FROM blogs')).toBe(2);
    expect(await listJobs()).toHaveLength(2);
  });

  it('returns 404 for an unknown post, also when it is deleted concurrently', async () => {
    await expect(updateBlog(test.deps, 5, createBlogRequest())).rejects.toMatchObject({ code: 'not_found' });
    const { id } = await createBlog(test.deps, createBlogRequest());
    const [changed] = await Promise.allSettled([
      updateBlog(test.deps, id, createBlogRequest()),
      deleteBlog(test.deps, id),
    ]);
    if (changed.status === 'rejected') expect(changed.reason).toMatchObject({ code: 'not_found' });
    expect(await selectCount(test, 'SELECT count(*) FROM blogs')).toBe(0);
    expect(await selectCount(test, 'SELECT count(*) FROM blog_categories')).toBe(0);
  });
});

describe('deleteBlog', () => {
  it('deletes the post and its rows, queues a job, and keeps the slug reserved', async () => {
    const category = await createCategory(test.deps, null, { name: 'Craft' });
    const { id } = await createBlog(test.deps, createBlogRequest({ categoryIds: [category.id] }));
    await deleteBlog(test.deps, id);
    expect(await selectCount(test, 'SELECT count(*) FROM blogs')).toBe(0);
    expect(await selectCount(test, 'SELECT count(*) FROM blog_categories')).toBe(0);
    expect(await selectCount(test, 'SELECT count(*) FROM blog_slugs WHERE blog_id IS NULL')).toBe(1);
    expect((await listJobs()).at(-1)).toMatchObject({ subject_id: id, reason: 'Deleted post: Tea before sunrise' });
    await expect(deleteBlog(test.deps, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listJobs()).toHaveLength(3);
  });

  it('never reuses the id', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest());
    await deleteBlog(test.deps, id);
    expect((await createBlog(test.deps, createBlogRequest())).id).toBeGreaterThan(id);
  });
});

/** All rows of the tables that an edit may change. */
async function dump() {
  const tables = ['blogs', 'blog_slugs', 'blog_categories', 'publish_jobs'];
  return Promise.all(tables.map(async (table) => (await test.db.client.execute(`SELECT * FROM ${table}`)).rows));
}
