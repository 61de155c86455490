import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { blogs } from './blogs.ts';
import { isSlug, timestampMs } from './columns.ts';

/** Topics of posts that writers add while they type. A tag has a page as long as a public post has it. */
export const tags = sqliteTable(
  'tags',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('tags_name_unique').on(sql`lower(${table.name})`),
    check('tags_name_length', sql`length(${table.name}) BETWEEN 1 AND 60`),
    check('tags_slug', isSlug(table.slug)),
  ],
);

/** Every slug that a tag ever had, of merged tags too. A slug is never reused, not even after a delete. */
export const tagSlugs = sqliteTable(
  'tag_slugs',
  {
    slug: text('slug').primaryKey(),
    tagId: integer('tag_id').references(() => tags.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [index('tag_slugs_tag').on(table.tagId)],
);

export const blogTags = sqliteTable(
  'blog_tags',
  {
    blogId: integer('blog_id')
      .notNull()
      .references(() => blogs.id, { onDelete: 'cascade' }),
    tagId: integer('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blogId, table.tagId] }),
    index('blog_tags_tag').on(table.tagId, table.blogId),
  ],
);
