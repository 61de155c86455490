import { expect, it } from 'vitest';
import { mergeFields } from '#api/domain/merge-fields.ts';

it('fields that one side alone has changed are put together', () => {
  const base = { name: 'A', text: 'B', items: [1] };
  expect(mergeFields(base, { ...base, name: 'C' }, { ...base, items: [1, 2] })).toEqual({
    fields: { name: 'C', text: 'B', items: [1, 2] },
    conflicts: [],
  });
});

it('the same change on both sides is no conflict, another one is', () => {
  const base = { name: 'A', text: 'B' };
  expect(mergeFields(base, { name: 'C', text: 'D' }, { name: 'C', text: 'E' })).toEqual({
    fields: { name: 'C', text: 'D' },
    conflicts: ['text'],
  });
});

it('fields in groups are compared one by one', () => {
  const base = { company: { name: 'A', city: 'B' } };
  const mine = { company: { name: 'C', city: 'B' } };
  expect(mergeFields(base, mine, { company: { name: 'A', city: 'D' } }, 2)).toEqual({
    fields: { company: { name: 'C', city: 'D' } },
    conflicts: [],
  });
  expect(mergeFields(base, mine, { company: { name: 'E', city: 'B' } }, 2).conflicts).toEqual(['company.name']);
});
