import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';
import { users } from './users.ts';

/** Signed-in sessions. Only the hash of a token is stored. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** Public id of the session, for lists; not a credential. */
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The origin that the session was handed to; null for a browser of this site. */
    audience: text('audience'),
    userAgent: text('user_agent').notNull(),
    ip: text('ip').notNull(),
    createdAt: timestampMs('created_at').notNull(),
    lastUsedAt: timestampMs('last_used_at').notNull(),
    /** Expiry; moved on by use. */
    expiresAt: timestampMs('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** Pending sign-ins. Of the emailed code and the link only keyed hashes are stored. */
export const signInChallenges = sqliteTable(
  'sign_in_challenges',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    /** Hash of the cookie of the browser that started the sign-in. */
    browserHash: text('browser_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    linkHash: text('link_hash').notNull().unique(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    /** Attempts by the browser that started it, and by all others: two budgets, so that a stranger cannot use up the first. */
    attempts: integer('attempts').notNull().default(0),
    foreignAttempts: integer('foreign_attempts').notNull().default(0),
    /** When it was used, or replaced by a newer challenge. */
    endedAt: timestampMs('ended_at'),
  },
  (table) => [
    index('sign_in_challenges_email').on(table.email, table.createdAt),
    index('sign_in_challenges_expiry').on(table.expiresAt),
  ],
);

/** Fixed-window counters of the rate limits; they survive a restart. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    /** The name of the rule and a keyed hash of its subject. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** End of the window. */
    resetsAt: timestampMs('resets_at').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetsAt)],
);
