import { useCallback, useState } from 'react';
import { reloadNavigationCounts } from '#src/lib/navigation-counts.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { useReloadWhenDue } from '#src/lib/use-reload-when-due.ts';
import { type Entry, fetchEntries, fetchFigures } from './entries-api.ts';
import { type ListState, toListKey } from './list-state.ts';

/** The rows of a list state, the state that they belong to, the figures of its product, and how often it was reloaded. */
export function useEntries(listState: ListState) {
  const { productId } = listState;
  const figures = useListQuery(`figures ${productId}`, (signal) => fetchFigures(productId, signal));
  const {
    value,
    reload: reloadEntries,
    ...query
  } = useListQuery(toListKey(listState), async (signal) => ({
    ...(await fetchEntries(listState, signal)),
    listState,
  }));
  const [refreshCount, setRefreshCount] = useState(0);
  const reloadFigures = figures.reload;
  const reload = useCallback(() => {
    setRefreshCount((before) => before + 1);
    reloadEntries();
    reloadFigures();
    reloadNavigationCounts();
  }, [reloadEntries, reloadFigures]);
  return { ...query, page: value, figures: figures.value, refreshCount, reload };
}

const LONGEST_WAIT_MS = 60_000;

/** Loads the list again when the next invitation of these rows has been sent. */
export function useRefreshWhenSent(entries: readonly Entry[], reload: () => void): void {
  const waiting = entries.flatMap(({ invitation }) => (invitation?.status === 'waiting' ? [invitation] : []));
  const dueAt = Math.min(...waiting.map(({ leaves_at }) => (leaves_at ? Date.parse(leaves_at) : 0)));
  useReloadWhenDue({ loaded: entries, dueAt: waiting.length > 0 ? dueAt : null, longestWait: LONGEST_WAIT_MS }, reload);
}
