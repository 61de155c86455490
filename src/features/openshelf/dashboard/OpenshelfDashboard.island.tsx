import { hasPermission } from '#api/domain/permissions.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { type DashboardSummary, fetchPending, fetchSummary } from '#src/features/openshelf/openshelf-api.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { formatNumber } from '#api/domain/numbers.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { PendingRows } from './PendingRows.tsx';
import { ScreenLinks } from './ScreenLinks.tsx';
import { SummaryCards } from './SummaryCards.tsx';

/** A fresh install: nothing was ever sent. Says how the publishing service is connected. */
const ConnectService = () => (
  <EmptyState title="No publications yet" icon="library">
    <p>Publications appear here when your publishing service sends them. To connect it, set these on the server:</p>
    <dl className="shelf-settings">
      <div>
        <dt>
          <code>OPENSHELF_SERVICE_KEY</code>
        </dt>
        <dd>The key that the publishing service sends with each request. At least 32 characters.</dd>
      </div>
      <div>
        <dt>
          <code>OPENSHELF_WEBHOOK_URL</code>
        </dt>
        <dd>The web address where it receives your decisions.</dd>
      </div>
    </dl>
    <p>Then restart the server. The publishing service can submit its first publication.</p>
  </EmptyState>
);

const PENDING_LIMIT = 5;

/** The start of OpenShelf: its figures, the longest waits, and the ways to its screens. */
export function OpenshelfDashboardIsland() {
  return <RequireAuth access="openshelf.review">{(viewer) => <Dashboard viewer={viewer} />}</RequireAuth>;
}

/** @throws an error whose message begins with what failed */
const explain = (failed: string) => (error: unknown) => {
  throw new Error(`${failed}: ${error instanceof Error ? error.message : 'Unknown error occurred'}`);
};

const NO_FIGURES: DashboardSummary = {
  total_publications: 0,
  pending_review: 0,
  published: 0,
  admin_approval_rate: 0,
  oldest_queued_at: null,
  failed_webhooks: 0,
};

async function fetchDashboard(signal: AbortSignal) {
  const [summary, pending] = await Promise.all([
    fetchSummary(signal).catch(explain('Failed to fetch dashboard stats')),
    fetchPending({ limit: PENDING_LIMIT }, signal).catch(explain('Failed to fetch pending reviews')),
  ]);
  // Missing values are shown as 0 (specification, section 3).
  return { summary: { ...NO_FIGURES, ...summary }, pending: pending?.publications ?? [] };
}

function Dashboard({ viewer }: { viewer: UserJson }) {
  const { value, error, reload } = useQuery('openshelf dashboard', fetchDashboard);
  useNavigationCount('pending_reviews', value?.summary.pending_review ?? null);
  if (error !== null) return <ErrorPanel title="Error Loading Dashboard" message={error} onRetry={reload} />;
  if (!value) {
    return (
      <div className="table-skeleton shelf-skeleton">
        <Skeleton kind="line" count={4 + PENDING_LIMIT} />
      </div>
    );
  }
  const { summary, pending } = value;
  const isEmpty = summary.total_publications === 0;
  return (
    <div className="screen-parts shelf">
      <FailedWebhooks count={summary.failed_webhooks} />
      {isEmpty ? <ConnectService /> : <SummaryCards summary={summary} />}
      <div className="shelf-columns">
        {!isEmpty && <PendingRows publications={pending} total={summary.pending_review} />}
        <ScreenLinks canManage={hasPermission(viewer.role, 'openshelf.manage')} />
      </div>
    </div>
  );
}

/** Decisions that the publishing service doesn't know of, and the way to send them again. */
function FailedWebhooks({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice tone="error">
      <p>
        {count === 1 ? '1 decision' : `${formatNumber(count)} decisions`} didn’t reach the publishing service.{' '}
        <a href={openshelfPaths.failedOpenshelfWebhooks}>See what failed and send it again</a>
      </p>
    </Notice>
  );
}
