import { z } from 'zod';
import { SEARCH_QUERY_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { rehearsalStates } from '#api/domain/purchase-rehearsal.ts';
import { publicationStatuses } from '#api/domain/publication-states.ts';
import { searchLabel, singleLineField } from '#api/http/text-fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const id = z.number().int();
const count = z.number().int();

/** How many there are, for the navigation; null for what the user may not manage. */
export const overviewCountsResponse = z.object({
  posts: count.nullable(),
  categories: count.nullable(),
  uploads: count.nullable(),
  documents: count.nullable(),
  sections: count.nullable(),
  products: count.nullable(),
  users: count.nullable(),
  /** Entries of waiting lists that are pending. */
  waiting: count.nullable(),
  /** Publications that wait for a reviewer. */
  pending_reviews: count.nullable(),
  /** Emails that wait for another try, or expired unsent within 7 days. */
  unsent_emails: count.nullable(),
  failed_publishes: count.nullable(),
  /** Failed events of the payment provider and people whose payment failed. */
  billing_problems: count.nullable(),
  /** Outside production every email can be previewed. */
  has_email_previews: z.boolean(),
});

const failedPublishSchema = z.object({
  id,
  reason: z.string(),
  error: z.string().nullable(),
  failed_path: z.string().nullable(),
});

/**
 * `draft`: never published or unpublished. `changed`: live, with changes that are not. `in_review`, `returned`: one of both that was
 * submitted, or of which changes are asked for.
 */
const postStateSchema = z.enum(['draft', 'scheduled', 'changed', 'in_review', 'returned', 'live']);

/** What the cover of a post is shown or drawn from. */
const coverShape = {
  slug: z.string(),
  /** Null where a cover is drawn. */
  cover_url: z.string().nullable(),
  /** Decides the colours of a generated cover. */
  main_category_id: z.number().nullable(),
};

const overviewPostSchema = z.object({
  id,
  ...coverShape,
  title: z.string(),
  author_name: z.string(),
  state: postStateSchema,
  published_at: z.string().nullable(),
  updated_at: z.string(),
});

/** A post that waits for somebody: who submitted it, or asks for changes, when and with what words. */
const reviewedPostSchema = z.object({ id, title: z.string(), note: z.string(), at: z.string(), user: userRefSchema });

/** How many in the last 30 days, and how many in the 30 days before. */
const figureSchema = z.object({ count, previous: count });

/** `proxy`: visitors arrive through one that the settings don't know. `cdn`: it doesn't take what changed. */
export const serverParts = ['disk', 'uploads', 'backups', 'cdn', 'proxy'] as const;
const serverProblemSchema = z.object({
  part: z.enum(serverParts),
  since: z.string(),
  /** Why, as a sentence, where it is known. */
  reason: z.string().nullable(),
});

/** What the start page shows. Parts that the user may not see are empty or null. */
export const overviewResponse = z.object({
  /** What only whoever runs the server can mend. */
  server_problems: z.array(serverProblemSchema),
  failed_publishes: z.array(failedPublishSchema),
  /** Changes of the site that couldn’t be published at their time, and why. */
  failed_schedules: z.array(z.object({ id, publish_at: z.string(), error: z.string() })),
  /** Emails that wait for another try, or expired unsent within 7 days. */
  unsent_emails: z.object({ count, since: z.string().nullable(), last_error: z.string().nullable() }),
  waiting: z.array(z.object({ product: z.string(), count, oldest_at: z.string() })),
  billing: z.object({
    failed_events: count,
    last_error: z.string().nullable(),
    past_due: count,
    /** Disputes that wait for an answer, and until when the first of them can be answered. */
    open_disputes: count,
    dispute_due_at: z.string().nullable(),
    /** Refunds that failed and were not paid back another way. */
    failed_refunds: count,
    /** What the last check of the account at Stripe found wrong: nothing is sold, or events are missed. */
    stripe_problems: z.array(z.object({ title: z.string(), text: z.string() })),
  }),
  /** The purchase rehearsal, for those who manage plans; null where nothing is sold. `failures` are those of the newest one. */
  purchase_rehearsal: z.object({ state: z.enum(rehearsalStates), failures: z.array(z.string()) }).nullable(),
  /** Publications that wait for a reviewer, since when, and webhooks to the publishing service that failed for good. */
  openshelf: z.object({ pending_reviews: count, oldest_queued_at: z.string().nullable(), failed_webhooks: count }),
  /** Posts that wait for an editor, for those who may publish; those first that wait longest. */
  in_review: z.array(reviewedPostSchema),
  /** Own posts that an editor asks to change. */
  changes_asked: z.array(reviewedPostSchema),
  in_progress: z.array(overviewPostSchema),
  recently_published: z.array(overviewPostSchema),
  /** How many posts of each state they have, for those who write their own only. */
  own_posts: z.object({ all: count, draft: count, in_review: count, scheduled: count, published: count }).nullable(),
  figures: z.object({
    published_posts: figureSchema.nullable(),
    new_users: figureSchema.nullable(),
    waiting_list_entries: figureSchema.nullable(),
  }),
  setup: z
    .object({
      site_url: z.string(),
      is_domain_set: z.boolean(),
      is_mail_set: z.boolean(),
      payments: z.enum(['stripe', 'sandbox', 'none']),
      has_post: z.boolean(),
    })
    .nullable(),
  /** Of a new site that is set up; null once it is public. */
  first_run: z.object({ answered_count: count, is_postponed: z.boolean() }).nullable(),
  site: z
    .object({
      current_release: id,
      pinned_release: id.nullable(),
      /** Nothing can be saved or published, because a disk is full. */
      waiting_for_space: z.boolean(),
    })
    .nullable(),
});

export const overviewSearchQuery = z.object({
  q: singleLineField(searchLabel, { min: 1, max: SEARCH_QUERY_MAX_LENGTH }),
});

const overviewSearchResultSchema = z.object({
  type: z.enum(['blog', 'document', 'publication']),
  id,
  title: z.string(),
  status: z.enum(['draft', 'published', 'archived', 'scheduled', ...publicationStatuses]),
  /** For posts only. */
  cover: z.object(coverShape).nullable(),
});

/** Posts, documents and publications by title, whatever their status; users by name or email address. */
export const overviewSearchResponse = z.object({
  results: z.array(overviewSearchResultSchema),
  users: z.array(z.object({ id, name: z.string(), email: z.string() })),
  /** The kinds of which there are more hits than these. */
  has_more: z.array(z.enum(['blog', 'document', 'publication', 'user'])),
});

export type OverviewCountsJson = z.infer<typeof overviewCountsResponse>;
export type OverviewJson = z.infer<typeof overviewResponse>;
export type ReviewedPostJson = z.infer<typeof reviewedPostSchema>;
export type OverviewPostJson = z.infer<typeof overviewPostSchema>;
export type OverviewSearchJson = z.infer<typeof overviewSearchResponse>;
export type OverviewSearchResultJson = z.infer<typeof overviewSearchResultSchema>;
