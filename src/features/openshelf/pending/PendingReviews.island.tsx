import { formatNumber } from '#api/domain/numbers.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { FailureDialog } from '#src/features/openshelf/decisions/FailureDialog.tsx';
import { PendingFilters } from './PendingFilters.tsx';
import { PendingList } from './PendingList.tsx';
import { SelectLine } from './SelectLine.tsx';
import { SkippedNotice } from './SkippedNotice.tsx';
import { type PendingReviews, usePendingReviews } from './use-pending-reviews.ts';
import { useWaitingCount } from './use-waiting-count.ts';

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
