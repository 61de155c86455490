import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'db/migrations');
const JOURNAL = 'meta/_journal.json';

type Journal = { entries: { idx: number; tag: string }[] };

/** Brings a database to the schema as it was after one migration, by the name of its file: '0023_unspaced_posts'. */
export async function migrateTo(db: Database, directory: string, tag: string): Promise<void> {
  const folder = await mkdtemp(join(directory, 'migrations-'));
  await cp(FOLDER, folder, { recursive: true, filter: (path) => !path.endsWith('_snapshot.json') });
  const journal: Journal = JSON.parse(await readFile(join(FOLDER, JOURNAL), 'utf8'));
  const last = journal.entries.findIndex((entry) => entry.tag === tag);
  if (last === -1) throw new Error(`There is no migration ${tag}.`);
  await writeFile(join(folder, JOURNAL), JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  await migrate(db, async () => undefined, folder);
}

/** An empty database at the schema after one migration; `migrateOn` brings it up to date. Closed when the test ends. */
export async function openOldDatabase(directory: string, tag: string) {
  const db = await openDatabase(`file:${join(directory, 'old.db')}`);
  onTestFinished(() => db.client.close());
  await migrateTo(db, directory, tag);
  return { db, migrateOn: () => migrate(db, async () => undefined) };
}

type Value = string | number | null;
export type Values = Readonly<Record<string, Value>>;

/** Inserts a row of the schema as it is. Columns that need a value and get none are 0 or '' by their type. */
export async function insertRow({ client }: Database, table: string, values: Values): Promise<void> {
  const { rows } = await client.execute({ sql: 'SELECT * FROM pragma_table_info(?)', args: [table] });
  const required = rows.filter(({ notnull, dflt_value, pk }) => notnull === 1 && dflt_value === null && pk === 0);
  const filled = Object.fromEntries(required.map(({ name, type }) => [name, type === 'INTEGER' ? 0 : '']));
  const row: Values = { ...filled, ...values };
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  await client.execute({
    sql: `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${marks})`,
    args: Object.values(row),
  });
}

/** Every row of some tables, by table, in the order of their ids. */
export async function readTables({ client }: Database, tables: readonly string[]) {
  const read = await Promise.all(
    tables.map(
      async (table) => [table, (await client.execute(`SELECT * FROM "${table}" ORDER BY 1, 2`)).rows] as const,
    ),
  );
  return Object.fromEntries(read.map(([table, rows]) => [table, rows.map((row) => ({ ...row }))]));
}
