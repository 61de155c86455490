import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** Tables whose rows users put in order. */
type OrderedTable = SQLiteTable & { id: SQLiteColumn; position: SQLiteColumn };

/** An order of the rows that the condition holds for; without one, of all. */
export type Order = { table: OrderedTable; ids: readonly number[]; scope?: SQLWrapper };

/** The position of one more row: behind all that the condition holds for. */
export const nextPosition = (table: OrderedTable, scope: SQLWrapper = sql`TRUE`): SQL<number> =>
  sql`(SELECT coalesce(max(${table.position}), -1) + 1 FROM ${table} WHERE ${scope})`;

/**
 * Puts the rows that the condition holds for into the order of `ids`. It changes nothing unless the list names exactly
 * those rows, each once, at the moment of the write; `rollbackIfNoRows` behind it tells.
 */
export function setPositionsStatement({ table, ids, scope = sql`TRUE` }: Order): SQL {
  const list = JSON.stringify(ids);
  return sql`
    UPDATE ${table} SET position = (SELECT key FROM json_each(${list}) WHERE value = ${table.id})
    WHERE ${scope}
      AND (SELECT count(*) FROM ${table} WHERE ${scope}) = ${ids.length}
      AND NOT EXISTS (
        SELECT 1 FROM ${table} WHERE ${scope} AND ${table.id} NOT IN (SELECT value FROM json_each(${list})))`;
}

/** The ids in the order that they have at this place of a batch, as a JSON list. */
export const selectOrder = ({ table, scope = sql`TRUE` }: Order): SQL =>
  sql`(SELECT json_group_array(id) FROM (SELECT id FROM ${table} WHERE ${scope} ORDER BY ${table.position}, ${table.id}))`;
