import { and, asc, count, desc, eq, gt, isNull, min, or, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ReviewState } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { summarizeBillingProblems } from '#db/queries/billing-problems.ts';
import { toTrigramPhrase } from '#db/queries/full-text-search.ts';
import { isBlogOf, isBlogOfOwner } from '#db/queries/own-blogs.ts';
import { userRefColumns } from '#db/queries/user-refs.ts';
import { isPublicBlog, isScheduledBlog } from '#db/queries/visibility.ts';
import {
  blogCategories,
  blogs,
  categories,
  documents,
  drafts,
  openshelfWebhooks,
  outbox,
  products,
  publications,
  sections,
  stripeEvents,
  uploads,
  users,
  waitingListEntries,
} from '#db/schema/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an email that expired unsent is reported (ms). */
const EXPIRED_EMAIL_MS = 7 * DAY_MS;
const FIGURE_PERIOD_MS = 30 * DAY_MS;
/** Only the newest rows are read, so that the cost does not grow with the tables. */
const NEWEST_EMAILS = 2_000;

/** How many rows the navigation counts, by the name of the count; of posts those of the owner. */
export async function countScreens(db: Database, ownerId: number | null) {
  const countRows = (table: SQL) => sql<number>`(SELECT count(*) FROM ${table})`;
  const [row] = await db.orm
    .select({
      posts: countRows(sql`${blogs} WHERE ${and(isNull(blogs.trashedAt), isBlogOfOwner(ownerId))}`),
      categories: countRows(sql`${categories}`),
      uploads: countRows(sql`${uploads}`),
      documents: countRows(sql`${documents}`),
      sections: countRows(sql`${sections}`),
      products: countRows(sql`${products}`),
      // SQLite counts a whole table without reading its rows, and few are in deletion.
      users: sql<number>`${countRows(sql`${users}`)} -
        ${countRows(sql`${users} WHERE ${users.deleteAfter} IS NOT NULL AND ${users.deletionAttempts} = 0`)}`,
      // All products are named, since the index begins with the product.
      waiting: countRows(sql`${waitingListEntries}
        WHERE ${waitingListEntries.productId} IN (SELECT ${products.id} FROM ${products}) AND ${waitingListEntries.status} = 'pending'`),
      pending_reviews: countRows(sql`${publications} WHERE ${publications.status} = 'ADMIN_REVIEWING'`),
    })
    .from(sql`(SELECT 1)`);
  return (
    row ?? {
      posts: 0,
      categories: 0,
      uploads: 0,
      documents: 0,
      sections: 0,
      products: 0,
      users: 0,
      waiting: 0,
      pending_reviews: 0,
    }
  );
}

/** Emails that were tried and wait, and those that expired unsent a short while ago. */
export async function summarizeUnsentEmails(db: Database, now: number) {
  const isWaiting = and(eq(outbox.status, 'queued'), gt(outbox.attempts, 0));
  const isExpired = and(eq(outbox.status, 'expired'), gt(outbox.createdAt, now - EXPIRED_EMAIL_MS));
  const isUnsent = and(sql`${outbox.id} > (SELECT max(id) FROM outbox) - ${NEWEST_EMAILS}`, or(isWaiting, isExpired));
  const [summary] = await db.orm
    .select({ count: count(), since: min(outbox.createdAt) })
    .from(outbox)
    .where(isUnsent);
  const [newest] = await db.orm
    .select({ lastError: outbox.lastError })
    .from(outbox)
    .where(isUnsent)
    .orderBy(desc(outbox.id))
    .limit(1);
  return { count: summary?.count ?? 0, since: summary?.since ?? null, lastError: newest?.lastError ?? null };
}

/** What needs someone who looks after payments, with the reason of the newest event that failed. */
export async function summarizeBilling(db: Database) {
  const problems = await summarizeBillingProblems(db);
  if (problems.failedEvents === 0) return { ...problems, lastError: null };
  const isFailed = sql`${stripeEvents.status} IN ('received', 'failed') AND ${stripeEvents.status} = 'failed'`;
  const [newest] = await db.orm
    .select({ lastError: stripeEvents.lastError })
    .from(stripeEvents)
    .where(isFailed)
    .orderBy(desc(stripeEvents.receivedAt))
    .limit(1);
  return { ...problems, lastError: newest?.lastError ?? null };
}

