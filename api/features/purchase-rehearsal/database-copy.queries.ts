import { getTableName, sql, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/client.ts';
import { readTogether, write } from '#db/write.ts';

/** Names that FTS5 gives to the tables behind a virtual table; creating the virtual table makes them. */
const SHADOW_SUFFIX = /_(data|idx|content|docsize|config)$/;
/** Rows of one batch. */
const BATCH_SIZE = 100;

/** Creates every table, index and trigger of one database in another, empty one. */
export async function copySchema(from: Database, to: Database): Promise<void> {
  const { rows } = await from.client.execute(
    `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END`,
  );
  const virtual = new Set(rows.flatMap(({ name, sql: text }) => (/^CREATE VIRTUAL/i.test(String(text)) ? [name] : [])));
  const isShadow = (name: string) => SHADOW_SUFFIX.test(name) && virtual.has(name.replace(SHADOW_SUFFIX, ''));
  await write(
    to,
    rows.filter(({ name }) => !isShadow(String(name))).map(({ sql: text }) => String(text)),
  );
}

/** Copies the rows of a table that meet a condition, without its generated columns. */
export async function copyRows(
  from: Database,
  to: Database,
  table: SQLiteTable,
  where: SQL = sql`true`,
): Promise<void> {
  const name = getTableName(table);
  const { rows: columns } = await from.client.execute({
    sql: 'SELECT name FROM pragma_table_info(?)',
    args: [name],
  });
  const names = sql.join(
    columns.map((column) => sql.identifier(String(column.name))),
    sql`, `,
  );
  const rows: Record<string, unknown>[] = await from.orm.all(sql`SELECT ${names} FROM ${table} WHERE ${where}`);
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const inserts = rows.slice(start, start + BATCH_SIZE).map((row) => {
      const values = sql.join(
        columns.map((column) => sql`${row[String(column.name)] as string | number | null}`),
        sql`, `,
      );
      return sql`INSERT INTO ${table} (${names}) VALUES (${values})`;
    });
    await write(to, inserts);
  }
}

/** Tables of money with rows that refer to rows that don’t exist, and how many; empty where all is well. */
export async function listOrphans(
  db: Database,
  tables: readonly string[],
): Promise<{ table: string; parent: string; count: number }[]> {
  const checks = tables.map(
    (table) => sql`SELECT "table", parent, count(*) AS count FROM pragma_foreign_key_check(${table}) GROUP BY parent`,
  );
  const results = await readTogether(db, checks);
  return results
    .flatMap(({ rows }) => rows)
    .map(({ table, parent, count }) => ({ table: String(table), parent: String(parent), count: Number(count) }));
}
