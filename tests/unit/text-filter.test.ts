import { expect, it } from 'vitest';
import { filterByText } from '#src/ui/crud/use-text-filter.ts';

const all = ['Ngā kaupapa Begin GenMate', 'Receipts'];

it.each([
  ['', all],
  ['nga', [all[0]]],
  ['NGA\u0304 begin genmate', [all[0]]],
  ['  receipts ', [all[1]]],
  ['receipts begin', []],
])('%j finds every item that holds all its words: %j', (words, found) => {
  expect(filterByText(all, words, (text) => text)).toEqual(found);
});
