import { formatNumber } from '#api/domain/numbers.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import type { EntryPage } from './entries-api.ts';
import { ENTRY_COLUMNS, EntryTable, type EntryTableProps } from './EntryTable.tsx';
import { isDefaultFilter, type ListState } from './list-state.ts';

type Props = Omit<EntryTableProps, 'entries' | 'isBusy'> & {
  page: (EntryPage & { listState: ListState }) | null;
  isLoading: boolean;
  hasFailed: boolean;
  /** All entries of the list, whatever their status; null until it is known. */
  allCount: number | null;
  onShowAll: () => void;
  onClear: () => void;
};

/** The rows of a list state, or what replaces them. */
export function EntryList({ page, isLoading, hasFailed, allCount, onShowAll, onClear, ...table }: Props) {
  // The error is in the place of the list.
  if (!page) return hasFailed && !isLoading ? null : <TableSkeleton columns={ENTRY_COLUMNS} />;
  if (page.entries.length > 0) return <EntryTable {...table} entries={page.entries} isBusy={isLoading} />;
  if (isLoading) return <TableSkeleton columns={ENTRY_COLUMNS} />;
  if (isDefaultFilter(page.listState)) return <NobodyWaits allCount={allCount ?? 0} onShowAll={onShowAll} />;
  return (
    <NoMatches title="No one found" message="No one on the waiting lists matches your filters." onClear={onClear} />
  );
}

function NobodyWaits({ allCount, onShowAll }: { allCount: number; onShowAll: () => void }) {
  return (
    <EmptyState
      title="Nobody is waiting"
      action={
        allCount > 0 && (
          <Button variant="secondary" onClick={onShowAll}>
            Show all {formatNumber(allCount)}
          </Button>
        )
      }
    >
      <p>
        {allCount > 0 && 'Everyone on the list has been invited or rejected. '}New people appear here when they join.
      </p>
    </EmptyState>
  );
}
