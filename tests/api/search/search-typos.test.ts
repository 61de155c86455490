import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDocument, updateDocument } from '#api/features/documents/editing/editing.service.ts';
import type { SearchResultsJson } from '#api/features/search/search.contract.ts';
import { findOneEditAway, hasIndexWords } from '#api/features/search/words/index-words.service.ts';
import { listEdits, measureDistance, Vocabulary } from '#api/features/search/words/vocabulary.service.ts';
import { foldWord } from '#db/queries/full-text-search.ts';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { publishWork, withdrawWork } from '../../support/openshelf/works.ts';

let test: TestApp;
let admin: ApiCaller;
let user: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  test.deps.site.pages = new Map();
  admin = await createApiCaller(test);
  user = await createApiCaller(test, 'user');
});
afterEach(() => test.close());

async function search(q: string, caller: ApiCaller | null = null, more = ''): Promise<SearchResultsJson> {
  const path = `/api/search?q=${encodeURIComponent(q)}${more}`;
  if (caller) return (await caller.call('GET', path)).body as SearchResultsJson;
  const response = await test.app.request(path);
  expect(response.status).toBe(200);
  return (await response.json()) as SearchResultsJson;
}
const addPost = (title: string, more = {}) => createBlog(test.deps, createBlogRequest({ title, content: '', ...more }));
const addDocument = (title: string, more: { status?: 'draft' } = {}) =>
  createDocument(test.deps, 1, { title, content: '', ...more });

describe('a search with a typo', () => {
  it('finds what was meant, and says which words it searched for', async () => {
    await addPost('Kōrero about invoices');
    const results = [expect.objectContaining({ url: '/blogs/korero-about-invoices' })];
    const asked = { 'invocies korero': ['invoices'], korreo: ['kōrero'], 'koreor invoyses': ['kōrero', 'invoices'] };
    for (const [q, used] of Object.entries(asked)) expect(await search(q)).toEqual({ results, used });
  });

  it('of one edit is found by its edits, and all words are read for the next one', async () => {
    await addPost('Kōrero about invoices');
    expect(await findOneEditAway(test.db, 'invocies')).toEqual([{ word: 'invoices', distance: 1 }]);
    expect(hasIndexWords(test.db)).toBe(false);
    expect(await search('invocies')).toMatchObject({ used: ['invoices'] });
    await expect.poll(() => hasIndexWords(test.db)).toBe(true);
    for (const typo of ['invocess', 'invocies']) expect(await search(typo)).toMatchObject({ used: ['invoices'] });
  });

  it('is taken by its letters where a text has these', async () => {
    await addPost('The form');
    await addPost('Away from home');
    const found = await search('form');
    expect(found).toEqual({ results: [expect.objectContaining({ title: 'The form' })] });
  });

  it.each([
    ['a short word', 'cta'],
    ['a number', '20262'],
    ['two mistakes in a word of seven letters', 'kettels kettsel invoicexx'],
    ['three in a longer one', 'hrabuorx'],
    ['words that are not in one text', 'harbours kettle'],
    ['one that is like no word', 'kettel zyzzyva'],
  ])('finds nothing for %s', async (_name, q) => {
    await addPost('Kettle cat 20261');
    await addPost('Harbours');
    expect(await search(q)).toEqual({ results: [] });
  });

  it('looks in works and documents too, and in the kind that was asked for alone', async () => {
    await publishWork(test, 7, 'the-ledger');
    await addDocument('Ledges');
    expect((await search('beekeepre')).results.map(({ type }) => type)).toEqual(['publication']);
    expect((await search('leddger', user)).results.map(({ type }) => type)).toEqual(['publication']);
    expect((await search('leddges', user, '&type=document')).results.map(({ type }) => type)).toEqual(['document']);
    await withdrawWork(test, 7);
    expect(await search('beekeepre')).toEqual({ results: [] });
  });

  it('finds a text by each of its words with any one mistake', async () => {
    const texts = [
      'Harbour ledgers in a quiet morning',
      'Größere Übersetzungen für kleine Verlage',
      'Как перевести книгу самостоятельно',
      'Te reo Māori kaituhi pukapuka',
    ];
    for (const [at, title] of texts.entries()) await addPost(title, { slug: `post-${at}` });
    const words = texts.flatMap((text, at) =>
      text
        .split(' ')
        .filter((word) => word.length >= 4)
        .map((word) => ({ word, url: `/blogs/post-${at}` })),
    );
    const edit = fc.record({
      of: fc.constantFrom(...words),
      at: fc.nat(100),
      kind: fc.constantFrom('leave out', 'add', 'replace', 'exchange'),
      letter: fc.constantFrom(...'abcxyzß'),
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ of: { word, url }, at, kind, letter }) => {
        const letters = [...word];
        const place = at % letters.length;
        if (kind === 'leave out') letters.splice(place, 1);
        else if (kind === 'add') letters.splice(place, 0, letter);
        else if (kind === 'replace') letters[place] = letter;
        else letters.splice(place, 2, ...letters.slice(place, place + 2).reverse());
        const typed = letters.join('');
        // One of three letters has to be right.
        fc.pre(typed.length >= 4);
        expect(
          (await search(typed)).results.map((result) => result.url),
          typed,
        ).toContain(url);
      }),
      { numRuns: 150 },
    );
  });
});

