import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

// Rows of a table as JSON, which an undo stores and inserts again, without a round trip.

const listColumns = (table: SQLiteTable) =>
  (Object.values(getTableColumns(table)) as SQLiteColumn[]).filter(({ generated }) => generated === undefined);
const joinSql = (parts: SQL[]) => sql.join(parts, sql`, `);

/** The JSON object of a row, by the names of its columns. */
export const toRowJson = (table: SQLiteTable) =>
  sql`json_object(${joinSql(listColumns(table).map((column) => sql`${sql.raw(`'${column.name}'`)}, ${column}`))})`;

/** The JSON array of the rows that match. */
export const selectRowsJson = (table: SQLiteTable, where: SQL | undefined) =>
  sql`(SELECT json_group_array(${toRowJson(table)}) FROM ${table} WHERE ${where})`;

/** Inserts the rows that `source` yields as JSON. A row in the place of which there is another one is left out. */
export function insertJsonRowsStatement(table: SQLiteTable, source: SQL, json: SQL): SQL {
  const names = joinSql(listColumns(table).map(({ name }) => sql.identifier(name) as unknown as SQL));
  const values = joinSql(listColumns(table).map(({ name }) => sql`json_extract(${json}, ${`$.${name}`})`));
  return sql`INSERT OR IGNORE INTO ${table} (${names}) SELECT ${values} ${source}`;
}

/** Inserts rows that a snapshot holds. */
export const insertRowsStatement = (table: SQLiteTable, rows: readonly unknown[]): SQL =>
  insertJsonRowsStatement(table, sql`FROM json_each(${JSON.stringify(rows)}) AS item`, sql`item.value`);
