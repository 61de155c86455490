import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '#api/clock.ts';
import type { Database } from '#db/client.ts';

export const BACKUPS_FOLDER = 'backups';
/** Each is as large as the database, so only those of the newest versions are kept. */
const BACKUPS_KEPT = 5;
const BACKUP_NAME = /^before-migration-(\d+)\.db$/;

/** Copies the database into a file that isn't there yet, readable by its owner only. @throws when there is no space. */
export async function copyDatabase(db: Database, file: string): Promise<void> {
  try {
    await db.client.execute({ sql: 'VACUUM INTO ?', args: [file] });
  } catch (error) {
    // Half a copy must not pass for a backup.
    rmSync(file, { force: true });
    throw error;
  }
  chmodSync(file, 0o600);
}

type Backup = {
  dataDir: string;
  clock: Clock;
  db: Database;
  /** The file of the database; null on a libSQL server. */
  file: string | null;
  /** Copies a database on a libSQL server. */
  copy?: ((file: string) => Promise<void>) | undefined;
};

/**
 * Copies the database into the folder of backups: once for each version that it was of, however often its migration fails, and not again while
 * nothing has changed since. Deletes all but those of the newest five versions. @throws when there is no space.
 */
export async function backUpDatabase({ dataDir, clock, db, file, copy }: Backup): Promise<void> {
  const directory = join(dataDir, BACKUPS_FOLDER);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const existing = listMigrationBackups(dataDir);
  const { rows } = await db.client.execute('SELECT max(created_at) FROM __drizzle_migrations');
  const ofSameVersion = existing.filter((path) => readLastMigration(path) === Number(rows[0]?.[0]));
  const [newest] = ofSameVersion;
  if (file !== null && newest !== undefined && isUnchangedSince(file, newest)) return;
  const path = join(directory, `before-migration-${clock.now()}.db`);
  await (copy ?? ((target: string) => copyDatabase(db, target)))(path);
  for (const old of ofSameVersion) if (old !== path) rmSync(old, { force: true });
  for (const old of listMigrationBackups(dataDir).slice(BACKUPS_KEPT)) rmSync(old, { force: true });
}

/** Whether neither the file of a database nor its write-ahead log was written after the copy. */
function isUnchangedSince(file: string, copy: string): boolean {
  const { mtimeMs } = statSync(copy);
  return [file, `${file}-wal`].every((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined || found.size === 0 || found.mtimeMs <= mtimeMs;
  });
}

/** The newest backup that a version whose last migration is `lastKnown` (UTC ms) can open; null without one. */
export function findBackup(dataDir: string, lastKnown: number): string | null {
  return listMigrationBackups(dataDir).find((file) => readLastMigration(file) <= lastKnown) ?? null;
}

/** Their paths, the newest first. */
export function listMigrationBackups(dataDir: string): string[] {
  const directory = join(dataDir, BACKUPS_FOLDER);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const readTime = (name: string) => Number(BACKUP_NAME.exec(name)?.[1]);
  return names
    .filter((name) => BACKUP_NAME.test(name))
    .sort((a, b) => readTime(b) - readTime(a))
    .map((name) => join(directory, name));
}

/** When the newest migration in a backup was generated (UTC ms); infinite for a file that cannot be read. */
function readLastMigration(file: string): number {
  try {
    using backup = new DatabaseSync(file, { readOnly: true });
    const row = backup.prepare('SELECT max(created_at) AS last FROM __drizzle_migrations').get();
    return Number(row?.last ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
