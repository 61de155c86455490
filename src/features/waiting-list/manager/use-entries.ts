import { useCallback, useState } from 'react';
import { entryList } from '#api/domain/waiting-list.ts';
import { reloadNavigationCounts } from '#src/lib/navigation-counts.ts';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { usePolling, getDelayUntilDue } from '#src/lib/use-polling.ts';
import { useList } from '#src/ui/lists/use-list.ts';
import { type Entry, type EntryListState, fetchEntries, fetchFigures } from './entries-api.ts';

export type EntryList = ReturnType<typeof useEntries>['list'];

/** The list, the figures of its product, and how often both were loaded again. */
export function useEntries() {
  const list = useList(entryList, paths.waitingListManager, fetchEntries);
  const { state, change: changeList, reload: reloadEntries } = list;
  const { productId } = state;
  const { value: figures, reload: reloadFigures } = useQuery(
    `figures ${productId}`,
    (signal) => fetchFigures(productId, signal),
    { keepsPrevious: true },
  );
  const [refreshCount, setRefreshCount] = useState(0);
  const reload = useCallback(() => {
    setRefreshCount((before) => before + 1);
    reloadEntries();
    reloadFigures();
    reloadNavigationCounts();
  }, [reloadEntries, reloadFigures]);
  useRefreshWhenSent(list.rows, reload);
  const change = (update: Partial<EntryListState>) => changeList(agree(update, state));
  return { list: { ...list, change, reload }, figures, refreshCount };
}

/** Only the invited have an invitation: the filters by status and invitation never exclude each other. */
function agree(update: Partial<EntryListState>, { status, delivery }: EntryListState): Partial<EntryListState> {
  if (update.status !== undefined && update.delivery === undefined) {
    return { ...update, delivery: update.status === null || update.status === 'invited' ? delivery : null };
  }
  if (update.delivery !== undefined && update.status === undefined) {
    return { ...update, status: update.delivery === null || status === 'invited' ? status : null };
  }
  return update;
}

const LONGEST_WAIT_MS = 60_000;

/** Loads the list again when the next invitation of these rows has been sent. */
function useRefreshWhenSent(entries: readonly Entry[], reload: () => void): void {
  const waiting = entries.flatMap(({ invitation }) => (invitation?.status === 'waiting' ? [invitation] : []));
  const dueAt = waiting.map(({ leaves_at: at }) => (at ? Date.parse(at) : 0));
  usePolling(entries, () => getDelayUntilDue(dueAt, LONGEST_WAIT_MS), reload);
}
