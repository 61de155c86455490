import { type RefObject, useMemo, useRef, useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { DEFAULT_REJECTION_COMMENTS, moveRules } from '#api/domain/publication-states.ts';
import { pluralize } from '#api/domain/plurals.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useListState } from '#src/lib/use-list-state.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { createMoveShortcuts } from '#src/ui/tables/row-shortcuts.ts';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { ApproveDialog } from '#src/features/openshelf/decisions/ApproveDialog.tsx';
import { QuickRejectDialog } from '#src/features/openshelf/decisions/RejectDialog.tsx';
import { useApproval } from '#src/features/openshelf/decisions/use-approval.ts';
import type { Rejection } from '#src/features/openshelf/openshelf-api.ts';
import { FailureDialog } from '#src/features/openshelf/decisions/FailureDialog.tsx';
import { type DecisionAction, useDecidableList } from '#src/features/openshelf/decisions/use-decidable-list.ts';
import { fetchPublications } from '#src/features/openshelf/openshelf-api.ts';
import {
  type ManagerState,
  NO_FILTERS,
  PAGE_SIZE,
  parseManagerState,
  toManagerQuery,
  toManagerUrl,
} from './manager-state.ts';
import { PublicationFilters } from './PublicationFilters.tsx';
import { PUBLICATION_COLUMNS, PublicationTable } from './PublicationTable.tsx';

/** All publications in every status: filters, search, and decisions on those that await review. */
export function PublicationManagerIsland() {
  return <RequireAuth access="openshelf.review">{() => <PublicationManager />}</RequireAuth>;
}

function usePublications(listState: ManagerState) {
  const { page, decide, getDecision, ...list } = useDecidableList(toManagerUrl(listState), (signal) =>
    fetchPublications(toManagerQuery(listState), signal),
  );
  const toDecided = (publication: PublicationJson): PublicationJson => {
    const action = getDecision(publication.id);
    return action === null ? publication : { ...publication, status: moveRules[action].to, is_appeal: false };
  };
  return {
    ...list,
    publications: page?.publications.map(toDecided) ?? null,
    pagination: page?.pagination,
    decide: (publication: PublicationJson, action: DecisionAction, rejection: Rejection) =>
      void decide(publication, action, rejection),
  };
}

function PublicationManager() {
  const { listState, change } = useListState({ parse: parseManagerState, toUrl: toManagerUrl });
  const list = usePublications(listState);
  const { pagination, isCurrent } = list;
  useClampedPage(listState.page, isCurrent ? (pagination?.totalPages ?? null) : null, change);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [rejected, setRejected] = useState<PublicationJson | null>(null);
  const approval = useApproval(
    ([publication], comments) => publication && list.decide(publication, 'approve', { comments }),
  );
  const decide = (publication: PublicationJson, action: DecisionAction) =>
    action === 'reject' ? setRejected(publication) : approval.approve([publication]);
  const shortcuts = useMemo(() => createMoveShortcuts({ search, table }, 'publication'), []);
  return (
    <div className="screen-parts">
      {pagination && (
        <ScreenCount>
          <span className="heading-count">{formatNumber(pagination.total)}</span>
        </ScreenCount>
      )}
      <PublicationFilters listState={listState} searchRef={search} onChange={change} />
      {list.error !== null && (
        <ErrorPanel
          title="Error Loading Publications"
          message={`Failed to fetch publications: ${list.error}`}
          onRetry={list.reload}
        />
      )}
      <Rows list={list} onDecide={decide} listState={listState} tableRef={table} onClear={() => change(NO_FILTERS)} />
      <div className="manager-foot">
        {pagination && pagination.total > 0 && (
          <Pager
            page={listState.page}
            limit={PAGE_SIZE}
            total={pagination.total}
            noun={pluralize(pagination.total, 'publication')}
            toHref={(page) => toManagerUrl({ ...listState, page })}
            onPage={(page) => change({ page })}
          />
        )}
        <KeyboardShortcuts items={shortcuts} />
      </div>
      <ApproveDialog {...approval.dialog} />
      <QuickRejectDialog
        publication={rejected}
        defaultComments={DEFAULT_REJECTION_COMMENTS.manager}
        onReject={(publication, rejection) => list.decide(publication, 'reject', rejection)}
        onClose={() => setRejected(null)}
      />
      <FailureDialog failure={list.failure} onClose={list.closeFailure} />
    </div>
  );
}

type RowsProps = {
  list: ReturnType<typeof usePublications>;
  onDecide: (publication: PublicationJson, action: DecisionAction) => void;
  listState: ManagerState;
  tableRef: RefObject<HTMLTableElement | null>;
  onClear: () => void;
};

function Rows({ list, onDecide, listState, tableRef, onClear }: RowsProps) {
  const { publications, isLoading, error } = list;
  if (publications && publications.length > 0) {
    return <PublicationTable tableRef={tableRef} publications={publications} isBusy={isLoading} onDecide={onDecide} />;
  }
  if (isLoading) return <TableSkeleton columns={PUBLICATION_COLUMNS} className="publication-table" />;
  if (error !== null) return null;
  const isFiltered = listState.search.trim() !== '' || listState.status !== null || listState.category !== null;
  return (
    <EmptyState
      title="No publications found"
      icon="search"
      action={
        isFiltered && (
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        )
      }
    >
      <p>No publications found matching your criteria.</p>
    </EmptyState>
  );
}
