import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicationStatuses } from '#api/domain/publication-states.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication, recordDecision, storeSameText } from '../../support/app/publications.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const LIFESTYLE = 6;

let test: TestApp;
let admin: ApiCaller;

beforeAll(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  const now = test.clock.now();
  let age = 0;
  for (const status of publicationStatuses) {
    age += 1;
    await createPublication(test, { title: `Work in ${status}`, status, createdAt: now - age });
  }
  await createPublication(test, {
    title: 'Remedies from a Hedgerow',
    authorName: 'Imogen Hart',
    categoryId: LIFESTYLE,
    createdAt: now - 100,
    description: 'Syrups & salves, 100% home-made. "Never" pick hemlock.',
  });
  await createPublication(test, {
    title: 'Tides of the Hokianga',
    authorName: 'Ngaire Pōmare',
    categoryId: LIFESTYLE,
    createdAt: now - 100,
    description: 'A harbour in 100 entries_.',
    status: 'PUBLISHED',
  });
});
afterAll(() => test.close());

const list = (query = '') => admin.call('GET', `/api/admin/openshelf/publications${query}`);
const listTitles = async (query: string) =>
  (await list(query)).body.data.publications.map(({ title }: { title: string }) => title);
const search = (text: string, rest = '') => listTitles(`?search=${encodeURIComponent(text)}${rest}`);

describe('GET /api/admin/openshelf/publications', () => {
  it('says of works in the queue which other work has the same text, and of no others', async () => {
    const alone = await createTestApp();
    const reviewer = await createApiCaller(alone);
    const rejected = await createPublication(alone, { title: 'First', status: 'REJECTED' });
    const waiting = await createPublication(alone, { title: 'Copy' });
    await storeSameText(alone, [rejected, waiting]);
    await recordDecision(alone, rejected, 'request_changes');
    const { publications } = (await reviewer.call('GET', '/api/admin/openshelf/publications')).body.data;
    expect(publications).toEqual([
      expect.objectContaining({
        id: waiting,
        same_text_as: { id: rejected, title: 'First', decision: 'changes_requested' },
      }),
      expect.objectContaining({ id: rejected, same_text_as: null }),
    ]);
    await alone.close();
  });

  it('lists publications in every status, newest first', async () => {
    const titles = await listTitles('');
    expect(titles.slice(0, 2)).toEqual(['Work in DRAFT', 'Work in SUBMITTED']);
    // Created at the same time: the later id first.
    expect(titles.slice(-2)).toEqual(['Tides of the Hokianga', 'Remedies from a Hedgerow']);
    expect((await list()).body.data.pagination).toEqual({ page: 1, limit: 20, total: 12, totalPages: 1 });
  });

  it('pages without gaps or repeats', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => listTitles(`?limit=5&page=${page}`)));
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
    expect(pages.flat()).toEqual(await listTitles(''));
    expect((await list('?limit=5&page=3')).body.data.pagination).toMatchObject({ total: 12, totalPages: 3 });
    expect(await listTitles('?page=1000000')).toEqual([]);
  });

  it.each(publicationStatuses)('filters by the status %s', async (status) => {
    const { body } = await list(`?status=${status}`);
    const count = status === 'ADMIN_REVIEWING' || status === 'PUBLISHED' ? 2 : 1;
    expect(body.data.pagination.total).toBe(count);
    expect(body.data.publications.map((publication: { status: string }) => publication.status)).toEqual(
      Array.from({ length: count }, () => status),
    );
  });

  it.each([
    ['?category=Lifestyle', ['Tides of the Hokianga', 'Remedies from a Hedgerow']],
    ['?category=Lifestyle&status=PUBLISHED', ['Tides of the Hokianga']],
    ['?category=Lifestyle&status=DRAFT', []],
    ['?category=Lifestyle&search=hart', ['Remedies from a Hedgerow']],
    ['?category=Fiction&search=hedgerow', []],
  ])('filters by %s', async (query, titles) => {
    expect(await listTitles(query)).toEqual(titles);
    expect((await list(query)).body.data.pagination.total).toBe(titles.length);
  });

  it.each([
    ['hedge', ['Remedies from a Hedgerow']],
    ['FROM A HEDGE', ['Remedies from a Hedgerow']],
    ['of the hok', ['Tides of the Hokianga']],
    ['pomare', ['Tides of the Hokianga']],
    ['PŌM', ['Tides of the Hokianga']],
    ['salv', ['Remedies from a Hedgerow']],
    ['100', ['Tides of the Hokianga', 'Remedies from a Hedgerow']],
    ['100%', ['Remedies from a Hedgerow']],
    ['entries_', ['Tides of the Hokianga']],
    ['%', ['Remedies from a Hedgerow']],
    ['_.', ['Tides of the Hokianga']],
    ['"N', ['Remedies from a Hedgerow']],
    ['"Never"', ['Remedies from a Hedgerow']],
    ['x OR 1', []],
    ['hedge*', []],
  ])('finds %s in titles, authors and descriptions', async (text, titles) => {
    expect(await search(text)).toEqual(titles);
    expect(await search(text, '&page=2&limit=1')).toEqual(titles.slice(1));
  });

  it.each([
    ['?status=NEW', /^‘status’ must be one of the publication statuses: DRAFT, SUBMITTED, .* or WITHDRAWN\.$/],
    ['?status=draft', /^‘status’ must be/],
    ['?category=Gardening', /^This category no longer exists\. Choose another\.$/],
    [`?search=${'a'.repeat(201)}`, /^Keep the search to 200 characters or fewer\.$/],
    ['?page=one', /^‘page’ must be a whole number/],
    ['?limit=0', /^‘limit’ must be a whole number from 1 to 100\.$/],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.issues[0].message).toMatch(message);
  });

  it('T19 answers any search, status and category without an error, and finds what contains the text', async () => {
    const columns = 'SELECT title, author_name, description FROM publications';
    const works = (await test.db.client.execute(columns)).rows.map((row) => Object.values(row).map(String));
    const isPlainAscii = (text: string) => /^[ -~]*$/.test(text);
    const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const countNaively = (text: string) =>
      works.filter((values) => values.some((value) => fold(value).includes(text.toLowerCase()))).length;
    const parts = fc.oneof(
      fc.constantFrom(
        "'",
        '"',
        '%',
        '_',
        '\\',
        '--',
        ';',
        '*',
        ' OR ',
        ') UNION SELECT ',
        '\u0000',
        '^',
        'NEAR(',
        '{a}:',
      ),
      fc.constantFrom('work', 'in', ' ', 'tides', '100', 'A', 'hart'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    const texts = fc.array(parts, { maxLength: 5 }).map((all) => all.join(''));
    const fields = fc.constantFrom('search', 'search', 'status', 'category', 'page', 'limit');
    await fc.assert(
      fc.asyncProperty(texts, fields, async (text, field) => {
        const { status, body } = await list(`?${field}=${encodeURIComponent(text)}`);
        expect([200, 400]).toContain(status);
        if (status === 200 && field === 'search' && isPlainAscii(text)) {
          expect(body.data.pagination.total).toBe(countNaively(text.trim().replace(/ +/g, ' ')));
        }
      }),
      { numRuns: 300 },
    );
    expect((await list()).body.data.pagination.total).toBe(12);
  });
});
