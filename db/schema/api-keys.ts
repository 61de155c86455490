import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';
import type { ApiScope } from '#api/domain/api-keys.ts';
import { users } from './users.ts';

/** Keys with which the company's own programs call the API. Of a key only its hash is stored; a revoked one stays, for the audit log. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    /** How the key begins, by which people recognise it. */
    start: text('start').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    scopes: text('scopes', { mode: 'json' }).$type<ApiScope[]>().notNull(),
    /** Who made it, and in whose name it acts; null for a deleted account. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    lastUsedAt: timestampMs('last_used_at'),
    revokedAt: timestampMs('revoked_at'),
  },
  (table) => [index('api_keys_user').on(table.userId)],
);
