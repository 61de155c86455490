import { useRef } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { FailureDialog } from '#src/features/openshelf/decisions/FailureDialog.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { fetchPending } from '#src/features/openshelf/openshelf-api.ts';
import { PendingFilters } from './PendingFilters.tsx';
import { PendingList } from './PendingList.tsx';
import { SelectLine } from './SelectLine.tsx';
import { type PendingReviews, usePendingReviews, type Skipped } from './use-pending-reviews.ts';
import { isFiltered, type PendingState } from './pending-state.ts';

/** What waits for a reviewer, as cards: quick decisions on one or many. */
export function PendingReviewsIsland() {
  return <RequireAuth access="openshelf.review">{({ id }) => <PendingReviewsScreen viewerId={id} />}</RequireAuth>;
}

function PendingReviewsScreen({ viewerId }: { viewerId: number }) {
  const screen = usePendingReviews();
  const { listState, change, list, total, bulk } = screen;
  const waiting = useWaitingCount(listState, list.page ? total : null);
  useNavigationCount('pending_reviews', waiting);
  return (
    <div className="screen-parts">
      {waiting !== null && (
        <ScreenCount>
          <span className="heading-count">
            {formatNumber(waiting)}
            <span className="visually-hidden"> {pluralize(waiting, 'publication')} awaiting review</span>
          </span>
        </ScreenCount>
      )}
      <PendingFilters listState={listState} onChange={change}>
        <Selection screen={screen} />
      </PendingFilters>
      <SkippedNotice skipped={bulk.skipped} onClose={bulk.closeSkipped} />
      {list.error !== null && (
        <ErrorPanel
          title="Error Loading Reviews"
          message={`Failed to fetch pending reviews: ${list.error}`}
          onRetry={list.reload}
        />
      )}
      <PendingList screen={screen} viewerId={viewerId} />
      {bulk.dialogs}
      <FailureDialog failure={list.failure} onClose={list.closeFailure} />
    </div>
  );
}

function Selection({ screen }: { screen: PendingReviews }) {
  const { list, rows, total, selected, isAllMatching, selectedCount, choose, bulk } = screen;
  if (rows.length === 0 && bulk.busyCount === null) return null;
  const isPageSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const hasOtherPages = list.page !== null && list.page.pagination.total > list.page.publications.length;
  return (
    <SelectLine
      count={bulk.busyCount ?? selectedCount}
      isPageSelected={isPageSelected}
      onSelectPage={(isOn) =>
        choose.select(
          rows.map(({ id }) => id),
          isOn,
        )
      }
      matches={
        isPageSelected && hasOtherPages
          ? { total, isSelected: isAllMatching, onSelect: choose.selectAllMatching }
          : null
      }
      isBusy={bulk.busyCount !== null}
      onApply={bulk.ask}
    />
  );
}

type SkippedNoticeProps = { skipped: readonly Skipped[]; onClose: () => void };

/** What a bulk action left as it was, and why. */
function SkippedNotice({ skipped, onClose }: SkippedNoticeProps) {
  if (skipped.length === 0) return null;
  return (
    <Notice tone="info">
      <h2 className="error-title">
        {skipped.length === 1 ? '1 publication was skipped' : `${skipped.length} publications were skipped`}
      </h2>
      <ul className="skipped-list">
        {skipped.map(({ id, title, reason }) => (
          <li key={id}>
            <b>{title}</b> {reason}
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Notice>
  );
}

/** How many publications await review, whatever the filters; null until it is known. `total` is how many match them. */
function useWaitingCount(listState: PendingState, total: number | null): number | null {
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
