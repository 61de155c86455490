import { useCallback, useEffect, useState } from 'react';
import type { ManagedPost } from './posts-api.ts';
import type { ListState } from './list-state.ts';

const NONE: ReadonlySet<number> = new Set();

/** Which of the rows in sight are selected. What is no longer in sight is not selected any more. */
export function useSelection(listState: ListState, posts: readonly ManagedPost[]) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list state starts without a selection
  useEffect(() => setSelected(NONE), [listState]);
  useEffect(() => {
    setSelected((before) => {
      const left = posts.filter(({ id }) => before.has(id)).map(({ id }) => id);
      return left.length === before.size ? before : new Set(left);
    });
  }, [posts]);
  const select = useCallback((ids: readonly number[], isOn: boolean) => {
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids) isOn ? next.add(id) : next.delete(id);
      return next;
    });
  }, []);
  return { selected, select, clear: useCallback(() => setSelected(NONE), []) };
}
