import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { countBillingProblems } from '#api/domain/billing-problems.ts';
import { isPermissionOn } from '#api/domain/features.ts';
import { isLocalHost } from '#api/domain/local-host.ts';
import { hasPermission, type Permission, type UserRole } from '#api/domain/permissions.ts';
import { listOffFeatures } from '#api/domain/site-settings.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import { countBlogs } from '#api/features/blogs/manager/list.service.ts';
import { findOpenFirstRun } from '#api/features/first-run/first-run.service.ts';
import { summarizeRehearsal } from '#api/features/purchase-rehearsal/purchase-rehearsal.service.ts';
import { listFailedSchedules } from '#api/features/site-changes/schedule/schedule.service.ts';
import { findFailures } from '#api/features/system/system.service.ts';
import { findUsers } from '#api/features/users/list/list.service.ts';
import { listFailedPublishes } from '#api/publishing/queue/job-queue.ts';
import { NO_PROBLEMS } from '#db/queries/billing-problems.ts';
import { readSiteState } from '#api/releases/release-rows.ts';
import {
  type OverviewCountsJson,
  type OverviewJson,
  type OverviewPostJson,
  type OverviewSearchJson,
  serverParts,
} from './overview.contract.ts';
import {
  toBillingJson,
  toEditedPostJson,
  toFoundPostJson,
  toOpenshelfJson,
  toOverviewPostJson,
  toOwnPostsJson,
  toReviewedPostJson,
  toUnsentEmailsJson,
} from './overview.mapper.ts';
import * as queries from './overview.queries.ts';

const SHOWN_OF_EACH_STATE = 4;
const IN_PROGRESS_MAX = 8;
const RECENTLY_PUBLISHED_MAX = 4;
const FOUND_POSTS_MAX = 6;
const FOUND_DOCUMENTS_MAX = 4;
const FOUND_PUBLICATIONS_MAX = 4;
const FOUND_USERS_MAX = 4;
const foundTypes = ['blog', 'document', 'publication', 'user'] as const;
const NO_EMAILS = { count: 0, since: null, lastError: null };
const NO_OPENSHELF = { pending: 0, oldestQueuedAt: null, failedWebhooks: 0 };
const NO_BILLING = { ...NO_PROBLEMS, lastError: null };

/** Who looks at the start page. */
type Viewer = { id: number; role: UserRole };

/** Whose posts they see; null for those of everybody. */
const toOwnerId = ({ id, role }: Viewer) => (hasPermission(role, 'posts.publish') ? null : id);

/** Tells whether a user may do something, and the feature that it is about is on. */
function createUseTest({ settings }: Pick<Deps['site'], 'settings'>, { role }: Viewer) {
  const off = listOffFeatures(settings);
  return (permission: Permission) => hasPermission(role, permission) && isPermissionOn(permission, off);
}

/** How many there are on each screen that the user may open. */
export async function countForNavigation(
  { db, clock, accounts, stripeCheck, site }: Pick<Deps, 'db' | 'clock' | 'accounts' | 'stripeCheck' | 'site'>,
  viewer: Viewer,
): Promise<OverviewCountsJson> {
  const counts = await queries.countScreens(db, toOwnerId(viewer));
  const billing = toBillingJson(await queries.summarizeBilling(db), await stripeCheck.readReport());
  const can = createUseTest(site, viewer);
  const ifAllowed = (permission: Permission, count: number) => (can(permission) ? count : null);
  return {
    posts: ifAllowed('posts.write', counts.posts),
    categories: ifAllowed('categories.manage', counts.categories),
    uploads: ifAllowed('uploads.manage', counts.uploads),
    documents: ifAllowed('documents.write', counts.documents),
    sections: ifAllowed('sections.manage', counts.sections),
    products: ifAllowed('products.manage', counts.products),
    users: ifAllowed('users.read', counts.users),
    waiting: ifAllowed('waiting-list.manage', counts.waiting),
    pending_reviews: ifAllowed('openshelf.review', counts.pending_reviews),
    unsent_emails: ifAllowed('mail.read', (await queries.summarizeUnsentEmails(db, clock.now())).count),
    failed_publishes: ifAllowed('publishes.manage', (await listFailedPublishes(db)).length),
    billing_problems: ifAllowed('billing.read', countBillingProblems(billing, billing.stripe_problems.length)),
    has_email_previews: !accounts.isProduction && hasPermission(viewer.role, 'mail.read'),
  };
}

