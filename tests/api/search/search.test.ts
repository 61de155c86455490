import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { deleteBlog } from '#api/features/blogs/trash/trash.service.ts';
import { toFtsQuery } from '#db/queries/full-text-search.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  // Their pages have many words; `search-pages.test.ts` searches those.
  test.deps.site.pages = new Map();
});
afterEach(() => test.close());

const requestSearch = (query: Record<string, string>) => test.app.request(`/api/search?${new URLSearchParams(query)}`);
const find = async (q: string): Promise<string[]> => {
  const response = await requestSearch({ q });
  expect(response.status).toBe(200);
  const { results } = (await response.json()) as { results: { url: string }[] };
  return results.map((result) => result.url);
};

/** FTS5 compares its index with the table and throws when they differ. */
const checkIndex = () =>
  test.db.client.execute("INSERT INTO blogs_search (blogs_search, rank) VALUES ('integrity-check', 1)");

describe('GET /api/search', () => {
  it('A search finds nothing for visitors while the site is set up, and all for who sets it up', async () => {
    await createBlog(test.deps, createBlogRequest());
    test.deps.site.isPublic = () => false;
    expect(await find('kettle')).toEqual([]);
    const editor = await createApiCaller(test, 'editor');
    expect((await editor.call('GET', '/api/search?q=kettle')).body.results).toHaveLength(1);
    const user = await createApiCaller(test, 'user');
    expect((await user.call('GET', '/api/search?q=kettle')).body.results).toEqual([]);
    test.deps.site.isPublic = () => true;
    expect(await find('kettle')).toHaveLength(1);
  });

  it('returns every field of the contract', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest());
    const response = await requestSearch({ q: 'kettle' });
    expect(await response.json()).toEqual({
      results: [
        {
          type: 'blog',
          id,
          title: 'Tea before sunrise',
          url: '/blogs/tea-before-sunrise',
          snippet: 'The kettle knows.',
        },
      ],
    });
  });

  it('matches word prefixes, ignores case, accents and order, and requires all words', async () => {
    await createBlog(test.deps, createBlogRequest({ title: 'Kōrero at dawn' }));
    expect(await find('KORE')).toHaveLength(1);
    expect(await find('dawn korero')).toHaveLength(1);
    expect(await find('korero midnight')).toEqual([]);
  });

  it('ranks matches in the title before matches in the text', async () => {
    await createBlog(test.deps, createBlogRequest({ title: 'Plain', content: '<p>About harbours and boats.</p>' }));
    await createBlog(test.deps, createBlogRequest({ title: 'Harbours', content: '<p>About boats.</p>' }));
    expect(await find('harbours')).toEqual(['/blogs/harbours', '/blogs/plain']);
  });

  it('reflects create, update and delete', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest());
    await checkIndex();
    await updateBlog(test.deps, id, createBlogRequest({ title: 'Coffee', content: '<p>Beans.</p>' }));
    await checkIndex();
    expect(await find('kettle')).toEqual([]);
    expect(await find('beans')).toEqual(['/blogs/tea-before-sunrise']);
    await deleteBlog(test.deps, id);
    await checkIndex();
    expect(await find('beans')).toEqual([]);
  });

  it('T24 finds no draft, archived or scheduled post', async () => {
    await createBlog(test.deps, createBlogRequest({ title: 'Hidden one', status: 'draft' }));
    await createBlog(test.deps, createBlogRequest({ title: 'Hidden two', status: 'archived' }));
    await createBlog(test.deps, createBlogRequest({ title: 'Hidden three', published_at: '2026-11-21T00:00:01Z' }));
    expect(await find('hidden')).toEqual([]);
    test.clock.advance(1_000);
    expect(await find('hidden')).toEqual(['/blogs/hidden-three']);
  });

  it('does not search markup', async () => {
    await createBlog(
      test.deps,
      createBlogRequest({ content: '<p><a href="https://example.com/pineapple">fruit</a></p>' }),
    );
    expect(await find('pineapple')).toEqual([]);
    expect(await find('href')).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no q', {}, 'q'],
    ['an empty q', { q: '  ' }, 'q'],
    ['invisible characters only', { q: '\u202e' }, 'q'],
    ['10,000 characters', { q: 'a'.repeat(10_000) }, 'q'],
    ['a NUL', { q: 'a\u0000b' }, 'q'],
    ['an unknown type', { q: 'tea', type: 'user' }, 'type'],
  ])('rejects %s', async (_name, query, path) => {
    const response = await requestSearch(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'validation_failed', issues: [{ path }] });
  });

  it('requires a session for documents', async () => {
    const response = await requestSearch({ q: 'tea', type: 'document' });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it.each([
    '"',
    '""',
    '*',
    '"tea" NEAR("sunrise", 2)',
    'NEAR',
    'AND',
    'OR NOT',
    'title:tea',
    '{title}: tea',
    '^tea',
    'tea*',
    '-tea',
    "'; DROP TABLE blogs; --",
    '%_\\',
    '🫖',
    '漢字',
    'ﬀ',
    '()',
    'a '.repeat(100),
  ])('T19 returns 200 for %j', async (q) => {
    await createBlog(test.deps, createBlogRequest());
    const response = await requestSearch({ q });
    expect(response.status).toBe(200);
  });

  it('T19 never fails for random text', async () => {
    await createBlog(test.deps, createBlogRequest());
    const anyText = fc.string({
      unit: fc.oneof(fc.constantFrom(...'"*^:(){}-+ \'NEAR'), fc.nat(0x10ffff).map(toCharacter)),
    });
    await fc.assert(
      fc.asyncProperty(anyText, async (q) => {
        expect([200, 400]).toContain((await requestSearch({ q })).status);
      }),
      { numRuns: 300 },
    );
  });
});

const toCharacter = (code: number) => String.fromCodePoint(code);

describe('toFtsQuery', () => {
  it('keeps letters and digits, quotes each word, and stops at twelve words', () => {
    expect(toFtsQuery('tea "AND" (milk*)')).toBe('"tea" AND "AND" AND "milk"*');
    expect(toFtsQuery('"*^()')).toBeNull();
    expect(toFtsQuery('w '.repeat(50))?.split(' AND ')).toHaveLength(12);
  });
});
