import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';

/*
 * Several servers on one database agree here about who does what. All times are of the database's own clock, milliseconds:
 * the clocks of servers differ.
 */

/** Work that one server does at a time. `token` grows with each new holder, so that writes of an earlier one can be refused. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  /** The id of a server. */
  holder: text('holder').notNull(),
  token: integer('token').notNull(),
  expiresAt: timestampMs('expires_at').notNull(),
});

/** Builds of the code that have run here: of those that run at the same time, the one seen first last leads. */
export const builds = sqliteTable('builds', {
  id: text('id').primaryKey(),
  firstSeenAt: timestampMs('first_seen_at').notNull(),
});

/** The servers that run, or ran within a day. */
export const servers = sqliteTable('servers', {
  id: text('id').primaryKey(),
  /** Machine and port. */
  name: text('name').notNull(),
  buildId: text('build_id')
    .notNull()
    .references(() => builds.id),
  startedAt: timestampMs('started_at').notNull(),
  seenAt: timestampMs('seen_at').notNull(),
  /** The release that it serves. */
  release: integer('release').notNull(),
});

/** How often a worker was called by a server that doesn't lead. The leader looks for what has grown. */
export const wakes = sqliteTable('wakes', {
  name: text('name').primaryKey(),
  calls: integer('calls').notNull(),
});
