import { and, eq, inArray } from 'drizzle-orm';
import { listCoversByUpload } from '#db/queries/blog-covers.ts';
import type { Database } from '#db/client.ts';
import { authors, blogSlugs, blogs, categories, tags } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import { listCardPaths } from '#api/domain/bookmarks.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import type { PostIndexEntry } from '#api/publishing/index/public-index.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';
import { toBlogColumns } from '#api/features/blogs/editing/columns.service.ts';
import { type BlogDraftFields, type BlogChange, slugField } from '#api/features/blogs/blogs.contract.ts';
import { blogDraftSubject } from '#api/features/blogs/drafts/drafts.service.ts';
import { loadBlogDraftFields, loadBlogGroups } from '#api/features/blogs/fields/fields.service.ts';
import { listLinkingBlogs } from '#api/features/blogs/links/links.service.ts';
import { isProvisionalSlug } from '#api/domain/slug.ts';
import { findDraft } from '#api/features/drafts/drafts.service.ts';

const UNTITLED = 'Untitled post';

type ProjectionDeps = Pick<Deps, 'db' | 'clock' | 'html'>;
type BlogRow = typeof blogs.$inferSelect;

export type BlogWithDraft = { row: BlogRow; fields: BlogDraftFields; content: string; version: number };
export type ProjectedBlog = {
  before: BlogRow;
  row: BlogRow;
  categoryIds: number[];
  tagIds: number[];
  authorIds: number[];
};

/** A post with its draft; without a draft the published fields. @throws not_found, also in the trash. */
export async function loadBlogWithDraft(db: Database, id: number): Promise<BlogWithDraft> {
  const row = await db.orm.query.blogs.findFirst({ where: eq(blogs.id, id) });
  if (!row || row.trashedAt !== null) throw notFoundError(blogDraftSubject.notFoundMessage);
  const draft = await findDraft({ db }, blogDraftSubject, id);
  if (draft) return { row, fields: draft.fields, content: draft.content, version: draft.version };
  const fields = (await loadBlogDraftFields(db, [row])).get(id) as BlogDraftFields;
  return { row, fields, content: row.content, version: 0 };
}

/**
 * The row that a post becomes when its draft is published; without a draft it stays what it is. What would be refused then (no title yet, an address that is
 * taken, a category, tag or author that is gone) is left out here: a look must be possible at any time.
 */
export async function projectDraft(deps: ProjectionDeps, blog: BlogWithDraft): Promise<ProjectedBlog> {
  const { row: before, fields, content } = blog;
  const categoryIds = await filterExisting(deps.db, categories, fields.category_ids);
  const live = (await loadBlogGroups(deps.db, [before.id]))(before.id);
  const tagIds = await filterExisting(deps.db, tags, fields.tag_ids ?? live.tagIds);
  const authorIds = await filterExisting(deps.db, authors, fields.author_ids ?? live.authorIds);
  const groups = { categoryIds, tagIds, authorIds };
  if (blog.version === 0) return { before, row: before, ...groups };
  const {
    slug,
    description,
    author_name,
    category_ids: _,
    tag_ids: __,
    author_ids: ___,
    cover_id,
    social_image_id,
    ...same
  } = fields;
  const change: BlogChange = {
    ...same,
    title: fields.title || UNTITLED,
    content,
    categoryIds,
    authorIds: groups.authorIds,
    coverId: cover_id,
    socialImageId: social_image_id,
    ...(description && { description }),
    ...(author_name && { author_name }),
  };
  const columns = await toBlogColumns(deps, before, {
    ...change,
    ...(isSlug(slug) && { slug }),
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'conflict') return toBlogColumns(deps, before, change);
    throw error;
  });
  return { before, row: { ...before, ...columns, revision: before.revision + 1 }, ...groups };
}

/** The index entries that a publish would change: of this post, and of those whose links follow its new slug. */
export async function projectIndexEntries(
  { db }: ProjectionDeps,
  becoming: ProjectedBlog,
  isShown: boolean,
): Promise<PostIndexEntry[]> {
  const { before, row, categoryIds, tagIds, authorIds } = becoming;
  const slugs = await listSlugs(db, row.id);
  const oldSlugs = slugs.filter((slug) => slug !== before.slug || !isProvisionalSlug(slug));
  const post = isShown ? await loadIndexedPost(db, row) : null;
  const indexEntry = { id: row.id, post, categoryIds, tagIds, authorIds, oldSlugs };
  const isRenamed = row.slug !== before.slug && before.firstPublishedAt !== null;
  if (!isRenamed) return [indexEntry];
  const linking = await listLinkingBlogs(db, row.id, before.slug);
  const others = linking.filter((other) => other.status === 'published');
  const fields = await loadBlogDraftFields(db, others);
  const linkedEntries = others.map(async (other) => ({
    id: other.id,
    post: await loadIndexedPost(db, { ...other, revision: other.revision + 1 }),
    categoryIds: fields.get(other.id)?.category_ids ?? [],
    tagIds: fields.get(other.id)?.tag_ids ?? [],
    authorIds: fields.get(other.id)?.author_ids ?? [],
    oldSlugs: await listSlugs(db, other.id),
  }));
  return [indexEntry, ...(await Promise.all(linkedEntries))];
}

const isSlug = (slug: string | null): slug is string => slugField.safeParse(slug).success;

async function filterExisting(
  db: Database,
  table: typeof categories | typeof tags | typeof authors,
  ids: readonly number[],
): Promise<number[]> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return [];
  const rows = await db.orm.select({ id: table.id }).from(table).where(inArray(table.id, uniqueIds));
  return uniqueIds.filter((id) => rows.some((group) => group.id === id));
}

async function listSlugs(db: Database, blogId: number): Promise<string[]> {
  const rows = await db.orm
    .select({ slug: blogSlugs.slug })
    .from(blogSlugs)
    .where(and(eq(blogSlugs.blogId, blogId)));
  return rows.map(({ slug }) => slug);
}

async function loadIndexedPost(db: Database, row: BlogRow): Promise<IndexedPost> {
  const { id, slug, title, revision, publishedAt, updatedAt, coverId, socialImageId } = row;
  const images = await listCoversByUpload(db, [coverId, socialImageId]);
  const cover = images.get(coverId ?? 0);
  return {
    id,
    slug,
    title,
    revision,
    publishedAt: publishedAt ?? 0,
    updatedAt,
    cover: cover ? `${cover.url} ${cover.alt}` : '',
    socialImage: images.get(socialImageId ?? 0)?.url ?? '',
    isElsewhere: row.canonicalUrl !== null,
    cards: listCardPaths(row.content),
  };
}
