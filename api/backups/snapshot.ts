import type { InStatement, Row } from '@libsql/client';
import type { Database } from '#db/client.ts';

/** Rows of each table that are compared word by word. */
const SAMPLE_ROWS = 3;

/** A row and its values as text; `where` finds it in a copy, which may number rows without a key of their own anew. */
type SampleRow = { table: string; rowid: number; where: string; text: string };

/** What a copy must hold: counts lie between those before and after it was made, and each row of the sample is in it. */
export type Expectation = {
  counts: Record<string, { min: number; max: number }>;
  sample: SampleRow[];
};

type Reading = { counts: Map<string, number>; rows: Map<string, SampleRow> };

/** Copies the database, and reads before and after it what the copy must hold: writes go on meanwhile. */
export async function takeSnapshot(db: Database, copy: () => Promise<void>): Promise<Expectation> {
  const tables = await listTables(db);
  const before = await readTables(db, tables, null);
  await copy();
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

/** All values of a row as one text, in SQL. Shared as well: versions of SQLite write the last digits of a real number differently. */
export const toTextSql = (columns: readonly string[]): string => {
  const toText = (column: string) =>
    `iif(typeof("${column}") = 'real', printf('%.15g', "${column}"), quote("${column}"))`;
  return `concat_ws(',', ${columns.map(toText).join(', ')})`;
};

async function readTables(db: Database, tables: readonly string[], previous: Reading | null): Promise<Reading> {
  const summaries = await readAll(
    db,
    tables.map((table) => `SELECT count(*) AS count, max(rowid) AS last FROM "${table}"`),
  );
  const columns = await readAll(
    db,
    tables.map((table) => `SELECT name, pk, type, "notnull" FROM pragma_table_info('${table}')`),
  );
  const wanted = tables.flatMap((table, index) => {
    const sql = toSampleSql(table, columns[index] ?? []);
    const last = Number(summaries[index]?.[0]?.last ?? 0);
    const rowids = previous ? listSampled(previous, table) : chooseRows(last);
    return rowids.map((rowid) => ({ table, rowid, statement: { sql, args: [rowid] } }));
  });
  const found = await readAll(
    db,
    wanted.map(({ statement }) => statement),
  );
  return {
    counts: new Map(tables.map((table, index) => [table, Number(summaries[index]?.[0]?.count)])),
    rows: new Map(
      wanted.flatMap(({ table, rowid }, index) => {
        const row = found[index]?.[0];
        if (!row) return [];
        return [[`${table} ${rowid}`, { table, rowid, where: String(row.found), text: String(row.text) }]];
      }),
    ),
  };
}

/** Queries that a server answers at the same time. A file answers one after the other, with a turn of the event loop between two. */
const PARALLEL_QUERIES = 20;

async function readAll(db: Database, statements: readonly InStatement[]): Promise<Row[][]> {
  const size = db.client.protocol === 'file' ? 1 : PARALLEL_QUERIES;
  const results: Row[][] = [];
  for (let start = 0; start < statements.length; start += size) {
    const part = statements.slice(start, start + size).map((statement) => db.client.execute(statement));
    results.push(...(await Promise.all(part)).map(({ rows }) => rows));
  }
  return results;
}

/** Reads a row by its number, and by what it is found in a copy. */
function toSampleSql(table: string, columns: readonly Row[]): string {
  const toNames = (rows: readonly Row[]) => rows.map(({ name }) => String(name));
  const key = columns.filter(({ pk }) => Number(pk) > 0);
  // SQLite lets a key of another type be null.
  const hasKey = key.length > 0 && key.every(({ type, notnull }) => isIntegerType(type) || Number(notnull) === 1);
  return `SELECT ${toTextSql(toNames(columns))} AS text, ${toWhereSql(toNames(hasKey ? key : columns))} AS found
    FROM "${table}" WHERE rowid = ?`;
}

/** SQL of a condition that only this row meets. */
const toWhereSql = (columns: readonly string[]): string =>
  columns.map((column) => `'"${column}" IS ' || quote("${column}")`).join(` || ' AND ' || `);

const isIntegerType = (type: unknown): boolean => String(type).toUpperCase() === 'INTEGER';

const listSampled = (reading: Reading, table: string): number[] =>
  [...reading.rows.values()].filter((row) => row.table === table).map(({ rowid }) => rowid);

/** The newest row and some at random. */
function chooseRows(last: number): number[] {
  if (last === 0) return [];
  const random = Array.from({ length: SAMPLE_ROWS - 1 }, () => 1 + Math.floor(Math.random() * last));
  return [...new Set([last, ...random])];
}
