import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlog } from '../../support/app/content-services.ts';
import { listAuditEntries, type ApiCaller, createApiCaller, UNKNOWN_KEYS } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const add = (body: unknown) => admin.call('POST', '/api/categories', body);

describe('categories in the admin API', () => {
  it('are listed with their post counts: drafts included, trash excluded', async () => {
    const { id } = (await add({ name: 'craft', description: 'How' })).body;
    await add({ name: 'Books' });
    await createBlog(test.deps, createBlogRequest({ title: 'One', categoryIds: [id] }));
    await createBlog(test.deps, createBlogRequest({ title: 'Two', categoryIds: [id], status: 'draft' }));
    const trashed = await createBlog(
      test.deps,
      createBlogRequest({ title: 'Three', categoryIds: [id], status: 'draft' }),
    );
    await test.db.client.execute({ sql: 'UPDATE blogs SET trashed_at = 1 WHERE id = ?', args: [trashed.id] });
    expect((await admin.call('GET', '/api/categories')).body).toEqual([
      expect.objectContaining({ name: 'Books', description: null, blog_count: 0 }),
      {
        id,
        name: 'craft',
        description: 'How',
        slug: 'craft',
        blog_count: 2,
        created_at: '2026-11-21T00:00:00.000Z',
        updated_at: '2026-11-21T00:00:00.000Z',
      },
    ]);
  });

  it('T32 are created, changed and deleted, each with one audit row that names the actor', async () => {
    const created = await add({ name: ' News ' });
    expect(created).toMatchObject({ status: 201, body: { name: 'News', description: null, slug: 'news' } });
    const { id } = created.body;
    expect(
      await admin.call('PUT', `/api/categories/${id}`, { name: 'Updates', description: 'What is new' }),
    ).toMatchObject({ status: 200, body: { id, name: 'Updates', description: 'What is new', slug: 'news' } });
    expect((await admin.call('DELETE', `/api/categories/${id}`)).status).toBe(204);
    expect((await admin.call('GET', '/api/categories')).body).toEqual([]);
    const subject = `category:${id}`;
    expect(await listAuditEntries(test)).toEqual([
      { action: 'category.created', actorId: admin.id, subject },
      { action: 'category.changed', actorId: admin.id, subject },
      { action: 'category.deleted', actorId: admin.id, subject },
    ]);
  });

  it('rejected changes write no audit row', async () => {
    const { id } = (await add({ name: 'One' })).body;
    await add({ name: 'Two' });
    expect((await add({ name: 'ONE' })).status).toBe(409);
    expect((await admin.call('PUT', `/api/categories/${id}`, { name: 'two' })).status).toBe(409);
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(81) }]) expect((await add(body)).status).toBe(400);
    expect(await listAuditEntries(test)).toHaveLength(2);
  });

  it.each([...UNKNOWN_KEYS, 'blog_count'])('T8 reject the key %s', async (key) => {
    const { id } = (await add({ name: 'One' })).body;
    expect((await add({ name: 'New', [key]: 1 })).status).toBe(400);
    expect((await admin.call('PUT', `/api/categories/${id}`, { name: 'New', [key]: 1 })).status).toBe(400);
    expect((await admin.call('GET', '/api/categories')).body).toMatchObject([{ name: 'One' }]);
  });
});
