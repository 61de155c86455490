import { countBillingProblems } from '#api/domain/billing-problems.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api } from '#src/lib/api-client.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { formatNumber } from '#api/domain/numbers.ts';
import { pluralize } from '#api/domain/plurals.ts';
import type { OverviewJson } from '#api/features/overview/overview.contract.ts';
import { NeedsAttention } from './NeedsAttention.tsx';
import { FirstRunNotice, FirstRunOpener } from './FirstRunNotice.tsx';
import { PostRows } from './PostRows.tsx';
import { type Company, SetUp } from './SetUp.tsx';

/** What happened in the last 30 days, compared with the 30 days before; nothing for those who see none of it. */
function Figures({ figures }: { figures: OverviewJson['figures'] }) {
  const { published_posts: posts, new_users: users, waiting_list_entries: entries } = figures;
  if (!posts && !users && !entries) return null;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Last 30 days</h2>
      <ul className="overview-figures">
        {posts && <Figure {...posts} label={pluralize(posts.count, 'post published', 'posts published')} />}
        {users && <Figure {...users} label={pluralize(users.count, 'new user', 'new users')} />}
        {entries && <Figure {...entries} label="joined a waiting list" />}
      </ul>
    </section>
  );
}

type FiguresProps = NonNullable<OverviewJson['figures']['new_users']> & { label: string };

const Figure = ({ count, previous, label }: FiguresProps) => (
  <li>
    <p>
      <span className="figure">{formatNumber(count)}</span> <span className="figure-label">{label}</span>
    </p>
    <p className="row-note">{formatNumber(previous)} in the 30 days before</p>
  </li>
);

const OWN_STATES = [
  ['draft', 'Drafts'],
  ['in_review', 'In review'],
  ['scheduled', 'Scheduled'],
  ['published', 'Published'],
] as const;

/** How many posts of each state a writer has; each leads to them. */
function OwnPosts({ counts }: { counts: NonNullable<OverviewJson['own_posts']> }) {
  return (
    <section aria-labelledby="own-posts">
      <h2 id="own-posts">All your posts</h2>
      <ul className="overview-figures own-posts">
        {OWN_STATES.map(([state, label]) => (
          <li key={state}>
            <a href={`${paths.blogManager}?status=${state}`}>
              <span className="figure">{formatNumber(counts[state])}</span>{' '}
              <span className="figure-label">{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The start page of the admin screens: what needs someone, what is in progress, what was published last. */
export function OverviewIsland({ company }: { company: Company }) {
  return <RequireAuth access="overview.read">{(user) => <Overview user={user} company={company} />}</RequireAuth>;
}

function Overview({ user, company }: { user: UserJson; company: Company }) {
  const { value, error, reload } = useQuery('overview', (signal) => api.get('/api/overview', { signal }));
  useNavigationCount('failed_publishes', value?.failed_publishes.length ?? null);
  useNavigationCount(
    'billing_problems',
    value ? countBillingProblems(value.billing, value.billing.stripe_problems.length) : null,
  );
  if (error !== null) return <ErrorPanel title="Couldn’t load the start page" message={error} onRetry={reload} />;
  if (value === null)
    return (
      <div className="overview-loading">
        <Skeleton kind="line" count={8} />
      </div>
    );
  const { setup, in_progress: inProgress, recently_published: published, own_posts: ownPosts, site } = value;
  const { first_run: firstRun } = value;
  if (firstRun && !firstRun.is_postponed) return <FirstRunOpener />;
  const setUp = setup && <SetUp user={user} company={company} setup={setup} rehearsal={value.purchase_rehearsal} />;
  const canWrite = hasPermission(user.role, 'posts.write');
  const canPublish = hasPermission(user.role, 'posts.publish');
  return (
    <div className="overview">
      <div className="overview-main">
        {firstRun && <FirstRunNotice answeredCount={firstRun.answered_count} />}
        {!firstRun && !setup?.has_post && setUp}
        <NeedsAttention overview={value} onChange={reload} />
        {canWrite && (
          <section aria-labelledby="in-progress">
            <h2 id="in-progress">
              {canPublish ? 'Drafts and scheduled' : 'Your posts'}
              {inProgress.length > 0 && (
                <a href={paths.blogManager}>{ownPosts ? `All ${formatNumber(ownPosts.all)}` : 'All posts'}</a>
              )}
            </h2>
            {inProgress.length > 0 ? (
              <PostRows posts={inProgress} />
            ) : (
              <p className="quiet-line">
                No drafts. <a href={paths.addBlog}>Write a post</a>
              </p>
            )}
          </section>
        )}
        {canWrite && (
          <section aria-labelledby="published">
            <h2 id="published">Recently published</h2>
            {published.length > 0 ? <PostRows posts={published} /> : <p className="quiet-line">No posts yet.</p>}
          </section>
        )}
        {setup?.has_post && setUp}
      </div>
      <div className="overview-side">
        {ownPosts && ownPosts.all > 0 && <OwnPosts counts={ownPosts} />}
        <Figures figures={value.figures} />
        {site && (
          <SiteState
            isPaused={site.pinned_release !== null}
            isDiskFull={site.waiting_for_space}
            failedCount={value.failed_publishes.length}
            canManage={hasPermission(user.role, 'publishes.manage')}
          />
        )}
      </div>
    </div>
  );
}

type SiteStateProps = { isPaused: boolean; isDiskFull: boolean; failedCount: number; canManage: boolean };

function SiteState({ isPaused, isDiskFull, failedCount, canManage }: SiteStateProps) {
  if (isDiskFull)
    return (
      <p className="live-state live-waiting">
        The server’s disk is full. Nothing can be saved or go live until there’s space.
      </p>
    );
  if (isPaused)
    return (
      <p className="live-state live-waiting">
        Publishing is paused. Visitors see an earlier version.{' '}
        {canManage && <a href={paths.adminPublishing}>View versions</a>}
      </p>
    );
  if (failedCount > 0) return <p className="live-state live-waiting">Some changes aren’t live.</p>;
  return <p className="live-state live-live">All changes are live.</p>;
}
