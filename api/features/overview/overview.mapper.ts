import { hasPassed } from '#api/domain/post-dates.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import { type StripeReport, stripeCheckTitles } from '#api/domain/stripe-report.ts';
import type { BlogCountsJson } from '#api/features/blogs/blogs.contract.ts';
import { describeDeliveryError } from '#api/features/mail/outbox/delivery-errors.service.ts';
import type { BillingProblemCounts } from '#db/queries/billing-problems.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type {
  OverviewJson,
  OverviewPostJson,
  OverviewSearchResultJson,
  ReviewedPostJson,
} from './overview.contract.ts';
import type { OverviewPostRow, ReviewedPostRow } from './overview.queries.ts';

export function toOverviewPostJson(row: OverviewPostRow, state: OverviewPostJson['state']): OverviewPostJson {
  return {
    id: row.id,
    slug: row.slug,
    // Readers do not see the title of a draft yet.
    title: state === 'live' ? row.liveTitle : row.title,
    author_name: row.authorName,
    state,
    published_at: toIsoOrNull(row.publishedAt),
    updated_at: toIso(row.updatedAt),
    cover_url: row.coverUrl,
    main_category_id: row.mainCategoryId,
  };
}

/** A draft, or live with changes, unless it is between its author and an editor. */
export function toEditedPostJson(row: OverviewPostRow, state: 'draft' | 'changed'): OverviewPostJson {
  const states = { submitted: 'in_review', returned: 'returned' } as const;
  return toOverviewPostJson(row, row.review === null ? state : states[row.review]);
}

export const toOwnPostsJson = ({
  all,
  draft,
  in_review,
  scheduled,
  published,
}: BlogCountsJson): NonNullable<OverviewJson['own_posts']> => ({ all, draft, in_review, scheduled, published });

export const toReviewedPostJson = ({ id, title, note, at, ...user }: ReviewedPostRow): ReviewedPostJson => ({
  id,
  title,
  note: note ?? '',
  at: toIso(at ?? 0),
  user: toUserRefJson(user),
});

export function toFoundPostJson(row: OverviewPostRow, now: number): OverviewSearchResultJson {
  const isScheduled =
    row.status === 'published' && !hasPassed({ publishedAt: row.publishedAt ?? 0, updatedAt: row.updatedAt }, now);
  return {
    type: 'blog',
    id: row.id,
    title: row.title,
    status: isScheduled ? 'scheduled' : row.status,
    cover: { slug: row.slug, cover_url: row.coverUrl, main_category_id: row.mainCategoryId },
  };
}

export const toUnsentEmailsJson = (row: { count: number; since: number | null; lastError: string | null }) => ({
  count: row.count,
  since: toIsoOrNull(row.since),
  last_error: describeDeliveryError(row.lastError).text,
});

export const toOpenshelfJson = (row: { pending: number; oldestQueuedAt: number | null; failedWebhooks: number }) => ({
  pending_reviews: row.pending,
  oldest_queued_at: toIsoOrNull(row.oldestQueuedAt),
  failed_webhooks: row.failedWebhooks,
});

type BillingRow = BillingProblemCounts & { lastError: string | null };

export const toBillingJson = (row: BillingRow, report: StripeReport | null) => ({
  failed_events: row.failedEvents,
  last_error: row.lastError,
  past_due: row.pastDue,
  open_disputes: row.openDisputes,
  dispute_due_at: toIsoOrNull(row.disputeDueAt),
  failed_refunds: row.failedRefunds,
  stripe_problems: (report?.lines ?? [])
    // What is shown and can't be bought is put right by an owner; other warnings wait on the screen of the check.
    .filter(({ name, state }) => state === 'error' || (name === 'prices' && state === 'warning'))
    .map(({ name, text, remedy }) => ({
      title: stripeCheckTitles[name],
      text: name === 'prices' && remedy !== null ? `${text} ${remedy}` : text,
    })),
});
