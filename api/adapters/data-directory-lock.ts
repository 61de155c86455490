import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isOutOfSpace } from '#db/out-of-space.ts';

/** Another process owns the data directory. The message says which. */
export class DataLockedError extends Error {
  override name = 'DataLockedError';
}

export type DataLock = {
  /** False when the last owner did not release the lock: it crashed, or the machine did. */
  wasCleanShutdown: boolean;
  /** `isClean: false` leaves the pid file, so that the next start checks the database. */
  release(options?: { isClean: boolean }): void;
};

/** Contains the owner's process id, for messages. If it still exists at the start, the last stop was not clean. */
const PID_FILE = 'server.lock';
/** Always empty: only its lock counts. It must never be deleted while a server runs. */
const LOCK_FILE = 'server.lock.sqlite';
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
  const connection = acquire(directory);
  const pidFile = join(directory, PID_FILE);
  try {
    const wasCleanShutdown = writePid(pidFile);
    return {
      wasCleanShutdown,
      release({ isClean } = { isClean: true }) {
        if (!connection.isOpen) return;
        // Before the lock is released: otherwise this could delete the file of the next owner.
        if (isClean) rmSync(pidFile, { force: true });
        close(connection);
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
function acquire(directory: string): DatabaseSync {
  const connection = new DatabaseSync(join(directory, LOCK_FILE), { timeout: 0 });
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
  } catch (error) {
    connection.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY) throw error;
    throw new DataLockedError(
      `Another server${readOwner(directory)} is using the data directory ${directory}. Stop it first, or set DATA_DIR to another directory.`,
    );
  }
  owned.add(connection);
  return connection;
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
