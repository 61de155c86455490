import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import type { Client } from '@libsql/client';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/sqlite3';
import * as schema from './schema/index.ts';
import { LockQueue } from './lock-queue.ts';
import { fetchFromDatabase, limitCalls } from './unavailable.ts';

type ConnectionPragma = 'cache_size' | 'wal_autocheckpoint';

export type Database = {
  client: Client;
  orm: LibSQLDatabase<typeof schema>;
  /** With it, nothing is written any more once another server holds the lease (`db/leases.ts`). */
  fence?: Fence;
  /** Writes to a file that wait while another program holds its lock. */
  lockQueue?: LockQueue;
  /** Sets a pragma of the connection to a file, also of those that follow it; absent on a libSQL server. */
  setPragma?: (name: ConnectionPragma, value: number) => Promise<void>;
  /** Moves the write-ahead log of a file into it, in a thread of the driver; absent on a libSQL server. */
  moveLog?: () => Promise<MovedLog>;
  /** Of a file. @throws DatabaseFileGoneError when another file is at its path, or none */
  requireFile?: () => void;
};

/** The database of a file. */
export type FileDatabase = Database & Required<Pick<Database, 'lockQueue' | 'moveLog' | 'requireFile' | 'setPragma'>>;

export const isFileDatabase = (db: Database): db is FileDatabase => db.moveLog !== undefined;

/** What a move of the write-ahead log did: frames in the log, how many of them are in the file, and whether another program was at it. */
export type MovedLog = { logged: number; moved: number; isBusy: boolean };

/**
 * The file was deleted or replaced while it was open. SQLite notices nothing: it goes on in a file without a name, whose content is
 * lost with the connection.
 */
export class DatabaseFileGoneError extends Error {
  override name = 'DatabaseFileGoneError';
}

/** The lease under which a server writes. */
export type Fence = { lease: string; token: number };

/** SQLite itself never waits for a lock: the client is synchronous inside, so that would stop the event loop. `LockQueue` waits. */
const BUSY_TIMEOUT_MS = 0;

/** Pages of the file that are kept, KiB: the indexes that a list of 200,000 rows reads. SQLite's own 2 MiB hold none of them. */
const CACHE_KIB = 64 * 1024;

/**
 * Opens the database: the one opener in the project. For a file, WAL is set and read back and foreign keys are
 * checked to be on. Only one process may open a file (see api/adapters/data-directory-lock.ts).
 * @throws when the database cannot be opened or refuses WAL.
 */
export async function openDatabase(url: string, authToken?: string): Promise<Database> {
  const createClient = await loadDriver(url);
  const file = databaseFile(url);
  if (file !== null) makePrivate(file);
  const isFile = file !== null;
  // One connection to a file: the client is synchronous inside, so a second one is never faster and has a cache of its own.
  const created = createClient({
    url,
    authToken,
    timeout: BUSY_TIMEOUT_MS,
    ...(isFile ? { concurrency: 1 } : { fetch: fetchFromDatabase }),
  });
  const client = isFile ? created : limitCalls(created);
  const pragmas = new Map<string, number>();
  const setPragma = async (name: ConnectionPragma, value: number) => {
    pragmas.set(name, value);
    await client.execute(`PRAGMA ${name} = ${value}`);
  };
  if (isFile) {
    await setPragma('cache_size', -CACHE_KIB);
    const mode = await client.execute('PRAGMA journal_mode = WAL');
    if (mode.rows[0]?.[0] !== 'wal')
      throw new Error(`The database doesn’t support write-ahead logging (${mode.rows[0]?.[0]}).`);
  }
  const keys = await client.execute('PRAGMA foreign_keys');
  if (keys.rows[0]?.[0] !== 1) throw new Error('The database doesn’t enforce foreign keys.');
  const orm = drizzle(client, { schema });
  if (file === null) return { client, orm };
  const opened = readFileId(file);
  const requireFile = () => {
    if (readFileId(file) !== opened) throw new DatabaseFileGoneError('The database file is gone.');
  };
  const reconnect = async () => {
    if (client.closed) return;
    // A new connection to a file that is gone would begin an empty one.
    requireFile();
    client.reconnect();
    for (const [name, value] of pragmas) await client.execute(`PRAGMA ${name} = ${value}`);
  };
  return { client, orm, setPragma, requireFile, moveLog: () => moveLog(file), lockQueue: new LockQueue(reconnect) };
}

/** A connection of its own, which works in a thread: on that of the client a move held the event loop for up to 0.2 s. */
async function moveLog(file: string): Promise<MovedLog> {
  const { default: ThreadedConnection } = await import('libsql/promise');
  const connection = new ThreadedConnection(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    const statement = await connection.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    const [row] = (await statement.all()) as [Record<'busy' | 'log' | 'checkpointed', number>];
    return { logged: row.log, moved: row.checkpointed, isBusy: row.busy !== 0 };
  } finally {
    connection.close();
  }
}

/** The path of a database on this machine; null for one behind a network address. */
export function databaseFile(url: string): string | null {
  if (!url.startsWith('file:')) return null;
  return decodeURIComponent(url.replace(/^file:(\/\/(?=\/))?/, '').replace(/[?#].*$/, ''));
}

const readFileId = (file: string): string | null => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
};

/** Makes the file before SQLite does, which would let everybody read it. SQLite gives its journals the same mode. */
function makePrivate(file: string): void {
  // Never opened while a connection has it open: closing it would free the locks of that connection (fcntl).
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600);
}

/** Size of the database. */
export async function readDatabaseBytes(db: Database): Promise<number> {
  const { rows } = await db.client.execute(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  );
  return Number(rows[0]?.bytes);
}

/** True when there is no table at all: a new file, or one that lost everything. */
export async function isEmptyDatabase(db: Database): Promise<boolean> {
  return (await db.client.execute('SELECT 1 FROM sqlite_master LIMIT 1')).rows.length === 0;
}

/** A file needs no network code: without it the server is 15 MB smaller. */
async function loadDriver(url: string) {
  const { createClient } = url.startsWith('file:')
    ? await import('@libsql/client/sqlite3')
    : await import('@libsql/client');
  return createClient;
}
