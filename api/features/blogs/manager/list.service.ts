import { hasPassed } from '#api/domain/post-dates.ts';
import { isBlogOfOwner } from '#db/queries/own-blogs.ts';
import { isPublicBlog, isScheduledBlog } from '#db/queries/visibility.ts';
import { region } from '#api/domain/region.ts';
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { listCountedCategoriesByBlog } from '#db/queries/blog-categories.ts';
import { listCoversByBlog } from '#db/queries/blog-covers.ts';
import { blogCategories, blogs, blogTags, drafts } from '#db/schema/index.ts';
import { DEFAULT_AUTHOR, toPublicAuthorName } from '#api/domain/author-name.ts';
import type { Deps } from '#api/deps.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import { toFtsQuery } from '#db/queries/full-text-search.ts';
import type {
  BlogCountsJson,
  BlogCountsQuery,
  BlogTitlesJson,
  BulkFilter,
  ListBlogsQuery,
  ManagedBlogJson,
} from '#api/features/blogs/blogs.contract.ts';
import { findMatches, type MatchJson } from './matches.service.ts';
import { toBlogSummaryJson } from '#api/features/blogs/blogs.mapper.ts';
import { summaryColumns } from '#api/features/blogs/blogs.service.ts';

const SQL_FALSE = sql`0`;

/**
 * All posts but those in the trash, as the manager shows them, and how many there are in all. First only ids are
 * looked for, in an index that holds everything that is filtered and sorted by; then the rows of the page are read.
 */
export async function listBlogs(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  query: ListBlogsQuery,
  ownerId: number | null = null,
): Promise<{ blogs: ManagedBlogJson[]; total: number }> {
  const now = clock.now();
  const where = matchesFilter(query, now, ownerId);
  const direction = query.sortOrder === 'ASC' ? asc : desc;
  const rows = await db.orm
    .select({ id: blogs.id, total: sql<number>`count(*) OVER ()` })
    .from(blogs)
    .where(where)
    // Whatever the order, posts without a date come last.
    .orderBy(sql`${sortColumn[query.sortBy]} IS NULL`, direction(sortColumn[query.sortBy]), direction(blogs.id))
    .limit(query.limit ?? -1)
    .offset(query.offset ?? 0);
  const ids = rows.map((row) => row.id);
  // A page beyond the last one has no rows, and therefore no total: it is counted separately.
  const total = rows[0]?.total ?? (query.offset ? await count(db, where) : 0);
  return { blogs: await loadManagedBlogs({ db }, ids, { now, search: query.search }), total };
}

