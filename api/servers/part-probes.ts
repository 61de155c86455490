import { statfs } from 'node:fs/promises';
import type { DiskSpace } from '#api/adapters/disk-space.ts';
import type { Clock } from '#api/clock.ts';
import { type Database, DatabaseFileGoneError } from '#db/client.ts';

/** With less free space a disk counts as full (bytes): a few pages of the site, which a file that is deleted may free again. */
const FULL_BYTES = 1024 * 1024;

/** With less free space the disk is short (bytes): what is left lasts for some hours of writing. */
const SHORT_BYTES = 1e9;

const UNREACHABLE = 'The database server can’t be reached, or it doesn’t answer.';
export const PAGES_UNREADABLE = 'The home page can’t be read.';

const DATABASE_GONE = 'The database file is gone. Stop the server, and restore the newest backup.';
const DIRECTORY_GONE = 'The data directory can’t be read. Check its disk, and the DATA_DIR setting.';

/** Null when the database answers and its file is there, else why not. */
export async function probeDatabase(db: Database): Promise<string | null> {
  try {
    db.requireFile?.();
    await db.client.execute('SELECT 1');
    return null;
  } catch (error) {
    return error instanceof DatabaseFileGoneError ? DATABASE_GONE : UNREACHABLE;
  }
}

/** Why a server that starts has no database; undefined before its first attempt has ended. */
export const describeOutage = (reason: unknown): string | undefined => (reason === null ? undefined : UNREACHABLE);

/** Why nothing can be stored in this directory, or null. `space` knows of limits that the file system doesn't show, such as a quota. */
export async function probeDisk(directory: string, space: DiskSpace | null): Promise<string | null> {
  const free = await readFreeBytes(directory);
  if (free === null) return DIRECTORY_GONE;
  if (free < FULL_BYTES) return 'No space is left.';
  // Its probe writes to the database, which may be away.
  await space?.isFull().catch(() => undefined);
  return space && space.fullSince !== null ? 'Nothing more can be written: a limit or a quota is reached.' : null;
}

/** Bytes that this user may still write there; null for a directory that is gone or can't be read. */
async function readFreeBytes(directory: string): Promise<number | null> {
  const space = await statfs(directory).catch(() => null);
  return space && space.bavail * space.bsize;
}

/** Finds since when little space is left in a directory (UTC ms), before it is full. One that is gone is none: `probeDisk` says so. */
export function createShortDiskWatch(directory: string, clock: Clock, readFree = readFreeBytes) {
  let since: number | null = null;
  return async function findShortDisk(): Promise<{ since: number; reason: string } | null> {
    const free = await readFree(directory);
    since = free !== null && free < SHORT_BYTES ? (since ?? clock.now()) : null;
    return free === null || since === null ? null : { since, reason: `${Math.round(free / 1e6)} MB are left.` };
  };
}
