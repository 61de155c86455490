import { describe, expect, it } from 'vitest';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { reorderItems } from '#src/ui/sortable/reorder.ts';
import { filterDocuments } from '#src/features/documents/manager/filter-documents.ts';

const items = (...ids: number[]) => ids.map((id) => ({ id }));

describe('the order of a list', () => {
  it('of one group keeps the positions of others', () => {
    expect(reorderItems(items(1, 10, 2, 20, 3), [3, 1, 2])).toEqual(items(3, 10, 1, 20, 2));
    expect(reorderItems(items(1, 2), [])).toEqual(items(1, 2));
  });

  it('ignores ids of deleted items', () => {
    expect(reorderItems(items(1, 2), [2, 9, 1])).toEqual(items(2, 1));
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
