import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { fetchStats } from '#src/features/openshelf/openshelf-api.ts';
import { formatTime } from '#src/lib/format/dates.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { AdminReviewPerformance } from './AdminReviewPerformance.tsx';
import { AiReviewPerformance } from './AiReviewPerformance.tsx';
import { OverallStatistics } from './OverallStatistics.tsx';
import { completeStats } from './stats-figures.ts';
import { StatusBreakdown } from './StatusBreakdown.tsx';

/** Statistics of OpenShelf: publications by status, and how the AI and the reviewers decide. */
export function StatsIsland() {
  return <RequireAuth access="openshelf.review">{() => <Stats />}</RequireAuth>;
}

/** A refresh may be asked for at the foot of the screen. */
const scrollIntoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

function Stats() {
  const { value, error, isLoading, reload } = useQuery('stats', fetchStats);
  const stats = value && completeStats(value);
  return (
    <div className="stats" aria-busy={isLoading}>
      <PageAction>
        {stats?.as_of && (
          <span className="stats-as-of" role="status">
            As of {formatTime(stats.as_of)}
          </span>
        )}
        <RefreshIcon isLoading={isLoading} onRefresh={reload} />
      </PageAction>
      {error !== null && !isLoading && (
        <div ref={scrollIntoView}>
          <ErrorPanel
            title="Error Loading Statistics"
            message={`Failed to fetch statistics: ${error}`}
            onRetry={reload}
          />
        </div>
      )}
      {!stats && isLoading && <Skeleton kind="line" count={12} />}
      {stats && (
        <>
          <OverallStatistics stats={stats} />
          {stats.total_publications > 0 ? (
            <>
              <StatusBreakdown stats={stats} />
              <AiReviewPerformance stats={stats} />
              <AdminReviewPerformance stats={stats} />
            </>
          ) : (
            <EmptyState title="No publications yet" icon="chart-column">
              <p>The charts appear here once the publishing service has sent its first publication.</p>
            </EmptyState>
          )}
          <QuickActions isLoading={isLoading} onRefresh={reload} />
        </>
      )}
    </div>
  );
}

type RefreshProps = { isLoading: boolean; onRefresh: () => void };

function RefreshIcon({ isLoading, onRefresh }: RefreshProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Refresh Statistics"
      title="Refresh Statistics"
      aria-disabled={isLoading || undefined}
      onClick={() => !isLoading && onRefresh()}
    >
      <Icon name="refresh-cw" size={20} />
    </button>
  );
}

type QuickActionsProps = { isLoading: boolean; onRefresh: () => void };

function QuickActions({ isLoading, onRefresh }: QuickActionsProps) {
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions">Quick Actions</h2>
      <p className="form-actions">
        <a className="button button-secondary" href={openshelfPaths.reviewQueue}>
          <Icon name="inbox" />
          Review Queue
        </a>
        <a className="button button-secondary" href={openshelfPaths.publicationManager}>
          <Icon name="book-copy" />
          Manage All Publications
        </a>
        <Button variant="secondary" isBusy={isLoading} onClick={onRefresh}>
          <Icon name="refresh-cw" />
          Refresh Statistics
        </Button>
      </p>
    </section>
  );
}
