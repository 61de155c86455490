import { useRef } from 'react';
import { useQuery } from '#src/lib/use-query.ts';
import { fetchPending } from '#src/features/openshelf/openshelf-api.ts';
import { isFiltered, type PendingState } from './pending-state.ts';

/** How many publications await review, whatever the filters; null until it is known. `total` is how many match them. */
export function useWaitingCount(listState: PendingState, total: number | null): number | null {
  const isNarrowed = isFiltered(listState);
  const { state } = useQuery(
    isNarrowed && total !== null ? `waiting ${total}` : null,
    async (signal) => (await fetchPending({ limit: 1 }, signal)).pagination.total,
  );
  const count = useRef<number | null>(null);
  if (!isNarrowed) count.current = total ?? count.current;
  else if (state.status === 'loaded') count.current = state.value;
  return count.current;
}
