import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';

/** Nothing waits for a reviewer any more. */
export const AllReviewed = () => (
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
