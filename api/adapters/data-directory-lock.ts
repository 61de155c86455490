import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isOutOfSpace } from '#db/out-of-space.ts';

/** Another process owns the data directory. The message says which. */
export class DataLockedError extends Error {
  override name = 'DataLockedError';
}

export type DataLock = {
  /** False when the last owner did not release the lock: it crashed, or the machine did. */
  wasCleanShutdown: boolean;
  /**
   * Locks this database file, too, until the release: another data directory may name the same one, by a link or another
   * spelling. @throws DataLockedError when it is locked, or has a second hard link, which no lock beside it can see.
   */
  lockDatabase(file: string): void;
  /** `isClean: false` leaves the pid file, so that the next start checks the database. */
  release(options?: { isClean: boolean }): void;
};

/** Contains the owner's process id, for messages. If it still exists at the start, the last stop was not clean. */
const PID_FILE = 'server.lock';
/** Always empty: only its lock counts. It must never be deleted while a server runs. */
const LOCK_FILE = 'server.lock.sqlite';
/** The same for a database, beside its file. Locking the file itself would take SQLite's own locks from it. */
const DATABASE_LOCK_SUFFIX = '.lock.sqlite';
/** SQLITE_BUSY in the primary result code, the low byte. */
const SQLITE_BUSY = 5;

/** References to open connections: the garbage collector would close one, and free its lock. */
const owned = new Set<DatabaseSync>();

/**
 * Makes the data directory private to its owner and locks it for this process: the database must never be open twice.
 * The operating system holds the lock and frees it when the process ends, however it ends.
 * @throws DataLockedError when another process, or this one, has locked it.
 */
export function lockDataDirectory(directory: string): DataLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  makePrivate(directory);
  const connection = acquire(
    join(directory, LOCK_FILE),
    () =>
      `Another server${readOwner(directory)} is using the data directory ${directory}. Stop it first, or set DATA_DIR to another directory.`,
  );
  const connections = [connection];
  const pidFile = join(directory, PID_FILE);
  try {
    const wasCleanShutdown = writePid(pidFile);
    return {
      wasCleanShutdown,
      lockDatabase: (file) => void connections.push(acquireDatabase(file)),
      release({ isClean } = { isClean: true }) {
        if (!connection.isOpen) return;
        // Before the lock is released: otherwise this could delete the file of the next owner.
        if (isClean) rmSync(pidFile, { force: true });
        for (const open of connections) close(open);
      },
    };
  } catch (error) {
    close(connection);
    throw error;
  }
}

/**
 * Node has no flock. SQLite has locks for each system that it runs on, by fcntl on Linux and macOS. A write transaction
 * that never commits is one: BEGIN IMMEDIATE takes it at once or fails, and no journal file is made.
 */
function acquire(file: string, formatMessage: () => string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
  } catch (error) {
    connection.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY) throw error;
    throw new DataLockedError(formatMessage());
  }
  owned.add(connection);
  return connection;
}

function acquireDatabase(name: string): DatabaseSync {
  const file = resolveFile(name);
  if (existsSync(file) && statSync(file).nlink > 1) {
    throw new DataLockedError(
      `The database ${name} has more than one hard link, so another server may have opened it under another name. Remove the other link, or set DATABASE_URL to a copy of the file.`,
    );
  }
  return acquire(
    `${file}${DATABASE_LOCK_SUFFIX}`,
    () => `Another server is using the database ${file}. Stop it first, or set DATABASE_URL to another file.`,
  );
}

/** The path without links, also of a file that doesn't exist yet. */
function resolveFile(name: string): string {
  const file = resolve(name);
  if (existsSync(file)) return realpathSync(file);
  const link = lstatSync(file, { throwIfNoEntry: false });
  if (link?.isSymbolicLink()) return resolveFile(resolve(dirname(file), readlinkSync(file)));
  return join(realpathSync(dirname(file)), basename(file));
}

function close(connection: DatabaseSync): void {
  owned.delete(connection);
  connection.close();
}

/** Writes the pid file. Returns false when an old one existed. */
function writePid(file: string): boolean {
  let wasCleanShutdown = true;
  let handle: number;
  try {
    handle = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    wasCleanShutdown = false;
    handle = openSync(file, 'w', 0o600);
  }
  try {
    writeSync(handle, `${process.pid}\n`);
  } catch (error) {
    // A full disk must not keep the site down: that the file exists is enough.
    if (!isOutOfSpace(error)) throw error;
  } finally {
    closeSync(handle);
  }
  return wasCleanShutdown;
}

/** The owner for the message; nothing while it has locked the directory and not yet written its number. */
function readOwner(directory: string): string {
  try {
    const pid = Number.parseInt(readFileSync(join(directory, PID_FILE), 'utf8'), 10);
    return pid > 0 ? ` (process ${pid})` : '';
  } catch {
    return '';
  }
}

/** The directory may belong to another user, as a mounted volume does: the files in it are private all the same. */
function makePrivate(directory: string): void {
  try {
    chmodSync(directory, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
