import { and, eq, inArray } from 'drizzle-orm';
import { coversByUpload } from '#db/queries/blog-covers.ts';
import type { Database } from '#db/client.ts';
import { blogSlugs, blogs, categories } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, notFound } from '#api/http/errors.ts';
import type { IndexedPost, PostPlace } from '#api/publishing/index/public-index.ts';
import { columnsOf } from '#api/features/blogs/editing/editing.queries.ts';
import type { BlogChange } from '#api/features/blogs/blogs.contract.ts';
import { blogKind } from '#api/features/blogs/drafts/drafts.service.ts';
import { type BlogRow, fieldsOfBlogs } from '#api/features/blogs/fields/blogs.fields.ts';
import { linkingPosts } from '#api/features/blogs/links/links.service.ts';
import { isProvisional } from '#api/features/blogs/slugs/slugs.service.ts';
import { isReservedSlug, SLUG_MAX_LENGTH, SLUG_PATTERN } from '#api/domain/slug.ts';
import type { BlogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { findDraft } from '#api/features/drafts/drafts.service.ts';

const UNTITLED = 'Untitled post';

type WhatIfDeps = Pick<Deps, 'db' | 'clock' | 'html'>;
export type BlogWithDraft = { row: BlogRow; fields: BlogDraftFields; content: string; version: number };
export type BecomingBlog = { before: BlogRow; row: BlogRow; categoryIds: number[] };

/** A post and what is being written on it; without a draft the post as it is. @throws not_found, also in the trash. */
export async function readBlogWithDraft(db: Database, id: number): Promise<BlogWithDraft> {
  const row = await db.query.query.blogs.findFirst({ where: eq(blogs.id, id) });
  if (!row || row.trashedAt !== null) throw notFound(blogKind.missing);
  const draft = await findDraft(db, blogKind, id);
  if (draft) return { row, fields: draft.fields, content: draft.content, version: draft.version };
  const fields = (await fieldsOfBlogs(db, [row])).get(id) as BlogDraftFields;
  return { row, fields, content: row.content, version: 0 };
}

/**
 * The row that a post becomes when its draft is published; without a draft it stays what it is. What would be refused then (no title yet, an address that is
 * taken, a category that is gone) is left out here: a look must be possible at any time.
 */
export async function becomingBlog(deps: WhatIfDeps, written: BlogWithDraft): Promise<BecomingBlog> {
  const { row: before, fields, content } = written;
  const categoryIds = await existing(deps.db, fields.category_ids);
  if (written.version === 0) return { before, row: before, categoryIds };
  const change: BlogChange = {
    title: fields.title || UNTITLED,
    content,
    categoryIds,
    status: fields.status,
    coverId: fields.cover_id,
    published_at: fields.published_at,
    ...(fields.description && { description: fields.description }),
    ...(fields.author_name && { author_name: fields.author_name }),
  };
  const columns = await columnsOf(deps, before, { ...change, ...(isSlug(fields.slug) && { slug: fields.slug }) }).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'conflict') return columnsOf(deps, before, change);
      throw error;
    },
  );
  return { before, row: { ...before, ...columns, revision: before.revision + 1 }, categoryIds };
}

/** Where the posts that a publish changes would stand: this one, and those whose links follow its new address. */
export async function placesOf({ db }: WhatIfDeps, becoming: BecomingBlog, isShown: boolean): Promise<PostPlace[]> {
  const { before, row, categoryIds } = becoming;
  const slugs = await slugsOf(db, row.id);
  const oldSlugs = slugs.filter((slug) => slug !== before.slug || !isProvisional(slug));
  const place = { id: row.id, post: isShown ? await toIndexed(db, row) : null, categoryIds, oldSlugs };
  const isRenamed = row.slug !== before.slug && before.firstPublishedAt !== null;
  if (!isRenamed) return [place];
  const linking = await linkingPosts(db, row.id, before.slug);
  const others = linking.filter((other) => other.status === 'published');
  const fields = await fieldsOfBlogs(db, others);
  const following = others.map(async (other) => ({
    id: other.id,
    post: await toIndexed(db, { ...other, revision: other.revision + 1 }),
    categoryIds: fields.get(other.id)?.category_ids ?? [],
    oldSlugs: await slugsOf(db, other.id),
  }));
  return [place, ...(await Promise.all(following))];
}

const isSlug = (slug: string | null): slug is string =>
  slug !== null && slug.length <= SLUG_MAX_LENGTH && SLUG_PATTERN.test(slug) && !isReservedSlug(slug);

async function existing(db: Database, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const found = await db.query.select({ id: categories.id }).from(categories).where(inArray(categories.id, wanted));
  return wanted.filter((id) => found.some((category) => category.id === id));
}

async function slugsOf(db: Database, blogId: number): Promise<string[]> {
  const rows = await db.query
    .select({ slug: blogSlugs.slug })
    .from(blogSlugs)
    .where(and(eq(blogSlugs.blogId, blogId)));
  return rows.map(({ slug }) => slug);
}

async function toIndexed(db: Database, row: BlogRow): Promise<IndexedPost> {
  const { id, slug, title, revision, publishedAt, updatedAt, coverId } = row;
  const cover = (await coversByUpload(db, [coverId])).get(coverId ?? 0);
  const shown = cover ? `${cover.url} ${cover.alt}` : '';
  return { id, slug, title, revision, publishedAt: publishedAt ?? 0, updatedAt, cover: shown };
}
