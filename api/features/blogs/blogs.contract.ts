import { z } from 'zod';
import { blogStatuses } from '#db/enums.ts';
import { lineOfText, multilineText } from '../../http/text.ts';
import { isReservedSlug, SLUG_MAX_LENGTH, SLUG_PATTERN } from './slug.ts';

export const TITLE_MAX_LENGTH = 200;
export const DESCRIPTION_MAX_LENGTH = 500;
/** Characters of HTML; about 300 printed pages. */
export const CONTENT_MAX_LENGTH = 1_500_000;

const slug = z
  .string()
  .max(SLUG_MAX_LENGTH, `The address may have at most ${SLUG_MAX_LENGTH} characters.`)
  .regex(SLUG_PATTERN, 'The address may hold small letters, digits and single hyphens between them.')
  .refine((value) => !isReservedSlug(value), 'This address is reserved; choose another.');

/** What creates or changes a post. Without `slug` or `description` they are derived from title and content. */
export const blogInput = z.strictObject({
  title: lineOfText('The title', { min: 1, max: TITLE_MAX_LENGTH }),
  content: multilineText('The content', { max: CONTENT_MAX_LENGTH }),
  categoryIds: z.array(z.number().int().positive()).max(20, 'A post may be in at most 20 categories.').default([]),
  status: z.enum(blogStatuses).default('draft'),
  slug: slug.optional(),
  description: lineOfText('The description', { max: DESCRIPTION_MAX_LENGTH }).optional(),
  published_at: z.iso.datetime({ offset: true, error: 'The date of publication must be a date and time.' }).nullish(),
  author_name: lineOfText('The author', { min: 1, max: 100 }).optional(),
  revision: z.number().int().positive().optional(),
});

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
