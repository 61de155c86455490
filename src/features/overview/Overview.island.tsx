import { hasPermission } from '#api/domain/permissions.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api } from '#src/lib/api-client.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { paths } from '#src/lib/paths.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Figures } from './Figures.tsx';
import { NeedsYou } from './NeedsYou.tsx';
import { PostRows } from './PostRows.tsx';
import { type Company, SetupChecklist } from './SetupChecklist.tsx';

/** The start page of the admin screens: what needs someone, what is in progress, what was published last. */
export function OverviewIsland({ company }: { company: Company }) {
  return <RequireAuth access="overview.read">{(user) => <Overview user={user} company={company} />}</RequireAuth>;
}

function Overview({ user, company }: { user: UserJson; company: Company }) {
  const { value, error, reload } = useListQuery('overview', (signal) => api.get('/api/overview', { signal }));
  useNavigationCount('failed_publishes', value?.failed_publishes.length ?? null);
  useNavigationCount('billing_problems', value ? value.billing.failed_events + value.billing.past_due : null);
  if (error !== null) return <ErrorPanel title="Couldn’t load the start page" message={error} onRetry={reload} />;
  if (value === null)
    return (
      <div className="overview-loading">
        <Skeleton kind="line" count={8} />
      </div>
    );
  const { setup, in_progress: inProgress, recently_published: published, site } = value;
  return (
    <div className="overview">
      <div className="overview-main">
        <SetupChecklist user={user} company={company} setup={setup} />
        <NeedsYou overview={value} onChange={reload} />
        {hasPermission(user.role, 'posts.write') && (
          <section aria-labelledby="in-progress">
            <h2 id="in-progress">In progress</h2>
            {inProgress.length > 0 ? (
              <PostRows posts={inProgress} />
            ) : (
              <p className="quiet-line">No drafts or scheduled posts.</p>
            )}
          </section>
        )}
        <section aria-labelledby="published">
          <h2 id="published">
            Recently published
            {hasPermission(user.role, 'posts.write') && published.length > 0 && (
              <a href={paths.blogManager}>All posts</a>
            )}
          </h2>
          {published.length > 0 ? <PostRows posts={published} /> : <p className="quiet-line">No posts yet.</p>}
        </section>
      </div>
      <div className="overview-side">
        <Figures figures={value.figures} />
        <SiteState {...site} />
      </div>
    </div>
  );
}

function SiteState({ current_release, pinned_release }: { current_release: number; pinned_release: number | null }) {
  if (pinned_release === null) return <p className="live-state live-live">Visitors see release {current_release}.</p>;
  return (
    <p className="live-state live-waiting">
      Publishing is paused. Visitors see release {pinned_release}. <a href={paths.adminPublishing}>View releases</a>
    </p>
  );
}
