import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import { releaseKinds } from '#api/domain/enums.ts';
import { users } from './users.ts';

export const releases = sqliteTable(
  'releases',
  {
    id: integer('id').primaryKey(),
    kind: text('kind', { enum: releaseKinds }).notNull(),
    note: text('note').notNull(),
    /** The user who caused it; null when several did, or none. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The build of the site's code that rendered it. */
    buildId: text('build_id').notNull(),
    pagesChanged: integer('pages_changed').notNull(),
    pagesTotal: integer('pages_total').notNull(),
    /** Bytes of the objects that this release brought, before compression. */
    bytes: integer('bytes').notNull(),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [check('releases_kind', sql`${table.kind} IN (${toSqlList(releaseKinds)})`)],
);

/** Content security policies of pages: a few long texts that thousands of entries share. */
export const contentPolicies = sqliteTable('content_policies', {
  id: integer('id').primaryKey(),
  policy: text('policy').notNull().unique(),
});

/**
 * The response of a path from one release on, up to (not including) another. A row is a response with a body
 * (`hash`) or a redirect (`location`).
 */
export const releaseEntries = sqliteTable(
  'release_entries',
  {
    path: text('path').notNull(),
    fromRelease: integer('from_release')
      .notNull()
      .references(() => releases.id),
    toRelease: integer('to_release').references(() => releases.id),
    status: integer('status').notNull(),
    hash: text('hash'),
    location: text('location'),
    contentType: text('content_type').notNull(),
    policyId: integer('policy_id').references(() => contentPolicies.id),
    /** Hash of everything that the page was rendered from; another hash means that it must be rendered again. */
    inputHash: text('input_hash').notNull(),
    /** Ids of the posts that the page shows, and of works of the shelf as negative numbers. */
    postIds: text('post_ids', { mode: 'json' }).$type<number[]>().notNull(),
    /** When the page expires although no content changes. */
    validUntil: timestampMs('valid_until'),
  },
  (table) => [
    primaryKey({ columns: [table.path, table.fromRelease] }),
    uniqueIndex('release_entries_current')
      .on(table.path)
      .where(sql`${table.toRelease} IS NULL`),
    index('release_entries_to').on(table.toRelease),
    // What a server that follows has to read.
    index('release_entries_from').on(table.fromRelease),
    check('release_entries_hash_or_location', sql`(${table.hash} IS NULL) <> (${table.location} IS NULL)`),
  ],
);

/** One row: the release that the site serves. */
export const siteState = sqliteTable(
  'site_state',
  {
    id: integer('id').primaryKey(),
    currentRelease: integer('current_release').references(() => releases.id),
    /** A restored release that publishes may not replace: jobs stay queued until publishing resumes. */
    pinnedRelease: integer('pinned_release').references(() => releases.id),
  },
  (table) => [check('site_state_one_row', sql`${table.id} = 1`)],
);