/** Publications that wait for a reviewer, since when, and webhooks that failed for good. */
export async function summarizeOpenshelf({ orm }: Database) {
  const [queue] = await orm
    .select({ pending: count(), oldestQueuedAt: min(publications.queuedAt) })
    .from(publications)
    .where(eq(publications.status, 'ADMIN_REVIEWING'));
  const [webhooks] = await orm
    .select({ failed: count() })
    .from(openshelfWebhooks)
    .where(eq(openshelfWebhooks.status, 'failed'));
  const { pending = 0, oldestQueuedAt = null } = queue ?? {};
  return { pending, oldestQueuedAt, failedWebhooks: webhooks?.failed ?? 0 };
}

/** People who wait for an invitation, by product in its order. */
export async function countWaitingByProduct(db: Database) {
  return db.orm
    .select({ product: products.name, count: count(), oldestAt: min(waitingListEntries.createdAt) })
    .from(waitingListEntries)
    .innerJoin(products, eq(products.id, waitingListEntries.productId))
    .where(eq(waitingListEntries.status, 'pending'))
    .groupBy(products.id)
    .orderBy(asc(products.position), asc(products.id));
}

/** Rows of the last 30 days and of the 30 days before, by the time in `column`. */
async function countRecent(db: Database, table: SQLiteTable, column: SQLiteColumn, now: number, where?: SQL) {
  const isRecent = gt(column, now - FIGURE_PERIOD_MS);
  const [row] = await db.orm
    .select({
      count: sql<number>`coalesce(sum(${isRecent}), 0)`,
      previous: sql<number>`coalesce(sum(NOT (${isRecent})), 0)`,
    })
    .from(table)
    .where(and(gt(column, now - 2 * FIGURE_PERIOD_MS), where));
  return row ?? { count: 0, previous: 0 };
}

export const countPublishedPosts = (db: Database, now: number, ownerId: number | null) =>
  countRecent(db, blogs, blogs.publishedAt, now, and(isPublicBlog(now), isBlogOfOwner(ownerId)));

export const countNewUsers = (db: Database, now: number) => countRecent(db, users, users.createdAt, now);

export const countWaitingListEntries = (db: Database, now: number) =>
  countRecent(db, waitingListEntries, waitingListEntries.createdAt, now);

const draftTitle = sql<string>`coalesce(nullif(json_extract(${drafts.fields}, '$.title'), ''), ${blogs.title})`;

const mainCategoryId = sql<number | null>`(SELECT ${blogCategories.categoryId} FROM ${blogCategories}
  WHERE ${blogCategories.blogId} = ${blogs.id} ORDER BY ${blogCategories.position} LIMIT 1)`;

const selectPosts = (db: Database) =>
  db.orm
    .select({
      id: blogs.id,
      slug: blogs.slug,
      title: draftTitle,
      liveTitle: blogs.title,
      status: blogs.status,
      authorName: blogs.authorName,
      publishedAt: blogs.publishedAt,
      updatedAt: sql<number>`max(${blogs.updatedAt}, coalesce(${drafts.updatedAt}, 0))`,
      coverUrl: uploads.url,
      mainCategoryId,
      review: drafts.reviewState,
    })
    .from(blogs)
    .leftJoin(drafts, and(eq(drafts.kind, 'blog'), eq(drafts.subjectId, blogs.id)))
    .leftJoin(uploads, eq(uploads.id, blogs.coverId))
    .$dynamic();

export type OverviewPostRow = Awaited<ReturnType<typeof listDraftPosts>>[number];

/** Whose posts are listed, and how many at most; null for those of everybody. */
type PostLimits = { ownerId: number | null; limit: number };

export const listDraftPosts = (db: Database, { ownerId, limit }: PostLimits) =>
  selectPosts(db)
    .where(and(isNull(blogs.trashedAt), eq(blogs.status, 'draft'), isBlogOfOwner(ownerId)))
    .orderBy(desc(blogs.updatedAt), desc(blogs.id))
    .limit(limit);

export const listScheduledPosts = (db: Database, now: number, { ownerId, limit }: PostLimits) =>
  selectPosts(db)
    .where(and(isScheduledBlog(now), isBlogOfOwner(ownerId)))
    .orderBy(asc(blogs.publishedAt), asc(blogs.id))
    .limit(limit);

