import type { BlogAuthor } from '#db/queries/blog-authors.ts';
import type { BlogCategory } from '#db/queries/blog-categories.ts';
import type { BlogTag } from '#db/queries/blog-tags.ts';
import type { BlogCover } from '#db/queries/blog-covers.ts';
import type { blogs } from '#db/schema/index.ts';
import { DEFAULT_AUTHOR, toPublicAuthorName } from '#api/domain/author-name.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import { isProvisionalSlug } from '#api/domain/slug.ts';
import type { BlogChange, BlogDraftFields, BlogJson, BlogSummaryJson } from './blogs.contract.ts';

export type BlogRow = typeof blogs.$inferSelect;
/** The columns of a post that an edit writes. */
export type BlogColumns = Omit<BlogRow, 'id' | 'revision' | 'createdAt' | 'trashedAt'>;

/** What a post belongs to, each in its order: the first category is the main one. */
export type BlogGroups = { categoryIds: readonly number[]; tagIds: readonly number[]; authorIds: readonly number[] };

/** A post on the wire without its content: the shape of every list, where the categories are counted. */
export function toBlogSummaryJson<Category extends BlogCategory>(
  row: Omit<BlogRow, 'content' | 'contentText' | 'wordCount' | 'isDescriptionCustom'>,
  categories: Category[] | undefined,
  cover: BlogCover | undefined,
): Omit<BlogSummaryJson, 'categories'> & { categories: Category[] } {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    status: row.status,
    published_at: toIsoOrNull(row.publishedAt),
    author_name: toPublicAuthorName(row.authorName),
    categories: categories ?? [],
    cover_id: row.coverId,
    cover: cover ?? null,
    revision: row.revision,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  };
}

export function toBlogJson(
  row: BlogRow,
  related: {
    categories: BlogCategory[] | undefined;
    tags: BlogTag[] | undefined;
    authors: BlogAuthor[] | undefined;
    cover: BlogCover | undefined;
  },
): BlogJson {
  const { categories, tags = [], authors = [], cover } = related;
  return {
    ...toBlogSummaryJson(row, categories, cover),
    tags,
    authors,
    meta_title: row.metaTitle,
    meta_description: row.metaDescription,
    canonical_url: row.canonicalUrl,
    social_image_id: row.socialImageId,
    content: row.content,
  };
}

/** The columns that an edit gives as they are; a value that it leaves out stays. The others are computed (`toBlogColumns`). */
export const toGivenColumns = (change: Omit<BlogChange, 'authorIds'>, before: BlogRow | null) => ({
  title: change.title,
  status: change.status,
  authorName: change.author_name || before?.authorName || DEFAULT_AUTHOR,
  coverId: change.coverId === undefined ? (before?.coverId ?? null) : change.coverId,
  metaTitle: change.meta_title === undefined ? (before?.metaTitle ?? null) : change.meta_title || null,
  metaDescription:
    change.meta_description === undefined ? (before?.metaDescription ?? null) : change.meta_description || null,
  canonicalUrl: change.canonical_url === undefined ? (before?.canonicalUrl ?? null) : change.canonical_url || null,
  socialImageId: change.socialImageId === undefined ? (before?.socialImageId ?? null) : change.socialImageId,
});

/** All fields of a post but the content, as drafts and revisions store them. */
export function toBlogDraftFields(row: BlogRow, { categoryIds, tagIds, authorIds }: BlogGroups): BlogDraftFields {
  return {
    title: row.title,
    slug: isProvisionalSlug(row.slug) ? null : row.slug,
    description: row.isDescriptionCustom ? row.description : null,
    category_ids: [...categoryIds],
    tag_ids: [...tagIds],
    author_ids: [...authorIds],
    status: row.status,
    published_at: toIsoOrNull(row.publishedAt),
    author_name: row.authorName,
    cover_id: row.coverId,
    meta_title: row.metaTitle,
    meta_description: row.metaDescription,
    canonical_url: row.canonicalUrl,
    social_image_id: row.socialImageId,
  };
}

/** What the audit log says about a post: no texts, and no names of people. */
export function toBlogAuditValues(fields: BlogDraftFields, wordCount: number) {
  const { description: _, author_name: __, meta_description: ___, ...values } = fields;
  return { ...values, word_count: wordCount };
}
