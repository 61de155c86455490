import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';

type Props = { isLoading: boolean; isFiltered: boolean; onClear: () => void };

/** In place of the cards: they load, none match, or all are done. */
export function NoPending({ isLoading, isFiltered, onClear }: Props) {
  if (isLoading) {
    return (
      <div className="table-skeleton pending-skeleton">
        <Skeleton kind="card" count={4} />
      </div>
    );
  }
  if (isFiltered) return <NoMatches message="No publications awaiting review match your filters." onClear={onClear} />;
  return (
    <EmptyState
      title="No Pending Reviews"
      action={
        <a className="button button-secondary" href={openshelfPaths.adminOpenshelf}>
          Back to Dashboard
        </a>
      }
    >
      <p>All publications have been reviewed. Great job!</p>
    </EmptyState>
  );
}