/** The number of posts in each view of the manager that match a filter, in one pass over an index. The trash is not filtered. */
export async function countBlogs(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  filter: BlogCountsQuery = {},
  ownerId: number | null = null,
): Promise<BlogCountsJson> {
  const countWhere = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`;
  const now = clock.now();
  const isKept = matchesFilter(filter, now, ownerId) ?? sql`1`;
  const [counts] = await db.orm
    .select({
      all: countWhere(isKept),
      published: countWhere(sql`${isKept} AND ${isPublicBlog(now)}`),
      draft: countWhere(sql`${isKept} AND ${blogs.status} = 'draft'`),
      scheduled: countWhere(sql`${isKept} AND ${isScheduledBlog(now)}`),
      in_review: countWhere(sql`${isKept} AND ${isInReview}`),
      archived: countWhere(sql`${isKept} AND ${blogs.status} = 'archived'`),
      trash: countWhere(sql`${blogs.trashedAt} IS NOT NULL`),
    })
    .from(blogs)
    .where(isBlogOfOwner(ownerId));
  return counts ?? { all: 0, published: 0, draft: 0, scheduled: 0, in_review: 0, archived: 0, trash: 0 };
}

/** A dialog names this many posts. */
const TITLES_MAX = 1_000;

/** The titles of the posts that match a filter, for who is about to change all of them. */
export async function listTitles(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  filter: BulkFilter,
  ownerId: number | null = null,
): Promise<BlogTitlesJson> {
  const rows = await db.orm
    .select({ title: blogs.title, total: sql<number>`count(*) OVER ()` })
    .from(blogs)
    .where(matchesFilter(filter, clock.now(), ownerId))
    .orderBy(asc(blogs.id))
    .limit(TITLES_MAX);
  return { titles: rows.map(({ title }) => title), total: rows[0]?.total ?? 0 };
}

/** The authors of all posts that are not in the trash, as the public reads them, by name. */
export async function listAuthors({ db }: Pick<Deps, 'db'>, ownerId: number | null = null): Promise<string[]> {
  const rows = await db.orm
    .selectDistinct({ name: blogs.authorName })
    .from(blogs)
    .where(and(isNull(blogs.trashedAt), isBlogOfOwner(ownerId)));
  const names = new Set(rows.map(({ name }) => toPublicAuthorName(name)));
  return [...names].sort((one, other) => one.localeCompare(other, region.locale));
}

async function count(db: Deps['db'], where: SQL | undefined): Promise<number> {
  const [row] = await db.orm
    .select({ total: sql<number>`count(*)` })
    .from(blogs)
    .where(where);
  return row?.total ?? 0;
}

const sortColumn: Record<ListBlogsQuery['sortBy'], SQL | typeof blogs.updatedAt> = {
  updated_at: blogs.updatedAt,
  // A draft may keep the date of an earlier publish, which the list doesn't show.
  published_at: sql`iif(${blogs.status} = 'draft', NULL, ${blogs.publishedAt})`,
  title: sql`lower(${blogs.title})`,
  status: sql`${blogs.status}`,
};

/** Those with a draft that waits for an editor. */
const isInReview = sql`${blogs.id} IN (SELECT ${drafts.subjectId} FROM ${drafts}
  WHERE ${drafts.reviewState} = 'submitted' AND ${drafts.kind} = 'blog')`;

/** Matches what the manager lists for a filter: every post but those in the trash; for an owner only their own. */
export function matchesFilter(
  { search, status, categoryId, tagId, author }: BulkFilter,
  now: number,
  ownerId: number | null,
): SQL | undefined {
  return and(
    isNull(blogs.trashedAt),
    isBlogOfOwner(ownerId),
    status === 'in_review' ? isInReview : undefined,
    status === 'scheduled' ? isScheduledBlog(now) : undefined,
    status === 'published' ? isPublicBlog(now) : undefined,
    status === 'draft' || status === 'archived' ? eq(blogs.status, status) : undefined,
    categoryId === undefined
      ? undefined
      : inArray(
          blogs.id,
          sql`(SELECT ${blogCategories.blogId} FROM ${blogCategories} WHERE ${blogCategories.categoryId} = ${categoryId})`,
        ),
    tagId === undefined
      ? undefined
      : inArray(blogs.id, sql`(SELECT ${blogTags.blogId} FROM ${blogTags} WHERE ${blogTags.tagId} = ${tagId})`),
    author === undefined ? undefined : matchesAuthor(author),
    search ? matchesSearch(search) : undefined,
  );
}

/** By the name that the public reads: an email address is shown as the default author (`toPublicAuthorName`). */
function matchesAuthor(author: string): SQL | undefined {
  const isNamed = eq(blogs.authorName, author);
  return author === DEFAULT_AUTHOR ? or(isNamed, sql`${blogs.authorName} GLOB '*[^ @]@[^ @]*'`) : isNamed;
}

/** Matches the published post or its draft. */
function matchesSearch(search: string): SQL | undefined {
  const match = toFtsQuery(search);
  const pattern = toLikePattern(search);
  return or(
    match === null ? SQL_FALSE : sql`${blogs.id} IN (SELECT rowid FROM blogs_search WHERE blogs_search MATCH ${match})`,
    sql`${blogs.id} IN (SELECT ${drafts.subjectId} FROM ${drafts} WHERE ${drafts.kind} = 'blog'
      AND (${drafts.content} LIKE ${pattern} ESCAPE '\\' OR ${drafts.fields} LIKE ${pattern} ESCAPE '\\'))`,
  );
}

async function loadManagedBlogs(
  { db }: Pick<Deps, 'db'>,
  ids: number[],
  { now, search }: { now: number; search: string | undefined },
): Promise<ManagedBlogJson[]> {
  const rows = await db.orm.select(summaryColumns).from(blogs).where(inArray(blogs.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const [categories, covers] = await Promise.all([
    listCountedCategoriesByBlog(db, ids, now),
    listCoversByBlog(db, ids),
  ]);
  const draftRows = await db.orm
    .select({ id: drafts.subjectId, review: drafts.reviewState })
    .from(drafts)
    .where(and(eq(drafts.kind, 'blog'), inArray(drafts.subjectId, ids)));
  const draftsById = new Map(draftRows.map((row) => [row.id, row]));
  const matches = search ? await findMatches({ db }, ids, search) : new Map<number, MatchJson>();
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const isLive =
      row.status === 'published' && hasPassed({ publishedAt: row.publishedAt ?? 0, updatedAt: row.updatedAt }, now);
    return [
      {
        ...toBlogSummaryJson(row, categories.get(id), covers.get(id)),
        has_draft: draftsById.has(id),
        is_live: isLive,
        review: draftsById.get(id)?.review ?? null,
        match: matches.get(id) ?? null,
      },
    ];
  });
}
