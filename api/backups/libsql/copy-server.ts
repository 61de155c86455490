import { rm } from 'node:fs/promises';
import { downloadDump, type LibsqlServer } from '#api/adapters/libsql-dump.ts';
import type { Database } from '#db/client.ts';
import { type LoadRequest, loadDump } from './load-dump.ts';

/**
 * Copies the database of a libSQL server into a SQLite file, as it was at one moment. `load` may run in another thread.
 * @throws a sentence for the operator; no file is left then.
 */
export async function copyLibsqlDatabase(
  { db, server }: { db: Database; server: LibsqlServer },
  file: string,
  load: (request: LoadRequest) => Promise<void> = loadDump,
): Promise<void> {
  const dump = `${file}.sql`;
  try {
    await downloadDump(server, dump);
    await load({ dump, target: file, virtualTables: await readVirtualTables(db) });
  } catch (error) {
    // Half a copy must not pass for a backup.
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(dump, { force: true });
  }
}

/** The SQL of each virtual table, by its name. */
export async function readVirtualTables(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.client.execute(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'",
  );
  return Object.fromEntries(rows.map(({ name, sql }) => [String(name), String(sql)]));
}
