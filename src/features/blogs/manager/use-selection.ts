import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ManagedPost } from './posts-api.ts';
import type { ListState } from './list-state.ts';

const NONE: ReadonlySet<number> = new Set();

/** Which of the rows in sight are selected, or all posts that match. What is no longer in sight is not selected any more. */
export function useSelection(listState: ListState, posts: readonly ManagedPost[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(NONE);
  const [isAllMatching, setAllMatching] = useState(false);
  const clear = useCallback(() => {
    setChosen(NONE);
    setAllMatching(false);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list state starts without a selection
  useEffect(clear, [listState]);
  useEffect(() => {
    setChosen((before) => {
      const left = posts.filter(({ id }) => before.has(id)).map(({ id }) => id);
      return left.length === before.size ? before : new Set(left);
    });
  }, [posts]);
  const selected = useMemo(
    () => (isAllMatching ? new Set(posts.map(({ id }) => id)) : chosen),
    [isAllMatching, posts, chosen],
  );
  const select = (ids: readonly number[], isOn: boolean) => {
    const next = new Set(selected);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    setChosen(next);
    if (!isOn) setAllMatching(false);
  };
  const selectAllMatching = (isOn: boolean) => {
    setChosen(selected);
    setAllMatching(isOn);
  };
  return { selected, isAllMatching, select, selectAllMatching, clear };
}
