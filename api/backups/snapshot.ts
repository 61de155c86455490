import { copyDatabase } from '#api/adapters/database-backups.ts';
import type { Database } from '#db/client.ts';

/** Rows of each table that are compared word by word. */
const SAMPLE_ROWS = 3;

/** What a copy must hold: counts lie between those before and after it was made, and each row of the sample is in it. */
export type Expectation = {
  counts: Record<string, { min: number; max: number }>;
  sample: { table: string; rowid: number; text: string }[];
};

type Reading = { counts: Map<string, number>; rows: Map<string, { table: string; rowid: number; text: string }> };

/** Copies the database, and reads before and after it what the copy must hold: writes go on meanwhile. */
export async function takeSnapshot(db: Database, file: string): Promise<Expectation> {
  const tables = await listTables(db);
  const before = await readTables(db, tables, null);
  await copyDatabase(db, file);
  const after = await readTables(db, tables, before);
  return {
    counts: Object.fromEntries(
      tables.map((table) => {
        const counts = [before.counts.get(table) ?? 0, after.counts.get(table) ?? 0];
        return [table, { min: Math.min(...counts), max: Math.max(...counts) }];
      }),
    ),
    // A row that changed meanwhile proves nothing.
    sample: [...before.rows].filter(([key, { text }]) => after.rows.get(key)?.text === text).map(([, row]) => row),
  };
}

/** Ordinary tables; the ones that a search index keeps for itself are copied and checked with the file. */
export async function listTables(db: Database): Promise<string[]> {
  const { rows } = await db.client.execute(TABLES_SQL);
  return rows.map((row) => String(row.name));
}

/** Shared with the check of a copy, which runs in a thread without this client. */
export const TABLES_SQL = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND wr = 0 ORDER BY name`;

export const toRowSql = (table: string, columns: readonly string[]): string =>
  `SELECT rowid AS rowid, concat_ws(',', ${columns.map((column) => `quote("${column}")`).join(', ')}) AS text
   FROM "${table}" WHERE rowid = ?`;

async function readTables(db: Database, tables: readonly string[], previous: Reading | null): Promise<Reading> {
  const reading: Reading = { counts: new Map(), rows: new Map() };
  for (const table of tables) {
    const [summary] = (await db.client.execute(`SELECT count(*) AS count, max(rowid) AS last FROM "${table}"`)).rows;
    reading.counts.set(table, Number(summary?.count));
    const { rows: columns } = await db.client.execute(`SELECT name FROM pragma_table_info('${table}')`);
    const sql = toRowSql(
      table,
      columns.map((column) => String(column.name)),
    );
    for (const rowid of previous ? listSampled(previous, table) : chooseRows(Number(summary?.last ?? 0))) {
      const [row] = (await db.client.execute({ sql, args: [rowid] })).rows;
      if (row) reading.rows.set(`${table} ${rowid}`, { table, rowid, text: String(row.text) });
    }
  }
  return reading;
}

const listSampled = (reading: Reading, table: string): number[] =>
  [...reading.rows.values()].filter((row) => row.table === table).map(({ rowid }) => rowid);

/** The newest row and some at random. */
function chooseRows(last: number): number[] {
  if (last === 0) return [];
  const random = Array.from({ length: SAMPLE_ROWS - 1 }, () => 1 + Math.floor(Math.random() * last));
  return [...new Set([last, ...random])];
}
