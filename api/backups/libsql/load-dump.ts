import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { readVirtualTable, repairValues, splitStatements } from './dump-statements.ts';

export type LoadRequest = {
  /** SQL from the server. */
  dump: string;
  /** The SQLite file that it becomes; it must not exist. */
  target: string;
  /** As the server has them, by name: the dump holds their SQL with quotes that end it. */
  virtualTables: Record<string, string>;
};

/**
 * Loads the dump of a libSQL server into a file. Tables of search indexes are filled with what they held, so that also those
 * without a content of their own are whole. @throws a sentence when the dump is cut off or can’t be read.
 */
export async function loadDump({ dump, target, virtualTables }: LoadRequest): Promise<void> {
  await writeFile(target, '', { flag: 'wx', mode: 0o600 });
  const chunks = createReadStream(dump, { encoding: 'utf8', highWaterMark: 1024 ** 2 });
  {
    // Shadow tables are written to, which the defensive mode refuses.
    using database = new DatabaseSync(target, { enableForeignKeyConstraints: false, defensive: false });
    // The file is thrown away when this fails; it is flushed once, at the end.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    let isWhole = false;
    for await (const statement of splitStatements(chunks)) {
      if (statement.startsWith('PRAGMA ')) continue;
      const virtualTable = readVirtualTable(statement);
      if (virtualTable === null) database.exec(repairValues(statement));
      else createVirtualTable(database, virtualTable, virtualTables[virtualTable]);
      isWhole = statement === 'COMMIT';
    }
    if (!isWhole) throw new Error('The dump of the database server was cut off.');
  }
  await using handle = await open(target, 'r+');
  await handle.sync();
}

/** Its shadow tables come with the first rows of an empty index, in place of which the dump has all. */
function createVirtualTable(database: DatabaseSync, name: string, sql: string | undefined): void {
  if (sql === undefined) throw new Error(`The schema changed during the backup: ‘${name}’ is new.`);
  database.exec(sql);
  for (const table of listShadowTables(database, name)) database.exec(`DELETE FROM "${table}"`);
}

/** The tables in which a virtual table keeps its data. */
export const listShadowTables = (database: DatabaseSync, name: string): string[] =>
  database
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow' AND name GLOB ? ORDER BY name",
    )
    .all(`${name}_*`)
    .map((row) => String(row.name));
