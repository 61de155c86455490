import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '#api/clock.ts';
import type { Database } from '#db/client.ts';

export const BACKUPS_FOLDER = 'backups';
/** Each is as large as the database, so only the newest are kept. */
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

/**
 * Copies the database into the folder of backups, and deletes all but the newest five. `copy` is for one that isn’t a file.
 * @throws when there is no space.
 */
export async function backUpDatabase(
  dataDir: string,
  clock: Clock,
  db: Database,
  copy = (file: string) => copyDatabase(db, file),
): Promise<void> {
  const directory = join(dataDir, BACKUPS_FOLDER);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  await copy(join(directory, `before-migration-${clock.now()}.db`));
  for (const old of listMigrationBackups(dataDir).slice(BACKUPS_KEPT)) rmSync(old, { force: true });
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
