import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Client, InStatement, InValue } from '@libsql/client';
import { UNFINISHED_RESTORE } from '#api/adapters/lost-database.ts';
import { listShadowTables } from './load-dump.ts';

/** One request to the server holds at most so many rows and about so many bytes. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 1024 ** 2;

type Batch = InStatement[];

/** Whether there is nothing in it but what a restore left that was cut off. */
export async function isEmptyServer(client: Client): Promise<boolean> {
  const { rows } = await client.execute('SELECT name FROM sqlite_master');
  return rows.length === 0 || rows.some(({ name }) => name === UNFINISHED_RESTORE);
}

/**
 * Writes the database of a file into the empty one of a libSQL server: tables, rows, then indexes, and at last triggers, which
 * must not act on rows that are only restored. Search indexes get the very data that they had, as a backup has them.
 */
export async function writeDatabase(file: string, client: Client): Promise<void> {
  using database = new DatabaseSync(file, { readOnly: true });
  const listSql = (condition: string) =>
    database
      .prepare(`SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND ${condition} ORDER BY rowid`)
      .all()
      .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
  const isVirtual = "sql LIKE 'CREATE VIRTUAL TABLE%'";
  const virtualTables = listSql(`type = 'table' AND ${isVirtual}`);
  const shadowTables = virtualTables.flatMap(({ name }) => listShadowTables(database, name));
  const tables = listSql(`type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT ${isVirtual}`).filter(
    ({ name }) => !shadowTables.includes(name),
  );
  const toSql = (objects: { sql: string }[]) => objects.map(({ sql }) => sql);

  await clear(client);
  await send(client, [`CREATE TABLE ${UNFINISHED_RESTORE} (id INTEGER PRIMARY KEY)`]);
  await send(client, [
    ...toSql(tables),
    ...toSql(virtualTables),
    // They come with the first rows of an empty index.
    ...shadowTables.map((name) => `DELETE FROM "${name}"`),
  ]);
  const filled = [...tables.map(({ name }) => name), ...shadowTables];
  for (const table of filled) for (const batch of readRows(database, table)) await send(client, batch);
  await send(client, ['DELETE FROM sqlite_sequence', ...[...readRows(database, 'sqlite_sequence')].flat()]);
  for (const { sql } of listSql("type = 'index'")) await send(client, [sql]);
  await send(client, toSql(listSql("type IN ('view', 'trigger')")));
  await verify(client, database, filled);
  await send(client, [`DROP TABLE ${UNFINISHED_RESTORE}`]);
}

/** All in one transaction, without foreign keys: rows come in the order of their tables. */
async function send(client: Client, batch: Batch): Promise<void> {
  if (batch.length > 0) await client.migrate(batch);
}

/** Deletes what a restore left that was cut off. */
async function clear(client: Client): Promise<void> {
  const list = async (condition: string) =>
    (await client.execute(`SELECT type, name FROM sqlite_master WHERE ${condition}`)).rows.map(
      ({ type, name }) => `DROP ${type} IF EXISTS "${name}"`,
    );
  const isLast = `name = '${UNFINISHED_RESTORE}'`;
  await send(client, await list("type IN ('view', 'trigger')"));
  // With their shadow tables.
  await send(client, await list("sql LIKE 'CREATE VIRTUAL TABLE%'"));
  await send(client, await list(`type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT ${isLast}`));
  await send(client, await list(isLast));
}

/** Inserts of the rows of a table, in batches. */
function* readRows(database: DatabaseSync, table: string): Generator<Batch> {
  // Without generated columns, which are hidden.
  const columns = database
    .prepare(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
    .all()
    .map(({ name }) => `"${name}"`)
    .join(', ');
  const rows: StatementSync = database.prepare(`SELECT ${columns} FROM "${table}"`);
  // Integers keep all their digits, and are told from real numbers.
  rows.setReadBigInts(true);
  rows.setReturnArrays(true);
  let batch: Batch = [];
  let bytes = 0;
  for (const row of rows.iterate()) {
    const values = row as unknown as InValue[];
    const places = values.map((value) => (isInfinite(value) ? `${value > 0 ? '' : '-'}9e999` : '?'));
    const args = values.filter((value) => !isInfinite(value));
    batch.push({ sql: `INSERT INTO "${table}" (${columns}) VALUES (${places.join(', ')})`, args });
    bytes += args.reduce((sum: number, value) => sum + measure(value), 0);
    if (batch.length < BATCH_ROWS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** JSON, in which values go to the server, has no such number. */
const isInfinite = (value: InValue): value is number => value === Infinity || value === -Infinity;

function measure(value: InValue): number {
  if (typeof value === 'string') return value.length;
  return value instanceof Uint8Array ? value.byteLength : 8;
}

/** @throws a sentence when the server has other rows than the file, or says that something in it is damaged. */
async function verify(client: Client, database: DatabaseSync, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const sql = `SELECT count(*) AS count FROM "${table}"`;
    const written = Number((await client.execute(sql)).rows[0]?.count);
    const wanted = Number(database.prepare(sql).get()?.count);
    if (written !== wanted)
      throw new Error(`‘${table}’ has ${written} rows on the server, and ${wanted} in the backup.`);
  }
  const damage = (await client.execute('PRAGMA integrity_check(1)')).rows[0]?.[0];
  if (damage !== 'ok') throw new Error(`The restored database is damaged: ${damage}`);
  const [orphan] = (await client.execute('PRAGMA foreign_key_check')).rows;
  if (orphan) throw new Error(`On the server, rows of ‘${orphan[0]}’ refer to rows that don’t exist.`);
}