/** What the start page shows to this user. */
export async function getOverview(deps: Deps, viewer: Viewer): Promise<OverviewJson> {
  const { db, clock, accounts, site, payments } = deps;
  const now = clock.now();
  const can = createUseTest(site, viewer);
  const ownerId = toOwnerId(viewer);
  const [failed, emails, waiting, billing, openshelf, inProgress, live, state, posts, newUsers, entries, ownPosts] =
    await Promise.all([
      can('publishes.retry') ? listFailedPublishes(db) : [],
      can('mail.read') ? queries.summarizeUnsentEmails(db, now) : NO_EMAILS,
      can('waiting-list.manage') ? queries.countWaitingByProduct(db) : [],
      can('billing.read') ? queries.summarizeBilling(db) : NO_BILLING,
      can('openshelf.review') ? queries.summarizeOpenshelf(db) : NO_OPENSHELF,
      can('posts.write') ? listPostsInProgress(deps, now, ownerId) : [],
      queries.listLivePosts(db, now, { ownerId, limit: RECENTLY_PUBLISHED_MAX }),
      can('publishes.read') ? readSiteState(db) : null,
      can('posts.write') ? queries.countPublishedPosts(db, now, ownerId) : null,
      can('users.read') ? queries.countNewUsers(db, now) : null,
      can('waiting-list.manage') ? queries.countWaitingListEntries(db, now) : null,
      can('posts.write') && ownerId !== null ? countBlogs(deps, {}, ownerId) : null,
    ]);
  return {
    server_problems: can('system.manage') ? await listServerProblems(deps) : [],
    failed_publishes: failed.map(({ id, reason, error, failedPath }) => ({
      id,
      reason,
      error,
      failed_path: failedPath,
    })),
    failed_schedules: can('site.publish') ? await listFailedSchedules(deps) : [],
    unsent_emails: toUnsentEmailsJson(emails),
    waiting: waiting.map(({ product, count, oldestAt }) => ({ product, count, oldest_at: toIso(oldestAt ?? now) })),
    billing: toBillingJson(billing, can('billing.read') ? await deps.stripeCheck.readReport() : null),
    purchase_rehearsal: can('settings.manage') ? await summarizeRehearsal(deps) : null,
    openshelf: toOpenshelfJson(openshelf),
    in_review: can('posts.publish') ? (await queries.listSubmittedPosts(db)).map(toReviewedPostJson) : [],
    changes_asked: can('posts.write') ? (await queries.listReturnedPosts(db, viewer.id)).map(toReviewedPostJson) : [],
    in_progress: inProgress,
    recently_published: can('posts.write') ? live.map((row) => toOverviewPostJson(row, 'live')) : [],
    own_posts: ownPosts && toOwnPostsJson(ownPosts),
    figures: { published_posts: posts, new_users: newUsers, waiting_list_entries: entries },
    setup: can('system.manage')
      ? {
          site_url: site.url,
          is_domain_set: !isLocalHost(new URL(site.url).hostname),
          is_mail_set: !accounts.isEmailSavedToFiles,
          payments: payments === null ? 'none' : payments.isSandbox ? 'sandbox' : 'stripe',
          has_post: live.length > 0,
        }
      : null,
    first_run: can('settings.manage') ? await findOpenFirstRun(deps) : null,
    site: state && {
      current_release: state.current,
      pinned_release: state.pinnedRelease,
      waiting_for_space: deps.publisher.isWaitingForSpace || (await deps.space.isFull()),
    },
  };
}

/** Emails that aren't sent and publishes that failed have rows of their own. */
async function listServerProblems(
  deps: Pick<Deps, 'db' | 'clock' | 'backups' | 'proxyWatch' | 'purges' | 'space' | 'uploadStorage'>,
): Promise<OverviewJson['server_problems']> {
  const { seenAt } = deps.proxyWatch;
  const problems = { ...(await findFailures(deps)), proxy: seenAt === null ? null : { since: seenAt, reason: null } };
  return serverParts.flatMap((part) => {
    const problem = problems[part];
    return problem === null ? [] : [{ part, since: toIso(problem.since), reason: problem.reason }];
  });
}

/** Scheduled posts by their date, then drafts and changed posts, edited last first. */
async function listPostsInProgress(
  { db }: Pick<Deps, 'db'>,
  now: number,
  ownerId: number | null,
): Promise<OverviewPostJson[]> {
  const limits = { ownerId, limit: SHOWN_OF_EACH_STATE };
  const [scheduled, drafts, changed] = await Promise.all([
    queries.listScheduledPosts(db, now, limits),
    queries.listDraftPosts(db, limits),
    queries.listChangedPosts(db, now, limits),
  ]);
  const edited = [
    ...drafts.map((row) => toEditedPostJson(row, 'draft')),
    ...changed.map((row) => toEditedPostJson(row, 'changed')),
  ].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  return [...scheduled.map((row) => toOverviewPostJson(row, 'scheduled')), ...edited].slice(0, IN_PROGRESS_MAX);
}

/** Posts and documents that the user may edit, publications that they may review, and users that they may see. */
export async function searchOverview(
  deps: Pick<Deps, 'db' | 'clock' | 'site'>,
  viewer: Viewer,
  query: string,
): Promise<OverviewSearchJson> {
  const { db, clock } = deps;
  const now = clock.now();
  const pattern = toLikePattern(query);
  const prefix = pattern.slice(1);
  const can = createUseTest(deps.site, viewer);
  // One more than is shown of each kind says whether there are more.
  const ifAllowed = async <Row>(permission: Permission, max: number, find: (limit: number) => Promise<Row[]>) => {
    const rows = can(permission) ? await find(max + 1) : [];
    return { shown: rows.slice(0, max), hasMore: rows.length > max };
  };
  const [blog, document, publication, user] = await Promise.all([
    ifAllowed('posts.write', FOUND_POSTS_MAX, (limit) =>
      queries.searchPostTitles(db, pattern, prefix, { ownerId: toOwnerId(viewer), limit }),
    ),
    ifAllowed('documents.write', FOUND_DOCUMENTS_MAX, (limit) =>
      queries.searchDocumentTitles(db, pattern, prefix, limit),
    ),
    ifAllowed('openshelf.review', FOUND_PUBLICATIONS_MAX, (limit) =>
      queries.searchPublicationTitles(db, { query, prefix, limit }),
    ),
    ifAllowed('users.read', FOUND_USERS_MAX, (limit) => findUsers(deps, query, limit)),
  ]);
  const byType = { blog, document, publication, user };
  return {
    results: [
      ...blog.shown.map((post) => toFoundPostJson(post, now)),
      ...document.shown.map((row) => ({ type: 'document' as const, ...row, cover: null })),
      ...publication.shown.map((row) => ({ type: 'publication' as const, ...row, cover: null })),
    ],
    users: user.shown,
    has_more: foundTypes.filter((type) => byType[type].hasMore),
  };
}
