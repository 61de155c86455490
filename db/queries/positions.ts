import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** Rows that stand in an order that a person gives them. */
type OrderedTable = SQLiteTable & { id: SQLiteColumn; position: SQLiteColumn };

/** The position of one more row: behind all that the condition holds for. */
export const lastPosition = (table: OrderedTable, members: SQLWrapper = sql`TRUE`): SQL<number> =>
  sql`(SELECT coalesce(max(${table.position}), -1) + 1 FROM ${table} WHERE ${members})`;

/**
 * Puts the rows that the condition holds for into the order of `ids`. It changes nothing unless the list names exactly
 * those rows, each once, at the moment of the write; `orUndo` behind it tells.
 */
export function reorder(table: OrderedTable, ids: readonly number[], members: SQLWrapper = sql`TRUE`): SQL {
  const list = JSON.stringify(ids);
  return sql`
    UPDATE ${table} SET position = (SELECT key FROM json_each(${list}) WHERE value = ${table.id})
    WHERE ${members}
      AND (SELECT count(*) FROM ${table} WHERE ${members}) = ${ids.length}
      AND NOT EXISTS (
        SELECT 1 FROM ${table} WHERE ${members} AND ${table.id} NOT IN (SELECT value FROM json_each(${list})))`;
}
