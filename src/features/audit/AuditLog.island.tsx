import { formatNumber } from '#api/domain/numbers.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useListState } from '#src/lib/use-list-state.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { ExportButton } from '#src/ui/crud/ExportButton.tsx';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { downloadEntries, fetchEntries } from './audit-api.ts';
import {
  type AuditState,
  countActiveFilters,
  DEFAULT_AUDIT_STATE,
  PAGE_SIZE,
  parseAuditState,
  toAuditUrl,
} from './audit-state.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';

/** Who did what, when, and what it changed; newest first. */
export function AuditLogIsland() {
  return <RequireAuth access="audit.read">{() => <AuditLog />}</RequireAuth>;
}

function AuditLog() {
  const { listState: state, change } = useListState({ parse: parseAuditState, toUrl: toAuditUrl });
  const { value, error, isLoading, reload } = useListQuery(toAuditUrl(state), (signal) => fetchEntries(state, signal));
  const pagination = value?.pagination;
  useClampedPage(state.page, pagination?.page === state.page ? pagination.totalPages : null, change);
  const isEmpty = value?.data.length === 0 && !isLoading && error === null;
  return (
    <div className="screen-parts audit-log">
      {pagination && (
        <ScreenCount>
          {formatNumber(pagination.total)}
          {value.has_more && '+'}
        </ScreenCount>
      )}
      <PageAction>
        <ExportButton onExport={() => downloadEntries(state)} failure="Failed to export the audit log" />
      </PageAction>
      <AuditFilters state={state} named={value?.filter ?? null} onChange={change} />
      {error !== null && <ErrorPanel title="Failed to fetch the audit log" message={error} onRetry={reload} />}
      {!value && isLoading && <TableSkeleton columns={['What', 'When']} />}
      {isEmpty && <NoEntries state={state} onClear={() => change(DEFAULT_AUDIT_STATE)} />}
      {error === null && value && value.data.length > 0 && (
        <>
          <AuditTable entries={value.data} isBusy={isLoading} onFilter={change} />
          <Pager
            page={state.page}
            limit={PAGE_SIZE}
            total={value.pagination.total}
            noun={pluralize(value.pagination.total, 'entry', 'entries')}
            toHref={(page) => toAuditUrl({ ...state, page })}
            onPage={(page) => change({ page })}
          />
          {value.has_more && (
            <p className="audit-more">
              These are the newest {formatNumber(value.pagination.total)}. Choose dates to see older entries, or export
              them all.
            </p>
          )}
        </>
      )}
    </div>
  );
}

function NoEntries({ state, onClear }: { state: AuditState; onClear: () => void }) {
  const { search } = state;
  if (countActiveFilters(state) > 0 || search) {
    const message = search ? `No entry matches ‘${search.trim()}’.` : 'No entry matches these filters.';
    return <NoMatches title="No entries found" message={message} onClear={onClear} />;
  }
  return (
    <EmptyState title="Nothing here yet">
      <p>Everything that admins do is listed here.</p>
    </EmptyState>
  );
}
