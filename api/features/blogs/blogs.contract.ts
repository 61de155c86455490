import { z } from 'zod';
import { isEmailLike } from '#api/domain/author-name.ts';
import { blogStatuses } from '#api/domain/enums.ts';
import { limitOffsetQuery, integerField } from '#api/http/pagination.ts';
import { singleLineField, multilineField } from '#api/http/text-fields.ts';
import { CONTENT_INPUT_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { isReservedSlug, SLUG_MAX_LENGTH, SLUG_PATTERN } from '#api/domain/slug.ts';

const slugField = z
  .string()
  .max(SLUG_MAX_LENGTH, `The address may have at most ${SLUG_MAX_LENGTH} characters.`)
  .regex(SLUG_PATTERN, 'The address may hold small letters, digits and single hyphens between them.')
  .refine((value) => !isReservedSlug(value), 'This address is reserved; choose another.');

const categoryIdsField = z.array(z.number().int().positive()).max(20, 'A post may be in at most 20 categories.');

/** Creates or changes a post. Without `slug` or `description` they are derived from title and content. */
export const blogRequest = z.strictObject({
  title: singleLineField('The title', { min: 1, max: TITLE_MAX_LENGTH }),
  content: multilineField('The content', { max: CONTENT_INPUT_MAX_LENGTH }),
  categoryIds: categoryIdsField.default([]),
  status: z.enum(blogStatuses).default('draft'),
  slug: slugField.optional(),
  description: singleLineField('The description', { max: DESCRIPTION_MAX_LENGTH }).optional(),
  published_at: z.iso.datetime({ offset: true, error: 'The date of publication must be a date and time.' }).nullish(),
  author_name: singleLineField('The author', { min: 1, max: 100 })
    .refine((name) => !isEmailLike(name), 'Enter the author’s name, not an email address.')
    .optional(),
  coverId: z.number().int().positive().nullish(),
  revision: z.number().int().positive().optional(),
});

/**
 * Fields of a post's draft, validated loosely: an empty title or an invalid slug is reported when it is published. `slug`
 * and `description` null are derived then.
 */
export const blogDraftFieldsSchema = z.strictObject({
  title: singleLineField('The title', { max: TITLE_MAX_LENGTH }),
  slug: singleLineField('The address', { max: 200 }).nullable(),
  description: singleLineField('The description', { max: DESCRIPTION_MAX_LENGTH }).nullable(),
  category_ids: categoryIdsField,
  status: z.enum(blogStatuses),
  published_at: z.iso.datetime({ offset: true, error: 'The date must be a date and time.' }).nullable(),
  author_name: singleLineField('The author', { max: 100 }),
  cover_id: z.number().int().positive().nullable(),
});
export type BlogDraftFields = z.infer<typeof blogDraftFieldsSchema>;

/** Body of a post, parsed. */
export type BlogRequest = z.output<typeof blogRequest>;
/** The fields of a post after a change. */
export type BlogChange = Omit<BlogRequest, 'revision'>;

const blogCategorySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
});

const blogCoverSchema = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
});

export const blogSummarySchema = z.object({
  id: z.number().int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(blogStatuses),
  published_at: z.string().nullable(),
  author_name: z.string(),
  categories: z.array(blogCategorySchema),
  cover_id: z.number().int().nullable(),
  /** Null: a cover is drawn. */
  cover: blogCoverSchema.nullable(),
  revision: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const blogResponse = blogSummarySchema.extend({ content: z.string() });
export const publishedBlogsResponse = z.array(blogSummarySchema);
export const categoryBlogsResponse = z.object({ categoryName: z.string(), blogs: publishedBlogsResponse });

export type BlogSummaryJson = z.infer<typeof blogSummarySchema>;
export type BlogJson = z.infer<typeof blogResponse>;

/** Query of the manager. `scheduled` is published with a date in the future, `published` with one in the past. */
export const listBlogsQuery = z.object({
  ...limitOffsetQuery.shape,
  search: z.string().max(200, 'The search may have at most 200 characters.').optional(),
  status: z.enum([...blogStatuses, 'scheduled']).optional(),
  categoryId: integerField('categoryId', { min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
  sortBy: z.enum(['updated_at', 'published_at', 'title', 'status']).default('updated_at'),
  sortOrder: z.enum(['ASC', 'DESC']).default('DESC'),
});
export type ListBlogsQuery = z.output<typeof listBlogsQuery>;

/** A post in the manager: `has_draft` when something on it is not published, `is_live` when readers see it. */
export const managedBlogSchema = blogSummarySchema.extend({ has_draft: z.boolean(), is_live: z.boolean() });
export type ManagedBlogJson = z.infer<typeof managedBlogSchema>;

export const trashedBlogSchema = blogSummarySchema.extend({ trashed_at: z.string() });
export type TrashedBlogJson = z.infer<typeof trashedBlogSchema>;

/** How many posts each view of the manager holds. */
export const blogCountsResponse = z.object({
  all: z.number().int(),
  published: z.number().int(),
  draft: z.number().int(),
  scheduled: z.number().int(),
  archived: z.number().int(),
  trash: z.number().int(),
});
export type BlogCountsJson = z.infer<typeof blogCountsResponse>;

const bulkIdsField = z
  .array(z.number().int().positive())
  .min(1, 'Please select posts to perform this action.')
  .max(100, 'Select up to 100 posts at a time.');

/** `categorize` adds and removes categories; `schedule` publishes at a time in the future. */
export const bulkBlogsRequest = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ ids: bulkIdsField, action: z.enum(['publish', 'archive', 'delete']) }),
    z.strictObject({
      ids: bulkIdsField,
      action: z.literal('categorize'),
      addCategoryIds: categoryIdsField.default([]),
      removeCategoryIds: categoryIdsField.default([]),
    }),
    z.strictObject({
      ids: bulkIdsField,
      action: z.literal('schedule'),
      published_at: z.iso.datetime({ offset: true, error: 'Enter a valid publish date and time.' }),
    }),
  ],
  'Choose what to do with the posts.',
);
export type BulkBlogsRequest = z.output<typeof bulkBlogsRequest>;

export const bulkBlogsResponse = z.object({
  message: z.string(),
  updated: z.array(z.number().int()),
  skipped: z.array(z.object({ id: z.number().int(), reason: z.string() })),
});
export type BulkBlogsResponse = z.infer<typeof bulkBlogsResponse>;
