import { useCallback, useEffect, useMemo, useState } from 'react';

const NONE: ReadonlySet<never> = new Set();

/**
 * Which of the rows in sight are selected, or all that match. What is no longer in sight is not selected any more, and
 * another `listKey` (the address of the list) starts without a selection.
 */
export function useSelection<Id extends number | string>(listKey: string, rows: readonly { id: Id }[]) {
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(NONE);
  const [isAllMatching, setAllMatching] = useState(false);
  const clear = useCallback(() => {
    setChosen(NONE);
    setAllMatching(false);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts without a selection
  useEffect(clear, [listKey]);
  useEffect(() => {
    setChosen((before) => {
      const left = rows.filter(({ id }) => before.has(id)).map(({ id }) => id);
      return left.length === before.size ? before : new Set(left);
    });
  }, [rows]);
  const selected = useMemo(
    () => (isAllMatching ? new Set(rows.map(({ id }) => id)) : chosen),
    [isAllMatching, rows, chosen],
  );
  const select = (ids: readonly Id[], isOn: boolean) => {
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
