import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';
import { users } from './users.ts';

/** Who is signed in where. Only the hash of a token is kept. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** Names the session on the wire; it is no secret and opens nothing. */
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
    /** When it ends if nobody uses it before. */
    expiresAt: timestampMs('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** A mailed code that may be entered, and the link that goes with it. Neither is kept, only their keyed hashes. */
export const signInChallenges = sqliteTable(
  'sign_in_challenges',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    /** The browser that asked, hashed. */
    browserHash: text('browser_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    linkHash: text('link_hash').notNull().unique(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    /** Guesses from the browser that asked, and from anywhere else: two budgets, so that a stranger cannot spend hers. */
    attempts: integer('attempts').notNull().default(0),
    foreignAttempts: integer('foreign_attempts').notNull().default(0),
    /** Used, or made void by a newer one. */
    endedAt: timestampMs('ended_at'),
  },
  (table) => [
    index('sign_in_challenges_email').on(table.email, table.createdAt),
    index('sign_in_challenges_expiry').on(table.expiresAt),
  ],
);

/** Counters of what may happen only so often; they survive a restart. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    /** The rule and a keyed hash of whom it counts for. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** When counting starts anew. */
    resetsAt: timestampMs('resets_at').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resetsAt)],
);