/** Live posts with changes that readers do not see yet. */
export const listChangedPosts = (db: Database, now: number, { ownerId, limit }: PostLimits) =>
  selectPosts(db)
    .where(and(eq(drafts.kind, 'blog'), isPublicBlog(now), isBlogOfOwner(ownerId)))
    .orderBy(desc(drafts.updatedAt), desc(blogs.id))
    .limit(limit);

export const listLivePosts = (db: Database, now: number, { ownerId, limit }: PostLimits) =>
  selectPosts(db)
    .where(and(isPublicBlog(now), isBlogOfOwner(ownerId)))
    .orderBy(desc(blogs.publishedAt), desc(blogs.id))
    .limit(limit);

const REVIEWED_POSTS_MAX = 100;

/** Posts whose drafts are in this state of review, with who brought them into it; those first that wait longest. */
const selectReviewedPosts = (db: Database, state: ReviewState, where?: SQL) =>
  db.orm
    .select({ id: blogs.id, title: draftTitle, note: drafts.reviewNote, at: drafts.reviewAt, ...userRefColumns })
    .from(drafts)
    .innerJoin(blogs, eq(blogs.id, drafts.subjectId))
    .leftJoin(users, eq(users.id, state === 'submitted' ? drafts.submittedBy : drafts.reviewedBy))
    .where(and(eq(drafts.reviewState, state), eq(drafts.kind, 'blog'), isNull(blogs.trashedAt), where))
    .orderBy(asc(drafts.reviewAt))
    .limit(REVIEWED_POSTS_MAX);

export type ReviewedPostRow = Awaited<ReturnType<typeof selectReviewedPosts>>[number];

export const listSubmittedPosts = (db: Database) => selectReviewedPosts(db, 'submitted');
export const listReturnedPosts = (db: Database, userId: number) =>
  selectReviewedPosts(db, 'returned', isBlogOf(userId));

/** Posts whose title, or whose draft's, holds the pattern; those that begin with the prefix first. */
export async function searchPostTitles(db: Database, pattern: string, prefix: string, { ownerId, limit }: PostLimits) {
  const isDraftMatch = sql`${blogs.id} IN (SELECT ${drafts.subjectId} FROM ${drafts}
    WHERE ${drafts.kind} = 'blog' AND json_extract(${drafts.fields}, '$.title') LIKE ${pattern} ESCAPE '\\')`;
  return selectPosts(db)
    .where(
      and(
        isNull(blogs.trashedAt),
        isBlogOfOwner(ownerId),
        or(sql`${blogs.title} LIKE ${pattern} ESCAPE '\\'`, isDraftMatch),
      ),
    )
    .orderBy(sql`${blogs.title} NOT LIKE ${prefix} ESCAPE '\\'`, desc(blogs.updatedAt), desc(blogs.id))
    .limit(limit);
}

export async function searchDocumentTitles(db: Database, pattern: string, prefix: string, limit: number) {
  const { id, title, status, updatedAt } = documents;
  return db.orm
    .select({ id, title, status })
    .from(documents)
    .where(sql`${title} LIKE ${pattern} ESCAPE '\\'`)
    .orderBy(sql`${title} NOT LIKE ${prefix} ESCAPE '\\'`, desc(updatedAt), desc(id))
    .limit(limit);
}

/** Of more titles with the same text, only the newest are sorted. */
const NEWEST_PUBLICATIONS = 200;

/** Publications whose title holds the text, which has at least three characters. */
export async function searchPublicationTitles(
  db: Database,
  { query, prefix, limit }: { query: string; prefix: string; limit: number },
) {
  const phrase = toTrigramPhrase(query);
  if (phrase === null) return [];
  const { id, title, status, updatedAt } = publications;
  return db.orm
    .select({ id, title, status })
    .from(publications)
    .where(
      sql`${id} IN (SELECT rowid FROM publications_search WHERE publications_search MATCH ${`title : ${phrase}`}
        ORDER BY rowid DESC LIMIT ${NEWEST_PUBLICATIONS})`,
    )
    .orderBy(sql`${title} NOT LIKE ${prefix} ESCAPE '\\'`, desc(updatedAt), desc(id))
    .limit(limit);
}
