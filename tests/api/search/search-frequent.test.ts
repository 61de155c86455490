import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDocument } from '#api/features/documents/editing/editing.service.ts';
import { updateProduct } from '#api/features/products/editing/editing.service.ts';
import { searchContent } from '#api/features/search/search.service.ts';
import { createSection } from '#api/features/sections/sections.service.ts';
import { blogs, documents } from '#db/schema/index.ts';
import { createUser } from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

/** More texts with a word than are counted. */
const MANY = 5_200;

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  test.deps.site.pages = new Map();
});
afterEach(() => test.close());

const numbers = sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MANY})`;
const find = async (q: string, viewer?: { canSeeDrafts: boolean; isSignedIn: boolean }) =>
  (await searchContent(test.deps, { q }, viewer)).results.map(({ title }) => title);

it('of a word that most texts have, the newest are found, and first those with it in their title', async () => {
  const now = test.clock.now();
  await test.db.orm.run(sql`
    INSERT INTO ${blogs} (slug, title, description, is_description_custom, content, content_text, word_count, status,
        published_at, author_name, created_at, updated_at)
    ${numbers} SELECT 'post-' || n, CASE n WHEN 7 THEN 'All about Harbours' WHEN 9 THEN 'Ledgers' ELSE 'Post ' || n END, '', 0, '',
      'A harbours kettle' || CASE WHEN n IN (9, 11, 13) THEN ' ledger' ELSE '' END, 3, 'published', ${now}, 'A', ${now}, ${now} FROM numbers`);
  expect((await find('harbours')).slice(0, 3)).toEqual(['All about Harbours', `Post ${MANY}`, `Post ${MANY - 1}`]);
  expect((await find('h'))[0]).toBe('All about Harbours');
  // Those that few have say the order.
  expect(await find('kettle harbours ledger')).toEqual(['Ledgers', 'Post 11', 'Post 13']);
});

it('N12 a document that everyone may read is found among many newer ones that visitors may not', async () => {
  const admin = (await createUser(test, { role: 'admin' })).id;
  const open = await createSection(test.deps, admin, { name: 'Open', product_id: 4 });
  const closed = await createSection(test.deps, admin, { name: 'Closed', product_id: 1 });
  await updateProduct(test.deps, admin, 4, { name: 'GenMate', document_readers: 'everyone' });
  await createDocument(test.deps, admin, { title: 'First cup', content: '<p>Harbours</p>', section_id: open.id });
  const now = test.clock.now();
  await test.db.orm.run(sql`
    INSERT INTO ${documents} (slug, title, section_id, content, content_text, status, created_at, updated_at)
    ${numbers} SELECT 'closed-' || n, 'Closed ' || n, ${closed.id}, '', 'Harbours ' || CASE WHEN n <= 400 THEN 'morning' ELSE '' END,
      'published', ${now}, ${now} FROM numbers`);
  expect(await find('harbours')).toEqual(['First cup']);
  expect(await find('harbuors')).toEqual(['First cup']);
  expect(await find('morning')).toEqual([]);
  expect(await find('harbours', { canSeeDrafts: false, isSignedIn: true })).toHaveLength(10);
});
