import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteDocument } from '#api/features/documents/deletion/deletion.service.ts';
import { createDocument, updateDocument } from '#api/features/documents/editing/editing.service.ts';
import type { DocumentSearchResultJson } from '#api/features/documents/documents.contract.ts';
import type { SearchResultsJson } from '#api/features/search/search.contract.ts';
import { createSection } from '#api/features/sections/sections.service.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { toBearerHeader, toRequestInit, createUser, createTestSession } from '../../support/app/users.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { BUOY_ID, RUDDER_ID } from '../../support/payments/tideworks.ts';

let test: TestApp;
let admin: string;
let user: string;
let actorId: number;
let sectionId: number;
beforeEach(async () => {
  test = await createOwnApp();
  const adminUser = await createUser(test, { role: 'admin' });
  actorId = adminUser.id;
  admin = await createTestSession(test, adminUser);
  user = await createTestSession(test, await createUser(test));
  sectionId = (await createSection(test.deps, actorId, { name: 'Begin', product_id: BUOY_ID })).id;
});
afterEach(() => test.close());

const addDocument = (title: string, content: string, more: { section_id?: number | null; status?: 'draft' } = {}) =>
  createDocument(test.deps, actorId, { title, content, section_id: sectionId, ...more });
const postSearch = (token: string, body: unknown) =>
  test.app.request('/api/documents/search', toRequestInit(token, 'POST', body));
const find = async (token: string, body: unknown): Promise<DocumentSearchResultJson[]> => {
  const response = await postSearch(token, body);
  expect(response.status).toBe(200);
  return (await response.json()) as DocumentSearchResultJson[];
};
const titles = async (token: string, body: unknown) => (await find(token, body)).map(({ title }) => title);

describe('POST /api/documents/search', () => {
  it('returns documents without content, with a snippet', async () => {
    const { content: _, ...summary } = await addDocument('First steps', '<p>Press <strong>Start</strong> once.</p>');
    expect(await find(user, { query: 'start' })).toEqual([{ ...summary, snippet: 'Press Start once.' }]);
  });

  it('T24 returns drafts to admins only', async () => {
    await addDocument('Not yet', '<p>Walrus.</p>', { status: 'draft' });
    expect(await titles(user, { query: 'walrus' })).toEqual([]);
    expect(await titles(admin, { query: 'walrus' })).toEqual(['Not yet']);
  });

  it('ranks titles first, requires every word, and ignores accents', async () => {
    await addDocument('Plain', '<p>Kōrero about exports.</p>');
    await addDocument('Exports', '<p>Kōrero.</p>');
    expect(await titles(user, { query: 'korero EXPO' })).toEqual(['Exports', 'Plain']);
    expect(await titles(user, { query: 'korero import' })).toEqual([]);
  });

  it('finds words of scripts without spaces', async () => {
    const text = 'これは長い文書です。'.repeat(9);
    await addDocument('Handbook', `<p>${text}EPUBで設定を変更する方法。</p>`);
    await addDocument('日本語の使い方', '<p>はじめに。</p>');
    await addDocument('Not yet', '<p>変更</p>', { status: 'draft' });
    expect(await titles(user, { query: '使い方' })).toEqual(['日本語の使い方']);
    const [found, ...others] = await find(user, { query: '変更する epub' });
    expect([found?.title, others]).toEqual(['Handbook', []]);
    expect(found?.snippet).toContain('設定を変更する方法。');
    expect(await titles(user, { query: '変更 %' })).toEqual(['Handbook']);
    expect(await titles(user, { query: '変更 tide' })).toEqual([]);
    expect(await titles(user, { query: '変更', productId: RUDDER_ID })).toEqual([]);
  });

  it('filters by product', async () => {
    const other = await createSection(test.deps, actorId, { name: 'Tax', product_id: RUDDER_ID });
    await addDocument('Here', '<p>Common.</p>');
    await addDocument('There', '<p>Common.</p>', { section_id: other.id });
    await addDocument('Nowhere', '<p>Common.</p>', { section_id: null });
    expect(await titles(user, { query: 'common', productId: RUDDER_ID })).toEqual(['There']);
    expect(await titles(user, { query: 'common' })).toHaveLength(3);
    expect(await titles(user, { query: 'common', productId: 999 })).toEqual([]);
  });

  it('reflects updates and deletes', async () => {
    const { id } = await addDocument('One', '<p>Kettle.</p>');
    await updateDocument(test.deps, actorId, id, { title: 'One', content: '<p>Teapot.</p>', section_id: sectionId });
    expect(await titles(user, { query: 'kettle' })).toEqual([]);
    expect(await titles(user, { query: 'teapot' })).toEqual(['One']);
    await deleteDocument(test.deps, actorId, id);
    expect(await titles(user, { query: 'teapot' })).toEqual([]);
  });

  it.each([
    ['no query', {}, 'query'],
    ['an empty query', { query: ' ' }, 'query'],
    ['a product id that is no number', { query: 'a', productId: String(BUOY_ID) }, 'productId'],
    ['T8 an unknown field', { query: 'a', isAdmin: true }, 'isAdmin'],
  ])('rejects %s', async (_name, body, path) => {
    const response = await postSearch(user, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'validation_failed', issues: [{ path }] });
  });

  it.each(['"', 'NEAR(', 'a" OR "b', '%', '()', '*', '🫖'])('T19 returns 200 for %j', async (query) => {
    await addDocument('A', '<p>b</p>');
    expect((await postSearch(user, { query })).status).toBe(200);
  });

  it('T7 requires a session', async () => {
    expect((await postSearch('x'.repeat(43), { query: 'a' })).status).toBe(401);
  });
});

