import { z } from 'zod';
import { isEmailLike } from '#api/domain/author-name.ts';
import { blogStatuses, reviewStates } from '#api/domain/enums.ts';
import { bulkTargetFields, requireTarget } from '#api/http/bulk-fields.ts';
import { choiceField, idField, OUTDATED_PAGE_MESSAGE, outdatedPageError, tokenField } from '#api/http/fields.ts';
import { limitOffsetQuery, positiveIntegerField } from '#api/http/pagination.ts';
import { createSlugField, draftSlugField } from '#api/http/slug-fields.ts';
import { contentField, multilineField, singleLineField } from '#api/http/text-fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';
import {
  CANONICAL_URL_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  REVIEW_NOTE_MAX_LENGTH,
  POST_AUTHORS_MAX,
  POST_CATEGORIES_MAX,
  POST_TAGS_MAX,
  TITLE_MAX_LENGTH,
} from '#api/domain/field-limits.ts';

export const slugField = createSlugField('post');

const CATEGORIES_MESSAGE = 'Choose categories from the list.';
const categoryIdsField = z
  .array(idField(CATEGORIES_MESSAGE), { error: CATEGORIES_MESSAGE })
  .max(POST_CATEGORIES_MAX, `Choose up to ${POST_CATEGORIES_MAX} categories.`);
const TAGS_MESSAGE = 'Choose tags from the list, or add new ones.';
const tagIdsField = z
  .array(idField(TAGS_MESSAGE), { error: TAGS_MESSAGE })
  .max(POST_TAGS_MAX, `Choose up to ${POST_TAGS_MAX} tags.`);
const AUTHORS_MESSAGE = 'Choose authors from the list.';
const authorIdsField = z
  .array(idField(AUTHORS_MESSAGE), { error: AUTHORS_MESSAGE })
  .max(POST_AUTHORS_MAX, `Choose up to ${POST_AUTHORS_MAX} authors.`);
const statusField = z.enum(blogStatuses, { error: 'Choose Draft, Published or Archived.' });
const publishedAtField = z.iso.datetime({ offset: true, error: 'Enter a valid publish date and time.' });
const coverIdField = idField('Choose a cover image from Media.');
const socialImageIdField = idField('Choose a sharing image from Media.');
const titleLabel = { one: 'a title', the: 'the title' };
const descriptionField = singleLineField(
  { one: 'a description', the: 'the description' },
  { max: DESCRIPTION_MAX_LENGTH },
);
const metaTitleField = singleLineField(
  { one: 'a title for search engines', the: 'the title for search engines' },
  { max: TITLE_MAX_LENGTH },
);
const metaDescriptionField = singleLineField(
  { one: 'a description for search engines', the: 'the description for search engines' },
  { max: DESCRIPTION_MAX_LENGTH },
);
const canonicalUrlField = singleLineField(
  { one: 'a URL', the: 'the canonical URL' },
  { max: CANONICAL_URL_MAX_LENGTH },
);
const isWebAddress = (value: string) => value === '' || ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '');
const authorLabel = { one: 'an author', the: 'the author’s name' };

/** Creates or changes a post. Without `slug` or `description` they are derived from title and content. */
export const blogRequest = z.strictObject({
  title: singleLineField(titleLabel, { min: 1, max: TITLE_MAX_LENGTH }),
  content: contentField,
  categoryIds: categoryIdsField.default([]),
  /** Left out, a post keeps the tags that it has. */
  tagIds: tagIdsField.optional(),
  /** Their names are the author’s name then. Left out, a post keeps the authors that it has. */
  authorIds: authorIdsField.optional(),
  status: statusField.default('draft'),
  slug: slugField.optional(),
  description: descriptionField.optional(),
  published_at: publishedAtField.nullish(),
  author_name: singleLineField(authorLabel, { min: 1, max: 100 })
    .refine((name) => !isEmailLike(name), 'Enter the author’s name, not an email address.')
    .refine((name) => /\p{L}/u.test(name), 'Enter the author’s name, not a number.')
    .optional(),
  coverId: coverIdField.nullish(),
  /** For search engines and shared links. Null or empty: from title, description, address and cover. */
  meta_title: metaTitleField.nullish(),
  meta_description: metaDescriptionField.nullish(),
  canonical_url: canonicalUrlField
    .refine(isWebAddress, 'Enter a full address, such as https://example.com/post.')
    .nullish(),
  socialImageId: socialImageIdField.nullish(),
  revision: idField(OUTDATED_PAGE_MESSAGE).optional(),
});

