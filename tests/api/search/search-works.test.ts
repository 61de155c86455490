import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBlog } from '../../support/app/content-services.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { writeNextVersion, publishWork, withdrawWork } from '../../support/openshelf/works.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  test.deps.site.pages = new Map();
});
afterEach(() => test.close());

async function search(query: Record<string, string>) {
  const response = await test.app.request(`/api/search?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { results: { type: string; url: string }[] }).results;
}

it('finds works of the shelf by title, author and description, for anyone', async () => {
  await publishWork(test, 7, 'the-ledger');
  for (const q of ['beekeeper', 'whitiora', 'thirty hive'])
    expect(await search({ q, type: 'publication' })).toEqual([
      {
        type: 'publication',
        id: 7,
        title: 'The Beekeeper’s Ledger',
        url: '/openshelf/the-ledger',
        snippet: 'A season of notes from thirty hives.',
      },
    ]);
});

it('finds no contact of an author, no version that is not on the shelf, and nothing that was withdrawn', async () => {
  await writeNextVersion(test, 6, 'in-review', { title: 'In review' });
  await publishWork(test, 7, 'the-ledger');
  await writeNextVersion(test, 7, 'the-ledger', { title: 'Unseen draft' });
  for (const q of ['review', 'unseen', 'example']) expect(await search({ q })).toEqual([]);
  expect(await search({ q: 'ledger' })).toHaveLength(1);
  await withdrawWork(test, 7);
  expect(await search({ q: 'ledger' })).toEqual([]);
});

it('mixes posts and works, the best of each first', async () => {
  await createBlog(test.deps, createBlogRequest({ title: 'Ledgers for beginners' }));
  await publishWork(test, 7, 'the-ledger');
  expect((await search({ q: 'ledger' })).map(({ type }) => type)).toEqual(['blog', 'publication']);
  expect((await search({ q: 'ledger', type: 'blog' })).map(({ type }) => type)).toEqual(['blog']);
});
