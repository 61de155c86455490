import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import { consentDocuments, taxmatePrograms } from '#api/domain/enums.ts';
import { userRoles } from '#api/domain/permissions.ts';

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Lower-case ASCII: one address is one account. */
    email: text('email').notNull().unique(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    role: text('role', { enum: userRoles }).notNull().default('user'),
    authProvider: text('auth_provider').notNull().default('email'),
    isEmailVerified: integer('is_email_verified', { mode: 'boolean' }).notNull().default(true),
    profilePhoto: text('profile_photo'),
    taxmateProgram: text('taxmate_program', { enum: taxmatePrograms }).notNull().default('Normal'),
    isBlacklisted: integer('is_blacklisted', { mode: 'boolean' }).notNull().default(false),
    blacklistReason: text('blacklist_reason'),
    /** When the blacklist ends by itself; null while blacklisted means for good. */
    blacklistedUntil: timestampMs('blacklisted_until'),
    lastSignInAt: timestampMs('last_sign_in_at'),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    check('users_role', sql`${table.role} IN (${toSqlList(userRoles)})`),
    check('users_taxmate_program', sql`${table.taxmateProgram} IN (${toSqlList(taxmatePrograms)})`),
    check('users_email', sql`${table.email} = lower(${table.email}) AND length(${table.email}) BETWEEN 3 AND 254`),
    check('users_blacklist_has_reason', sql`NOT ${table.isBlacklisted} OR length(${table.blacklistReason}) > 0`),
    index('users_admins')
      .on(table.id)
      .where(sql`${table.role} = 'admin'`),
  ],
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