/**
 * Fields of a post's draft, validated loosely: an empty title or an invalid slug is reported when it is published. `slug`
 * and `description` null are derived then. What drafts of an earlier build don’t name stays as the post has it.
 */
export const blogDraftFieldsSchema = z.strictObject(
  {
    title: singleLineField(titleLabel, { max: TITLE_MAX_LENGTH }),
    slug: draftSlugField,
    description: descriptionField.nullable(),
    category_ids: categoryIdsField,
    tag_ids: tagIdsField.exactOptional(),
    author_ids: authorIdsField.exactOptional(),
    status: statusField,
    published_at: publishedAtField.nullable(),
    author_name: singleLineField(authorLabel, { max: 100 }),
    cover_id: coverIdField.nullable(),
    meta_title: metaTitleField.nullable().exactOptional(),
    meta_description: metaDescriptionField.nullable().exactOptional(),
    canonical_url: canonicalUrlField.nullable().exactOptional(),
    social_image_id: socialImageIdField.nullable().exactOptional(),
  },
  { error: outdatedPageError },
);
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

const blogAuthorSchema = z.object({ id: z.number().int(), name: z.string(), slug: z.string() });
const blogTagSchema = z.object({ id: z.number().int(), name: z.string(), slug: z.string() });

const blogCoverSchema = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
});

