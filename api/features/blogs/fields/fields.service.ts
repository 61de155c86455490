import { hasPassed } from '#api/domain/post-dates.ts';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { listCategoriesByBlog } from '#db/queries/blog-categories.ts';
import { listAuthorsByBlog } from '#db/queries/blog-authors.ts';
import { listCoversByBlog } from '#db/queries/blog-covers.ts';
import { listTagsByBlog } from '#db/queries/blog-tags.ts';
import { authors, blogAuthors, blogCategories, blogTags, categories, tags, uploads } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { formatByline } from '#api/domain/author-name.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { prepareContent } from '#api/features/drafts/content/content.service.ts';
import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import { type BlogGroups, type BlogRow, toBlogDraftFields, toBlogJson } from '#api/features/blogs/blogs.mapper.ts';
import { DESCRIPTION_MAX_LENGTH } from '#api/domain/field-limits.ts';

/** The draft fields of several posts, by id. */
export async function loadBlogDraftFields(
  db: Database,
  rows: readonly BlogRow[],
): Promise<Map<number, BlogDraftFields>> {
  const groups = await loadBlogGroups(
    db,
    rows.map((row) => row.id),
  );
  return new Map(rows.map((row) => [row.id, toBlogDraftFields(row, groups(row.id))]));
}

/** What several posts belong to, by id. */
export async function loadBlogGroups(db: Database, ids: number[]): Promise<(id: number) => BlogGroups> {
  const [categoriesByBlog, tagsByBlog, authorsByBlog] = await Promise.all([
    listCategoriesByBlog(db, ids),
    listTagsByBlog(db, ids),
    listAuthorsByBlog(db, ids),
  ]);
  const toIds = (groups: readonly { id: number }[] = []) => groups.map((group) => group.id);
  return (id) => ({
    categoryIds: toIds(categoriesByBlog.get(id)),
    tagIds: toIds(tagsByBlog.get(id)),
    authorIds: toIds(authorsByBlog.get(id)),
  });
}

/** A post on the wire. */
export async function loadBlogJson(db: Database, row: BlogRow): Promise<BlogJson> {
  const ids = [row.id];
  const [categoriesByBlog, tagsByBlog, authorsByBlog, covers] = await Promise.all([
    listCategoriesByBlog(db, ids),
    listTagsByBlog(db, ids),
    listAuthorsByBlog(db, ids),
    listCoversByBlog(db, ids),
  ]);
  const { id } = row;
  return toBlogJson(row, {
    categories: categoriesByBlog.get(id),
    tags: tagsByBlog.get(id),
    authors: authorsByBlog.get(id),
    cover: covers.get(id),
  });
}

/** Derived columns: sanitised content, its text and word count, and a description if none was given. */
export async function computeDerivedFields(
  processor: HtmlProcessor,
  parsed: { content: string; description?: string | null | undefined },
) {
  const { content, text: contentText, wordCount } = await prepareContent(processor, parsed.content);
  const isDescriptionCustom = Boolean(parsed.description);
  const description = parsed.description || truncateAtWord(contentText);
  return { content, contentText, wordCount, description, isDescriptionCustom };
}

function truncateAtWord(text: string): string {
  if (text.length <= DESCRIPTION_MAX_LENGTH) return text;
  return text
    .slice(0, DESCRIPTION_MAX_LENGTH)
    .replace(/\s+\S*$/, '')
    .replace(/[\ud800-\udbff]$/, '');
}

/**
 * A given date is used. Without one a post keeps its date, and gets one when it is published. `null` removes the
 * date: a live post keeps it; any other is published now or, if it is not published, has none.
 */
export function resolvePublishedAt(
  parsed: { status: string; published_at?: string | null | undefined },
  before: { status: string; publishedAt: number | null; updatedAt: number } | null,
  now: number,
): number | null {
  const date = before?.publishedAt ?? null;
  const wasPublic =
    before?.status === 'published' && hasPassed({ publishedAt: date ?? 0, updatedAt: before.updatedAt }, now);
  const given = parsed.published_at ? Date.parse(parsed.published_at) : null;
  // A clock was put back: the date of a post that is out, kept to the letter, would make it a scheduled one.
  if (wasPublic && date !== null && date > now && parsed.status === 'published' && (given ?? date) === date) return now;
  if (given !== null) return given;
  const staysPublished = parsed.status === 'published' && wasPublic;
  const storedDate = parsed.published_at === null && !staysPublished ? null : date;
  return storedDate ?? (parsed.status === 'published' ? now : null);
}

