import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isSlug, timestampMs, toSqlList } from './columns.ts';
import { blogStatuses } from '#api/domain/enums.ts';
import { categories } from './categories.ts';
import { uploads } from './uploads.ts';

export const blogs = sqliteTable(
  'blogs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** False while the description is derived from the content and follows it. */
    isDescriptionCustom: integer('is_description_custom', { mode: 'boolean' }).notNull(),
    /** Sanitised HTML. */
    content: text('content').notNull(),
    /** The content without markup: for search, excerpts and the reading time. */
    contentText: text('content_text').notNull(),
    wordCount: integer('word_count').notNull(),
    status: text('status', { enum: blogStatuses }).notNull(),
    publishedAt: timestampMs('published_at'),
    authorName: text('author_name').notNull(),
    /** The cover image; without one a cover is generated. */
    coverId: integer('cover_id').references(() => uploads.id, { onDelete: 'set null' }),
    /** For search engines and shared links; null is the title, the description, its own address and the cover. */
    metaTitle: text('meta_title'),
    metaDescription: text('meta_description'),
    canonicalUrl: text('canonical_url'),
    socialImageId: integer('social_image_id').references(() => uploads.id, { onDelete: 'set null' }),
    /** Since when its URL may be known outside; a slug that changes before leaves no redirect. */
    firstPublishedAt: timestampMs('first_published_at'),
    /** When it was moved to the trash; such a post is a draft. */
    trashedAt: timestampMs('trashed_at'),
    /** Counts every change; an edit states the revision that it started from. */
    revision: integer('revision').notNull().default(1),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    check('blogs_status', sql`${table.status} IN (${toSqlList(blogStatuses)})`),
    check('blogs_slug', isSlug(table.slug)),
    check('blogs_published_has_date', sql`${table.status} <> 'published' OR ${table.publishedAt} IS NOT NULL`),
    // Covers the filters and sort orders of the manager, so that its list query does not read the long contents.
    index('blogs_manager').on(
      table.trashedAt,
      table.status,
      table.updatedAt,
      table.publishedAt,
      table.title,
      table.authorName,
      table.id,
    ),
    // Covers what a start reads of every public post: the columns after the contents are reached only through all their pages.
    index('blogs_public')
      .on(
        table.publishedAt,
        table.id,
        table.slug,
        table.title,
        table.revision,
        table.updatedAt,
        table.coverId,
        table.socialImageId,
        table.canonicalUrl,
      )
      .where(sql`${table.status} = 'published'`),
    // Those alone that have cards, whose texts the publisher reads.
    index('blogs_with_cards')
      .on(table.id)
      .where(sql`instr(${table.content}, 'data-block="bookmark"') > 0`),
  ],
);

/** Every slug that a post ever had. A slug is never reused, not even after a delete. */
export const blogSlugs = sqliteTable(
  'blog_slugs',
  {
    slug: text('slug').primaryKey(),
    blogId: integer('blog_id').references(() => blogs.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [index('blog_slugs_blog').on(table.blogId)],
);

export const blogCategories = sqliteTable(
  'blog_categories',
  {
    blogId: integer('blog_id')
      .notNull()
      .references(() => blogs.id, { onDelete: 'cascade' }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    /** 0 is the main category, whose name is the badge. */
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blogId, table.categoryId] }),
    index('blog_categories_category').on(table.categoryId, table.blogId),
  ],
);
