import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { RedirectStatus } from '#api/domain/redirects.ts';
import { timestampMs } from './columns.ts';
import { users } from './users.ts';

/** Redirects that admins made. Those of renamed posts and categories follow from `blog_slugs` and `category_slugs`. */
export const redirects = sqliteTable(
  'redirects',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** A path as browsers send it, without a slash at its end. */
    from: text('from_path').notNull(),
    /** A path with its query, or an address that begins with https://. */
    to: text('to_address').notNull(),
    status: integer('status').$type<RedirectStatus>().notNull(),
    /** Null when the account is deleted. */
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('redirects_from').on(table.from),
    index('redirects_to').on(table.to),
    index('redirects_created').on(table.createdAt),
    check('redirects_status', sql`${table.status} IN (301, 302)`),
    check('redirects_from_path', sql`${table.from} LIKE '/_%'`),
  ],
);

/** Addresses of the site that were asked for and not found, of the last 30 days. */
export const missingPaths = sqliteTable(
  'missing_paths',
  {
    path: text('path').primaryKey(),
    /** Since `first_asked_at`. */
    count: integer('count').notNull(),
    firstAskedAt: timestampMs('first_asked_at').notNull(),
    lastAskedAt: timestampMs('last_asked_at').notNull(),
    /** Robots and browsers ask for it on every site. */
    isProbe: integer('is_probe', { mode: 'boolean' }).notNull(),
    /** An admin doesn't want to see it. */
    ignoredAt: timestampMs('ignored_at'),
  },
  (table) => [index('missing_paths_last').on(table.lastAskedAt)],
);