describe('GET /api/search with a session', () => {
  const search = async (token: string | null, query: string) => {
    const headers = token ? toBearerHeader(token) : {};
    const response = await test.app.request(`/api/search?${query}`, { headers });
    expect(response.status).toBe(200);
    return ((await response.json()) as SearchResultsJson).results;
  };
  const urls = async (token: string | null, query: string) => (await search(token, query)).map(({ url }) => url);

  it('returns documents and posts, best match first', async () => {
    await createBlog(test.deps, createBlogRequest());
    const { id } = await addDocument('The kettle', '<p>How to fill it.</p>');
    expect(await search(user, 'q=kettle')).toEqual([
      { type: 'document', id, title: 'The kettle', url: '/documents/the-kettle', snippet: 'How to fill it.' },
      expect.objectContaining({ type: 'blog', url: '/blogs/tea-before-sunrise' }),
    ]);
    expect(await urls(user, 'q=kettle&type=blog')).toEqual(['/blogs/tea-before-sunrise']);
    expect(await urls(user, 'q=kettle&type=document')).toEqual(['/documents/the-kettle']);
  });

  it('T24 returns no document without a session, with an invalid one, or to a suspended user', async () => {
    await addDocument('The kettle', '<p>How to fill it.</p>');
    const banned = await createTestSession(
      test,
      await createUser(test, { isBlacklisted: true, blacklistReason: 'Spam' }),
    );
    for (const token of [null, 'x'.repeat(43), 'no token', banned]) {
      expect(await urls(token, 'q=kettle')).toEqual([]);
    }
  });

  it('T24 returns drafts to admins only', async () => {
    await addDocument('The kettle', '<p>How to fill it.</p>', { status: 'draft' });
    expect(await urls(user, 'q=kettle')).toEqual([]);
    expect(await urls(admin, 'q=kettle')).toHaveLength(1);
  });

  it('returns at most ten results', async () => {
    for (let n = 0; n < 8; n += 1) {
      await addDocument(`Kettle ${n}`, '<p>a</p>');
      await createBlog(test.deps, createBlogRequest({ title: `Kettle ${n}`, slug: `kettle-${n}` }));
    }
    expect(await urls(user, 'q=kettle')).toHaveLength(10);
  });
});
