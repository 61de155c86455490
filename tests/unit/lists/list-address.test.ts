import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postList } from '#api/domain/post-list.ts';
import { entryList } from '#api/domain/waiting-list.ts';
import { parseListState, toListUrl } from '#src/lib/list-address.ts';

const text = fc.string({ maxLength: 200, unit: 'binary' }).filter((value) => value.isWellFormed());
const id = fc.option(fc.integer({ min: 1, max: 999_999_999 }));
const order = fc.constantFrom('ASC' as const, 'DESC' as const);
const page = fc.integer({ min: 1, max: 999_999 });

test('the state of a list is restored from its address unchanged', () => {
  const posts = fc.record({
    view: fc.constantFrom(null, 'trash' as const),
    status: fc.constantFrom(null, 'draft' as const, 'archived' as const),
    categoryId: id,
    tagId: id,
    author: text.map((value) => value || null),
    search: text,
    sort: fc.record({ by: fc.constantFrom('updated_at' as const, 'title' as const), order }),
    page,
    open: fc.constant(''),
  });
  fc.assert(
    fc.property(posts, (state) => {
      const { search } = new URL(toListUrl(postList, '/blog-manager', state), 'https://a.example');
      expect(parseListState(postList, search)).toEqual(state);
    }),
  );
});

test('a filter that is on at first has all in the address once it is off', () => {
  const state = parseListState(entryList, '?status=all&entry=7');
  expect(state).toMatchObject({ status: null, open: '7' });
  expect(toListUrl(entryList, '/people', state)).toBe('/people?status=all&entry=7');
  expect(parseListState(entryList, '').status).toBe('pending');
});

test('the address of a list as it is at first is short, and what it does not understand is left out', () => {
  const initial = parseListState(postList, '');
  expect(toListUrl(postList, '/blog-manager', initial)).toBe('/blog-manager');
  expect(parseListState(postList, '?status=lost&category=-3&sort=size&order=up&page=0&view=attic')).toEqual(initial);
  expect(parseListState(postList, '?sort=title').sort).toEqual({ by: 'title', order: 'ASC' });
});
