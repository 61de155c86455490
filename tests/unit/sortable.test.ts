import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { groupBy, moveItem, reorderItems } from '#src/ui/sortable/reorder.ts';
import { filterDocuments } from '#src/features/documents/manager/filter-documents.ts';

const items = (...ids: number[]) => ids.map((id) => ({ id }));

describe('the order of a list', () => {
  it('is changed by moving one item', () => {
    expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
    expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });

  it('keeps all items when one is moved, and is restored by moving it back', () => {
    const cases = fc.array(fc.integer(), { minLength: 1 }).chain((list) => {
      const position = fc.nat({ max: list.length - 1 });
      return fc.tuple(fc.constant(list), position, position);
    });
    fc.assert(
      fc.property(cases, ([list, from, to]) => {
        const after = moveItem(list, from, to);
        expect(after[to]).toBe(list[from]);
        expect(moveItem(after, to, from)).toEqual(list);
      }),
    );
  });

  it('of one group keeps the positions of others', () => {
    expect(reorderItems(items(1, 10, 2, 20, 3), [3, 1, 2])).toEqual(items(3, 10, 1, 20, 2));
    expect(reorderItems(items(1, 2), [])).toEqual(items(1, 2));
  });

  it('ignores ids of deleted items', () => {
    expect(reorderItems(items(1, 2), [2, 9, 1])).toEqual(items(2, 1));
  });

  it('is kept within groups, which are ordered by their first members', () => {
    expect(groupBy(['b1', 'a1', 'b2', 'n'], (item) => (item === 'n' ? null : item[0]))).toEqual([
      ['b', ['b1', 'b2']],
      ['a', ['a1']],
      [null, ['n']],
    ]);
  });
});

describe('filterDocuments', () => {
  const document = (title: string, section: string | null, product: string | null) =>
    ({ title, section_name: section, product_name: product }) as DocumentSummaryJson;
  const all = [document('Ngā kaupapa', 'Begin', 'GenMate'), document('Receipts', null, null)];
  const titles = (words: string) => filterDocuments(all, words).map(({ title }) => title);

  it.each([
    ['', ['Ngā kaupapa', 'Receipts']],
    ['nga', ['Ngā kaupapa']],
    ['NGA\u0304 begin genmate', ['Ngā kaupapa']],
    ['  receipts ', ['Receipts']],
    ['receipts begin', []],
  ])('%j finds %j', (words, found) => {
    expect(titles(words)).toEqual(found);
  });
});
