import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { undoKinds } from '#api/domain/enums.ts';
import { timestampMs } from './columns.ts';

/** Actions of admins that can be undone until `undo_until`. Rows outlive accounts, so they hold ids. */
export const undoActions = sqliteTable(
  'undo_actions',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: undoKinds }).notNull(),
    /** Only this admin can undo it. */
    actorId: integer('actor_id').notNull(),
    createdAt: timestampMs('created_at').notNull(),
    undoUntil: timestampMs('undo_until').notNull(),
    undoneAt: timestampMs('undone_at'),
    /** What the undo restores where the changed rows don't say it; null once it can't be undone any more. */
    snapshot: text('snapshot', { mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (table) => [
    index('undo_actions_open')
      .on(table.undoUntil)
      .where(sql`${table.snapshot} IS NOT NULL`),
  ],
);