/** @throws validation_failed when a category is named twice or does not exist. */
export async function requireCategories(db: Database, ids: readonly number[]): Promise<void> {
  if (new Set(ids).size !== ids.length) throw invalidFieldError('categoryIds', 'Choose each category only once.');
  if (ids.length === 0) return;
  const rows = await db.orm
    .select({ id: categories.id })
    .from(categories)
    .where(inArray(categories.id, [...ids]));
  if (rows.length !== ids.length)
    throw invalidFieldError('categoryIds', 'One of these categories no longer exists. Choose again.');
}

/** @throws validation_failed when a tag is named twice or does not exist. */
export async function requireTags(db: Database, ids: readonly number[]): Promise<void> {
  if (new Set(ids).size !== ids.length) throw invalidFieldError('tagIds', 'Choose each tag only once.');
  if (ids.length === 0) return;
  const rows = await db.orm
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, [...ids]));
  if (rows.length !== ids.length)
    throw invalidFieldError('tagIds', 'One of these tags no longer exists. Choose again.');
}

/** The names of authors, as the byline of a post; null for none. @throws validation_failed when one is named twice or does not exist. */
export async function resolveByline(db: Database, ids: readonly number[]): Promise<string | null> {
  if (new Set(ids).size !== ids.length) throw invalidFieldError('authorIds', 'Choose each author only once.');
  if (ids.length === 0) return null;
  const rows = await db.orm
    .select({ id: authors.id, name: authors.name })
    .from(authors)
    .where(inArray(authors.id, [...ids]));
  if (rows.length !== ids.length)
    throw invalidFieldError('authorIds', 'One of these authors no longer exists. Choose again.');
  return formatByline(ids.map((id) => rows.find((row) => row.id === id)?.name ?? ''));
}

/** The author whose account this is, as the authors of a new post that names nobody; undefined without one. */
export async function findOwnAuthorIds({ db }: { db: Database }, userId: number | null): Promise<number[] | undefined> {
  if (userId === null) return undefined;
  const [own] = await db.orm.select({ id: authors.id }).from(authors).where(eq(authors.userId, userId));
  return own && [own.id];
}

/** @throws validation_failed for a category, tag or author that is named twice or does not exist. */
export async function requireGroups(db: Database, { categoryIds, tagIds, authorIds }: BlogGroups): Promise<void> {
  await requireCategories(db, categoryIds);
  await requireTags(db, tagIds);
  await resolveByline(db, authorIds);
}

/** @throws validation_failed when the cover or the sharing image is not an uploaded image. */
export async function requireImages(
  db: Database,
  images: { coverId?: number | null | undefined; socialImageId?: number | null | undefined },
): Promise<void> {
  for (const field of ['coverId', 'socialImageId'] as const) {
    const id = images[field];
    if (id === null || id === undefined) continue;
    const [upload] = await db.orm
      .select({ kind: uploads.kind })
      .from(uploads)
      .where(inArray(uploads.id, [id]));
    if (upload?.kind !== 'image') throw invalidFieldError(field, 'This image no longer exists. Choose another.');
  }
}

/** The statements that put a post into its categories, of which the first is the main one, and give it its tags and authors. */
export const insertGroupsStatements = (
  db: Database,
  blogId: number | SQL,
  { categoryIds, tagIds, authorIds }: BlogGroups,
): Statement[] => [
  ...categoryIds.map((categoryId, position) =>
    db.orm.insert(blogCategories).values({ blogId: sql`${blogId}`, categoryId, position }),
  ),
  ...tagIds.map((tagId, position) => db.orm.insert(blogTags).values({ blogId: sql`${blogId}`, tagId, position })),
  ...authorIds.map((authorId, position) =>
    db.orm.insert(blogAuthors).values({ blogId: sql`${blogId}`, authorId, position }),
  ),
];

/** The same for a post that may have others. */
export const replaceGroupsStatements = (db: Database, blogId: number, groups: BlogGroups): Statement[] => [
  db.orm.delete(blogCategories).where(eq(blogCategories.blogId, blogId)),
  db.orm.delete(blogTags).where(eq(blogTags.blogId, blogId)),
  db.orm.delete(blogAuthors).where(eq(blogAuthors.blogId, blogId)),
  ...insertGroupsStatements(db, blogId, groups),
];
