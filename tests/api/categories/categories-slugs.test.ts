import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { selectCount } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const add = async (name: string, slug?: string) =>
  (await admin.call('POST', '/api/categories', { name, ...(slug !== undefined && { slug }) })).body;
const change = (id: number, body: object) => admin.call('PUT', `/api/categories/${id}`, body);
const slugConflict = { status: 409, body: { code: 'conflict', issues: [expect.objectContaining({ path: 'slug' })] } };

describe('the slug of a category', () => {
  it('follows from the name or is given; a new name keeps it', async () => {
    expect(await add('Field notes')).toMatchObject({ slug: 'field-notes' });
    const { id, slug } = await add('Money', 'money-and-tax');
    expect(slug).toBe('money-and-tax');
    expect((await change(id, { name: 'Taxes' })).body).toMatchObject({ name: 'Taxes', slug: 'money-and-tax' });
  });

  it('T25 never reads as an id or as another page', async () => {
    expect([await add('2026'), await add('All'), await add('Page')]).toMatchObject([
      { slug: '2026-category' },
      { slug: 'all-category' },
      { slug: 'page-category' },
    ]);
    const { id } = await add('One');
    for (const slug of ['7', 'all', 'page', 'Not a slug', '', 'a--b', 'x'.repeat(81)]) {
      expect(await change(id, { name: 'One', slug }), slug).toMatchObject({
        status: 400,
        body: { issues: [expect.objectContaining({ path: 'slug' })] },
      });
    }
  });

  it('of another category is a conflict, also one that it had and that of a deleted one', async () => {
    const tea = await add('Tea');
    const { id } = await add('Coffee');
    await change(tea.id, { name: 'Tea', slug: 'teas' });
    for (const slug of ['tea', 'teas']) expect(await change(id, { name: 'Coffee', slug })).toMatchObject(slugConflict);
    await admin.call('DELETE', `/api/categories/${tea.id}`);
    expect(await change(id, { name: 'Coffee', slug: 'tea' })).toMatchObject(slugConflict);
    expect(await add('Tea')).toMatchObject({ slug: 'tea-2' });
    expect(await selectCount(test, "SELECT count(*) FROM categories WHERE slug = 'coffee'")).toBe(1);
  });

  it('may be one that it had', async () => {
    const { id } = await add('Tea');
    await change(id, { name: 'Tea', slug: 'teas' });
    expect((await change(id, { name: 'Tea', slug: 'tea' })).body.slug).toBe('tea');
    expect(await selectCount(test, `SELECT count(*) FROM category_slugs WHERE category_id = ${id}`)).toBe(2);
  });

  it('F10 is given to one of ten concurrent requests', async () => {
    const ids = [];
    for (let n = 0; n < 10; n += 1) ids.push((await add(`Category ${n}`)).id);
    const answers = await Promise.all(ids.map((id, n) => change(id, { name: `Category ${n}`, slug: 'wanted' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });
});
