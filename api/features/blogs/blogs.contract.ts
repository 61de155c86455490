import { z } from 'zod';
import { blogStatuses } from '#api/domain/enums.ts';
import { limitAndOffset, wholeNumber } from '#api/http/pagination.ts';
import { lineOfText, multilineText } from '#api/http/text-fields.ts';
import { isReservedSlug, SLUG_MAX_LENGTH, SLUG_PATTERN } from '#api/domain/slug.ts';

export const TITLE_MAX_LENGTH = 200;
export const DESCRIPTION_MAX_LENGTH = 500;
/** Characters of sanitised HTML; about 300 printed pages. */
export const CONTENT_MAX_LENGTH = 1_500_000;
/** Characters of HTML before it is sanitised, which may take something away: as many as a body can hold. */
export const CONTENT_INPUT_MAX_LENGTH = 2 * 1024 * 1024;
/** Opening and closing tags together; a book of 300 pages has some 20,000. */
export const CONTENT_MAX_TAGS = 60_000;
/** Each is an entry of the table of contents. */
export const CONTENT_MAX_HEADINGS = 1_000;

const slug = z
  .string()
  .max(SLUG_MAX_LENGTH, `The address may have at most ${SLUG_MAX_LENGTH} characters.`)
  .regex(SLUG_PATTERN, 'The address may hold small letters, digits and single hyphens between them.')
  .refine((value) => !isReservedSlug(value), 'This address is reserved; choose another.');

/** What creates or changes a post. Without `slug` or `description` they are derived from title and content. */
export const blogInput = z.strictObject({
  title: lineOfText('The title', { min: 1, max: TITLE_MAX_LENGTH }),
  content: multilineText('The content', { max: CONTENT_INPUT_MAX_LENGTH }),
  categoryIds: z.array(z.number().int().positive()).max(20, 'A post may be in at most 20 categories.').default([]),
  status: z.enum(blogStatuses).default('draft'),
  slug: slug.optional(),
  description: lineOfText('The description', { max: DESCRIPTION_MAX_LENGTH }).optional(),
  published_at: z.iso.datetime({ offset: true, error: 'The date of publication must be a date and time.' }).nullish(),
  author_name: lineOfText('The author', { min: 1, max: 100 }).optional(),
  coverId: z.number().int().positive().nullish(),
  revision: z.number().int().positive().optional(),
});

/** What a post becomes, parsed. */
export type BlogChange = Omit<z.output<typeof blogInput>, 'revision'>;

export type BlogInput = z.input<typeof blogInput>;

const categoryOfBlog = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
});

const coverOfBlog = z.object({ url: z.string(), width: z.number().int(), height: z.number().int(), alt: z.string() });

export const blogSummary = z.object({
  id: z.number().int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(blogStatuses),
  published_at: z.string().nullable(),
  author_name: z.string(),
  categories: z.array(categoryOfBlog),
  cover_id: z.number().int().nullable(),
  /** Null: a cover is drawn. */
  cover: coverOfBlog.nullable(),
  revision: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const blog = blogSummary.extend({ content: z.string() });
export const publishedBlogs = z.array(blogSummary);
export const blogsOfCategory = z.object({ categoryName: z.string(), blogs: publishedBlogs });

export type BlogSummaryJson = z.infer<typeof blogSummary>;
export type BlogJson = z.infer<typeof blog>;

/** What the manager asks for. `scheduled` is published with a date to come, `published` is out already. */
export const blogListQuery = z.object({
  ...limitAndOffset.shape,
  search: z.string().max(200, 'The search may have at most 200 characters.').optional(),
  status: z.enum([...blogStatuses, 'scheduled']).optional(),
  categoryId: wholeNumber('categoryId', { min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
  sortBy: z.enum(['updated_at', 'published_at', 'title', 'status']).default('updated_at'),
  sortOrder: z.enum(['ASC', 'DESC']).default('DESC'),
});
export type BlogListQuery = z.output<typeof blogListQuery>;

/** A post in the manager: `has_draft` when something on it is not published, `is_live` when readers see it. */
export const managedBlog = blogSummary.extend({ has_draft: z.boolean(), is_live: z.boolean() });
export type ManagedBlogJson = z.infer<typeof managedBlog>;

export const trashedBlog = blogSummary.extend({ trashed_at: z.string() });
export type TrashedBlogJson = z.infer<typeof trashedBlog>;

export const bulkInput = z.strictObject({
  ids: z.array(z.number().int().positive()).min(1, 'Please select posts to perform this action.').max(100),
  action: z.enum(['publish', 'archive', 'delete']),
});
export type BulkInput = z.output<typeof bulkInput>;

export const bulkAnswer = z.object({
  message: z.string(),
  updated: z.array(z.number().int()),
  skipped: z.array(z.object({ id: z.number().int(), reason: z.string() })),
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;

export const checkInput = z.strictObject({
  title: z.string().max(1_000),
  description: z.string().max(2_000).nullable(),
  content: multilineText('The content', { max: CONTENT_INPUT_MAX_LENGTH }),
});
export type CheckInput = z.output<typeof checkInput>;

/** What to look at again before publishing. `index` counts such elements of the content in their order, from 0. */
export const checkWarning = z.object({
  kind: z.enum(['alt', 'headings', 'link', 'description', 'picture']),
  message: z.string(),
  target: z.object({ tag: z.enum(['img', 'a', 'heading']), index: z.number().int() }).nullable(),
});
export type CheckWarning = z.infer<typeof checkWarning>;
export const checkAnswer = z.object({ warnings: z.array(checkWarning) });
