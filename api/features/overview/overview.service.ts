import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { hasPermission, type Permission, type UserRole } from '#api/domain/permissions.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import { readSiteState } from '#api/releases/release-rows.ts';
import type {
  OverviewCountsJson,
  OverviewJson,
  OverviewPostJson,
  OverviewSearchResultJson,
} from './overview.contract.ts';
import {
  toBillingJson,
  toFoundPostJson,
  toOpenshelfJson,
  toOverviewPostJson,
  toUnsentEmailsJson,
} from './overview.mapper.ts';
import * as queries from './overview.queries.ts';

const SHOWN_OF_EACH_STATE = 4;
const IN_PROGRESS_MAX = 8;
const RECENTLY_PUBLISHED_MAX = 4;
const FOUND_POSTS_MAX = 6;
const FOUND_DOCUMENTS_MAX = 4;
const FOUND_PUBLICATIONS_MAX = 4;
const NO_EMAILS = { count: 0, since: null, lastError: null };
const NO_OPENSHELF = { pending: 0, oldestQueuedAt: null, failedWebhooks: 0 };
const NO_BILLING = { failedEvents: 0, lastError: null, pastDue: 0 };

/** How many there are on each screen that the role may open. */
export async function countForNavigation(
  { db, clock, accounts }: Pick<Deps, 'db' | 'clock' | 'accounts'>,
  role: UserRole,
): Promise<OverviewCountsJson> {
  const counts = await queries.countScreens(db);
  const billing = await queries.summarizeBilling(db);
  const ifAllowed = (permission: Permission, count: number) => (hasPermission(role, permission) ? count : null);
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
    failed_publishes: ifAllowed('publishes.manage', (await queries.listFailedPublishes(db)).length),
    billing_problems: ifAllowed('billing.read', billing.failedEvents + billing.pastDue),
    has_email_previews: !accounts.isProduction && hasPermission(role, 'mail.read'),
  };
}

/** What the start page shows to this role. */
export async function getOverview(deps: Deps, role: UserRole): Promise<OverviewJson> {
  const { db, clock, accounts, site, payments } = deps;
  const now = clock.now();
  const can = (permission: Permission) => hasPermission(role, permission);
  const [failed, emails, waiting, billing, openshelf, inProgress, live, state, posts, newUsers, entries] =
    await Promise.all([
      can('publishes.manage') ? queries.listFailedPublishes(db) : [],
      can('mail.read') ? queries.summarizeUnsentEmails(db, now) : NO_EMAILS,
      can('waiting-list.manage') ? queries.countWaitingByProduct(db) : [],
      can('billing.read') ? queries.summarizeBilling(db) : NO_BILLING,
      can('openshelf.review') ? queries.summarizeOpenshelf(db) : NO_OPENSHELF,
      can('posts.write') ? listPostsInProgress(deps, now) : [],
      queries.listLivePosts(db, now, RECENTLY_PUBLISHED_MAX),
      readSiteState(db),
      queries.countPublishedPosts(db, now),
      queries.countNewUsers(db, now),
      can('waiting-list.manage') ? queries.countWaitingListEntries(db, now) : null,
    ]);
  return {
    failed_publishes: failed.map(({ failedPath, ...row }) => ({ ...row, failed_path: failedPath })),
    unsent_emails: toUnsentEmailsJson(emails),
    waiting: waiting.map(({ product, count, oldestAt }) => ({ product, count, oldest_at: toIso(oldestAt ?? now) })),
    billing: toBillingJson(billing),
    openshelf: toOpenshelfJson(openshelf),
    in_progress: inProgress,
    recently_published: live.map((row) => toOverviewPostJson(row, 'live')),
    figures: { published_posts: posts, new_users: newUsers, waiting_list_entries: entries },
    setup: {
      site_url: site.url,
      is_domain_set: isPublicAddress(site.url),
      is_mail_set: !accounts.isEmailSavedToFiles,
      payments: payments === null ? 'none' : payments.isSandbox ? 'sandbox' : 'stripe',
      has_post: live.length > 0,
    },
    site: { current_release: state.current, pinned_release: state.pinnedRelease },
  };
}

/** Scheduled posts by their date, then drafts and changed posts, edited last first. */
async function listPostsInProgress({ db }: Pick<Deps, 'db'>, now: number): Promise<OverviewPostJson[]> {
  const [scheduled, drafts, changed] = await Promise.all([
    queries.listScheduledPosts(db, now, SHOWN_OF_EACH_STATE),
    queries.listDraftPosts(db, SHOWN_OF_EACH_STATE),
    queries.listChangedPosts(db, now, SHOWN_OF_EACH_STATE),
  ]);
  const edited = [
    ...drafts.map((row) => toOverviewPostJson(row, 'draft')),
    ...changed.map((row) => toOverviewPostJson(row, 'changed')),
  ].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  return [...scheduled.map((row) => toOverviewPostJson(row, 'scheduled')), ...edited].slice(0, IN_PROGRESS_MAX);
}

/** False for an address that only this machine answers. */
function isPublicAddress(url: string): boolean {
  const { hostname } = new URL(url);
  return !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Posts and documents that the role may edit, and publications that it may review, by title. */
export async function searchTitles(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  role: UserRole,
  query: string,
): Promise<OverviewSearchResultJson[]> {
  const now = clock.now();
  const pattern = toLikePattern(query);
  const prefix = pattern.slice(1);
  const [posts, documents, publications] = await Promise.all([
    hasPermission(role, 'posts.write') ? queries.searchPostTitles(db, pattern, prefix, FOUND_POSTS_MAX) : [],
    hasPermission(role, 'documents.write')
      ? queries.searchDocumentTitles(db, pattern, prefix, FOUND_DOCUMENTS_MAX)
      : [],
    hasPermission(role, 'openshelf.review')
      ? queries.searchPublicationTitles(db, { query, prefix, limit: FOUND_PUBLICATIONS_MAX })
      : [],
  ]);
  return [
    ...posts.map((post) => toFoundPostJson(post, now)),
    ...documents.map((document) => ({ type: 'document' as const, ...document, cover: null })),
    ...publications.map((publication) => ({ type: 'publication' as const, ...publication, cover: null })),
  ];
}