/** A post in a list; its categories say how many published posts they hold. */
export const blogSummarySchema = z.object({
  id: z.number().int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(blogStatuses),
  published_at: z.string().nullable(),
  author_name: z.string(),
  categories: z.array(blogCategorySchema.extend({ blog_count: z.number().int() })),
  cover_id: z.number().int().nullable(),
  /** Null: a cover is drawn. */
  cover: blogCoverSchema.nullable(),
  revision: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const blogResponse = blogSummarySchema.extend({
  categories: z.array(blogCategorySchema),
  tags: z.array(blogTagSchema),
  authors: z.array(blogAuthorSchema),
  meta_title: z.string().nullable(),
  meta_description: z.string().nullable(),
  canonical_url: z.string().nullable(),
  social_image_id: z.number().int().nullable(),
  content: z.string(),
});
export const publishedBlogsResponse = z.array(blogSummarySchema);
export const categoryBlogsResponse = z.object({ categoryName: z.string(), blogs: publishedBlogsResponse });

export type BlogSummaryJson = z.infer<typeof blogSummarySchema>;
export type BlogJson = z.infer<typeof blogResponse>;

/** What is between the author of a draft and an editor: who submitted it, or asks for changes, when and with what words. */
export const blogReviewSchema = z.object({
  state: z.enum(reviewStates),
  note: z.string(),
  at: z.string(),
  submitted_by: userRefSchema,
  reviewed_by: userRefSchema,
});
export type BlogReviewJson = z.infer<typeof blogReviewSchema>;
export const blogReviewResponse = z.object({ review: blogReviewSchema.nullable() });

const noteLabel = { one: 'a note', the: 'the note', missing: 'Say what should change.' };
export const submitBlogRequest = z.strictObject({
  /** Of the draft as it was read last. */
  version: idField(OUTDATED_PAGE_MESSAGE),
  note: multilineField({ one: 'a note', the: 'the note' }, { max: REVIEW_NOTE_MAX_LENGTH }).default(''),
});
export const returnBlogRequest = z.strictObject({
  note: multilineField(noteLabel, { min: 1, max: REVIEW_NOTE_MAX_LENGTH }),
});

/**
 * Which posts the manager lists. `scheduled` is published with a date in the future, `published` with one in the past; `in_review`
 * has a draft that was submitted.
 */
const blogFilterFields = {
  search: z
    .string({ error: 'Enter a word to search for.' })
    .max(200, 'Keep the search to 200 characters or fewer.')
    .optional(),
  status: choiceField('status', [...blogStatuses, 'scheduled', 'in_review']).optional(),
  author: tokenField('Choose an author from the list.', { min: 1, max: 100 }).optional(),
};

export const listBlogsQuery = z.object({
  ...limitOffsetQuery.shape,
  ...blogFilterFields,
  categoryId: positiveIntegerField('categoryId').optional(),
  tagId: positiveIntegerField('tagId').optional(),
  sortBy: choiceField('sortBy', ['updated_at', 'published_at', 'title', 'status']).default('updated_at'),
  sortOrder: choiceField('sortOrder', ['ASC', 'DESC']).default('DESC'),
});
export type ListBlogsQuery = z.output<typeof listBlogsQuery>;

/**
 * A post in the manager: `has_draft` when something on it is not published, `is_live` when readers see it. `match` is the place in its
 * text, or in its draft, where a search found it; null where the title shows it, and without a search.
 */
export const managedBlogSchema = blogSummarySchema.extend({
  has_draft: z.boolean(),
  is_live: z.boolean(),
  /** Of its draft; null where it waits for nobody. */
  review: z.enum(reviewStates).nullable(),
  match: z.strictObject({ text: z.string(), is_draft: z.boolean() }).nullable(),
});
export type ManagedBlogJson = z.infer<typeof managedBlogSchema>;

export const trashedBlogSchema = blogSummarySchema.extend({ trashed_at: z.string() });
export type TrashedBlogJson = z.infer<typeof trashedBlogSchema>;

/** An address that is being typed; `blogId` is the post that it is for, which may have its own addresses back. */
export const slugAvailabilityQuery = z.object({
  slug: z
    .string({ error: 'Enter an address.' })
    .min(1, 'Enter an address.')
    .max(200, 'Keep the address to 200 characters or fewer.'),
  blogId: positiveIntegerField('blogId').optional(),
});
export type SlugAvailabilityQuery = z.output<typeof slugAvailabilityQuery>;

/** `message` is the reason; `suggestion` is the next free similar address. */
export const slugAvailabilityResponse = z.object({
  is_available: z.boolean(),
  message: z.string().nullable(),
  suggestion: z.string().nullable(),
});
export type SlugAvailabilityJson = z.infer<typeof slugAvailabilityResponse>;

/** The authors of all posts that are not in the trash, by name. */
export const blogAuthorsResponse = z.array(z.string());

/** The number of posts in each view of the manager. */
/** Which posts are counted or named: those that the manager lists for the same filter. */
export const blogFilterQuery = z.object({
  ...blogFilterFields,
  categoryId: positiveIntegerField('categoryId').optional(),
  tagId: positiveIntegerField('tagId').optional(),
});
export const blogCountsQuery = blogFilterQuery.omit({ status: true });
export type BlogCountsQuery = z.output<typeof blogCountsQuery>;

/** The first titles of a filter, in the order of their ids; `total` counts all of its posts. */
export const blogTitlesResponse = z.object({ titles: z.array(z.string()), total: z.number().int() });
export type BlogTitlesJson = z.infer<typeof blogTitlesResponse>;

export const blogCountsResponse = z.object({
  all: z.number().int(),
  published: z.number().int(),
  draft: z.number().int(),
  scheduled: z.number().int(),
  in_review: z.number().int(),
  archived: z.number().int(),
  trash: z.number().int(),
});
export type BlogCountsJson = z.infer<typeof blogCountsResponse>;

const SELECT_MESSAGE = 'Select at least one post.';
const bulkFilterSchema = z.strictObject(
  { ...blogFilterFields, categoryId: idField(CATEGORIES_MESSAGE).optional(), tagId: idField(TAGS_MESSAGE).optional() },
  { error: outdatedPageError },
);
export type BulkFilter = z.output<typeof bulkFilterSchema>;

const targetFields = bulkTargetFields(bulkFilterSchema, {
  max: 100,
  isIds: '‘ids’ must be a list of post ids.',
  select: SELECT_MESSAGE,
  tooMany: 'Select up to 100 posts at a time.',
});

/** `categorize` adds and removes categories; `schedule` publishes at a time in the future. */
export const bulkBlogsRequest = requireTarget(
  z.discriminatedUnion(
    'action',
    [
      z.strictObject({ ...targetFields, action: z.enum(['publish', 'archive', 'delete']) }),
      z.strictObject({
        ...targetFields,
        action: z.literal('categorize'),
        addCategoryIds: categoryIdsField.default([]),
        removeCategoryIds: categoryIdsField.default([]),
      }),
      z.strictObject({
        ...targetFields,
        action: z.literal('schedule'),
        published_at: z.iso.datetime({ offset: true, error: 'Enter a valid publish date and time.' }),
      }),
    ],
    { error: 'Choose what to do with the posts.' },
  ),
  SELECT_MESSAGE,
);
export type BulkBlogsRequest = z.output<typeof bulkBlogsRequest>;
