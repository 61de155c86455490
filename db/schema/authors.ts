import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { blogs } from './blogs.ts';
import { isSlug, timestampMs } from './columns.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';

/** People whose names stand at posts. Two of them may have the same name. */
export const authors = sqliteTable(
  'authors',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    /** Plain text; empty for none. */
    bio: text('bio').notNull(),
    /** Addresses of the web, such as that of a profile elsewhere. */
    links: text('links', { mode: 'json' }).$type<string[]>().notNull(),
    imageId: integer('image_id').references(() => uploads.id, { onDelete: 'set null' }),
    /** The account of this person: its new posts have this author, and posts of this author are its own. */
    userId: integer('user_id')
      .unique()
      .references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    check('authors_name_length', sql`length(${table.name}) BETWEEN 1 AND 100`),
    check('authors_slug', isSlug(table.slug)),
  ],
);

/** Every slug that an author ever had. A slug is never reused, not even after a delete. */
export const authorSlugs = sqliteTable(
  'author_slugs',
  {
    slug: text('slug').primaryKey(),
    authorId: integer('author_id').references(() => authors.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [index('author_slugs_author').on(table.authorId)],
);

/** The authors of a post. Without any, `blogs.author_name` is what was typed; with some it is their names. */
export const blogAuthors = sqliteTable(
  'blog_authors',
  {
    blogId: integer('blog_id')
      .notNull()
      .references(() => blogs.id, { onDelete: 'cascade' }),
    authorId: integer('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blogId, table.authorId] }),
    index('blog_authors_author').on(table.authorId, table.blogId),
  ],
);
