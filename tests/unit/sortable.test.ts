import { describe, expect, it } from 'vitest';
import { reorderItems } from '#src/ui/sortable/reorder.ts';

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
