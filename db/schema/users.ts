import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, type SQLiteColumn, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import {
  blacklistedSubscriptionActs,
  blacklistScopes,
  consentDocuments,
  programLevelNames,
} from '#api/domain/enums.ts';
import { userRoles } from '#api/domain/permissions.ts';

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Lower-case ASCII: one address is one account. */
    email: text('email').notNull().unique(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** Without a CHECK, which SQLite could change only in a new table: a new role needs no migration. */
    role: text('role', { enum: userRoles }).notNull().default('user'),
    authProvider: text('auth_provider').notNull().default('email'),
    isEmailVerified: integer('is_email_verified', { mode: 'boolean' }).notNull().default(true),
    profilePhoto: text('profile_photo'),
    taxmateProgram: text('taxmate_program', { enum: programLevelNames }).notNull().default('Normal'),
    isBlacklisted: integer('is_blacklisted', { mode: 'boolean' }).notNull().default(false),
    blacklistReason: text('blacklist_reason'),
    /** When the blacklist ends by itself; null while blacklisted means for good. */
    blacklistedUntil: timestampMs('blacklisted_until'),
    lastSignInAt: timestampMs('last_sign_in_at'),
    /** When an admin's deletion is carried out; until then it can be undone, and the user can't sign in. Null for all others. */
    deleteAfter: timestampMs('delete_after'),
    /** Why the deletion could not be carried out yet, in words for admins. */
    deletionError: text('deletion_error'),
    /** How often it failed, and the admin in whose name it runs. */
    deletionAttempts: integer('deletion_attempts').notNull().default(0),
    deletionActorId: integer('deletion_actor_id'),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    check('users_taxmate_program', sql`${table.taxmateProgram} IN (${toSqlList(programLevelNames)})`),
    check('users_email', sql`${table.email} = lower(${table.email}) AND length(${table.email}) BETWEEN 3 AND 254`),
    check('users_blacklist_has_reason', sql`NOT ${table.isBlacklisted} OR length(${table.blacklistReason}) > 0`),
    // The columns of the filters make them covering: a page far down is found without reading the rows before it.
    index('users_by_role').on(table.role, table.id, ...listFilterColumns(table)),
    index('users_by_email').on(table.email, table.role, ...listFilterColumns(table)),
    index('users_by_sign_in').on(table.lastSignInAt, table.id, table.role, ...listFilterColumns(table)),
    index('users_by_creation').on(table.createdAt, table.id, table.role, ...listFilterColumns(table)),
    index('users_blacklisted')
      .on(table.id, table.role, ...listFilterColumns(table))
      .where(sql`${table.isBlacklisted}`),
    index('users_deletion')
      .on(table.deleteAfter)
      .where(sql`${table.deleteAfter} IS NOT NULL`),
  ],
);

type FilterColumn = 'isBlacklisted' | 'blacklistedUntil' | 'deleteAfter' | 'deletionAttempts';

function listFilterColumns(table: Record<FilterColumn, SQLiteColumn>) {
  return [table.isBlacklisted, table.blacklistedUntil, table.deleteAfter, table.deletionAttempts] as const;
}

/**
 * Every blacklisting of a user, the present one and earlier ones: the audit log holds no texts about people, and these rows
 * go with the user.
 */
export const blacklistings = sqliteTable(
  'blacklistings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
    /** Null means for good. */
    until: timestampMs('until'),
    /** The admin; not a reference, because the row outlives that account. */
    actorId: integer('actor_id').notNull(),
    createdAt: timestampMs('created_at').notNull(),
    /** When an admin removed or replaced it; null for one that still holds, or ended by itself. */
    endedAt: timestampMs('ended_at'),
    endedBy: integer('ended_by'),
    /** The undoable actions that made it and that replaced it by another. */
    undoId: text('undo_id'),
    replacedUndoId: text('replaced_undo_id'),
    /** When the user’s subscriptions are cancelled while it holds; null where they go on, and once it is done. */
    cancelAfter: timestampMs('cancel_after'),
    /** How they are cancelled. */
    cancelAct: text('cancel_act', { enum: blacklistedSubscriptionActs }).notNull().default('now'),
    /** Why they could not be cancelled yet, and how often that was tried. */
    cancelError: text('cancel_error'),
    cancelAttempts: integer('cancel_attempts').notNull().default(0),
  },
  (table) => [
    index('blacklistings_user').on(table.userId, table.createdAt),
    index('blacklistings_cancel')
      .on(table.cancelAfter)
      .where(sql`${table.cancelAfter} IS NOT NULL`),
  ],
);

/**
 * Addresses that can't sign up: written for a blacklisted account when it is deleted or gets another address, or for every form
 * of its address or its domain where an admin chose so. Keyed hashes; the rows outlive the account.
 */
export const blacklistedAddresses = sqliteTable(
  'blacklisted_addresses',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    scope: text('scope', { enum: blacklistScopes }).notNull(),
    /** Of what the scope names, and of the base address, by which other forms of it are recognised. */
    hash: text('hash').notNull(),
    baseHash: text('base_hash').notNull(),
    /** The account; not a reference, because the row outlives it. */
    userId: integer('user_id').notNull(),
    reason: text('reason').notNull(),
    /** Null means for good. */
    until: timestampMs('until'),
    createdAt: timestampMs('created_at').notNull(),
    /** When an admin removed it. */
    endedAt: timestampMs('ended_at'),
    /** The undoable action that made it. */
    undoId: text('undo_id'),
  },
  (table) => [
    index('blacklisted_addresses_hash').on(table.hash),
    index('blacklisted_addresses_base').on(table.baseHash),
    index('blacklisted_addresses_user').on(table.userId),
    check('blacklisted_addresses_scope', sql`${table.scope} IN (${toSqlList(blacklistScopes)})`),
  ],
);

/** Short notes of staff about a user, plain text. They go with the user; a note outlives the account of its author. */
export const userNotes = sqliteTable(
  'user_notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who wrote it; not a reference. */
    authorId: integer('author_id').notNull(),
    body: text('body').notNull(),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [index('user_notes_user').on(table.userId, table.id)],
);

/** How often a user signed in and out, for each product. */
export const signInTotals = sqliteTable(
  'sign_in_totals',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The name of the product, of this site, or the host of another site that sessions are handed to. */
    productName: text('product_name').notNull(),
    signIns: integer('sign_ins').notNull().default(0),
    signOuts: integer('sign_outs').notNull().default(0),
    firstSignInAt: timestampMs('first_sign_in_at').notNull(),
    lastSignInAt: timestampMs('last_sign_in_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productName] })],
);

/** The versions of the terms and the privacy policy that a user accepted, and when. */
export const consents = sqliteTable(
  'consents',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    document: text('document', { enum: consentDocuments }).notNull(),
    version: text('version').notNull(),
    acceptedAt: timestampMs('accepted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.document, table.version] }),
    check('consents_document', sql`${table.document} IN (${toSqlList(consentDocuments)})`),
  ],
);
