import type { Client } from '@libsql/client';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/sqlite3';
import * as schema from './schema/index.ts';

export type Database = { client: Client; query: LibSQLDatabase<typeof schema> };

/** A wait for a lock stops the event loop (the client is synchronous inside), so one wait is short: milliseconds. */
const LOCK_TIMEOUT_MS = 100;

/**
 * Opens the database: the one opener in the project. For a file, WAL is set and read back and foreign keys are
 * checked to be on. Only one process may open a file (see api/adapters/data-lock.ts).
 * @throws when the database cannot be opened or refuses WAL.
 */
export async function openDatabase(url: string, authToken?: string): Promise<Database> {
  const createClient = await loadDriver(url);
  const client = createClient({ url, authToken, timeout: LOCK_TIMEOUT_MS });
  if (url.startsWith('file:')) {
    const mode = await client.execute('PRAGMA journal_mode = WAL');
    if (mode.rows[0]?.[0] !== 'wal')
      throw new Error(`The database refuses write-ahead logging (${mode.rows[0]?.[0]}).`);
  }
  const keys = await client.execute('PRAGMA foreign_keys');
  if (keys.rows[0]?.[0] !== 1) throw new Error('The database does not enforce foreign keys.');
  return { client, query: drizzle(client, { schema }) };
}

/** A file needs no network code: without it the server is 15 MB smaller. */
async function loadDriver(url: string) {
  const { createClient } = url.startsWith('file:')
    ? await import('@libsql/client/sqlite3')
    : await import('@libsql/client');
  return createClient;
}

/** Reads the whole file for damage; slow on a large one, so it runs after a stop that was not clean. */
export async function checkIntegrity(db: Database): Promise<void> {
  const result = await db.client.execute('PRAGMA quick_check(1)');
  const verdict = result.rows[0]?.[0];
  if (verdict !== 'ok') throw new Error(`The database file is damaged: ${verdict}`);
}