describe('T24 a typo tells nobody of words that they may not read', () => {
  it('in drafts, archived and scheduled posts', async () => {
    await addPost('Walruses', { status: 'draft' });
    await addPost('Walruses again', { status: 'archived' });
    await addPost('Walruses once more', { published_at: '2026-11-21T00:00:01Z' });
    for (const caller of [null, user, admin])
      for (const q of ['walruses', 'walrusse', 'walrusess']) expect(await search(q, caller)).toEqual({ results: [] });
    test.clock.advance(1_000);
    expect((await search('walrusse')).results).toHaveLength(1);
  });

  it('in documents: visitors get none, users published ones, and who writes them drafts', async () => {
    await addDocument('Walruses');
    await addDocument('Narwhals', { status: 'draft' });
    const titles = async (q: string, caller: ApiCaller | null) =>
      (await search(q, caller)).results.map(({ title }) => title);
    expect(await search('walrusse')).toEqual({ results: [] });
    expect(await search('narwhlas')).toEqual({ results: [] });
    expect(await titles('walrusse', user)).toEqual(['Walruses']);
    expect(await search('narwhlas', user)).toEqual({ results: [] });
    expect(await titles('narwhlas', admin)).toEqual(['Narwhals']);
  });

  it('also where such a word is the very one, or nearer: what they may read is found as if there were no other', async () => {
    await addPost('Harbour');
    const before = [await search('harbuor'), await search('harbor')];
    await addPost('Harbuor harbor', { status: 'draft' });
    await addDocument('Harbuor harbor');
    expect([await search('harbuor'), await search('harbor')]).toEqual(before);
    expect(before.map(({ used }) => used)).toEqual([['harbour'], ['harbour']]);
    test.deps.site.settings = {
      ...test.deps.site.settings,
      features: { ...test.deps.site.settings.features, documentation: false },
    };
    expect((await search('harbuor', user)).used).toEqual(['harbour']);
  });

  it('once a text has changed or is gone', async () => {
    const post = await addPost('Walruses');
    expect((await search('walrusse')).results).toHaveLength(1);
    await updateBlog(test.deps, post.id, createBlogRequest({ title: 'Otters', content: '' }));
    expect(await search('walrusse')).toEqual({ results: [] });
    expect((await search('ottesr')).results).toHaveLength(1);
    const document = await addDocument('Narwhals');
    await updateDocument(test.deps, 1, document.id, { title: 'Seals', content: '' });
    expect(await search('narwhlas', user)).toEqual({ results: [] });
  });
});

describe('Vocabulary', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdeß'), minLength: 3, maxLength: 10 });

  it('finds the same words as a comparison with each of them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, fc.constantFrom(1, 2), (words, wanted, max) => {
        const near = words.filter((each) => each !== wanted && measureDistance(each, wanted) <= max);
        const found = new Vocabulary(words).findNear(wanted, max, 100);
        expect(found.map((each) => each.word).sort()).toEqual(near.sort());
      }),
    );
  });

  it('has among the edits of a word all words of its letters that are one edit away, and no others', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(letters, { maxLength: 60 }), letters, (words, wanted) => {
        const edits = new Set(listEdits(wanted));
        const near = words.filter((each) => measureDistance(each, wanted) === 1);
        expect(words.filter((each) => edits.has(each))).toEqual(near);
      }),
    );
    for (const edit of listEdits('kōrero')) expect(measureDistance('kōrero', edit)).toBe(1);
  });

  it('counts an exchange of neighbours once', () => {
    expect(measureDistance('form', 'from')).toBe(1);
    expect(measureDistance('ca', 'abc')).toBe(3);
    expect(measureDistance('', 'abc')).toBe(3);
    expect(measureDistance('kitten', 'sitting')).toBe(3);
  });
});

it('words are compared without accents and capitals', () => {
  expect(foldWord('Kōrero ÜBER')).toBe('korero uber');
});
