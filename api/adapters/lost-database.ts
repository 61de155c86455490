import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '#api/env.ts';
import { SettingsError } from '#api/env.ts';
import { type Database, databaseFile, isEmptyDatabase } from '#db/client.ts';

/** Files that a site leaves beside its database once it has run. */
const SITE_FOLDERS = ['site/objects', 'uploads/files'];

type Settings = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>;

/**
 * Refuses an empty or missing database beside the pages or uploads of a site, before it is opened: a start would render
 * an empty site and delete those pages. @throws SettingsError that says what to do.
 */
export function rejectMissingDatabase(env: Settings): void {
  const file = databaseFile(env.DATABASE_URL);
  if (file === null || !hasSite(env)) return;
  if (!existsSync(file) || statSync(file).size === 0) throw createMissingDatabaseError(env, file);
}

/** The same for a file without a table. @throws SettingsError */
export async function rejectEmptyDatabase(env: Settings, db: Database): Promise<void> {
  const file = databaseFile(env.DATABASE_URL);
  if (file !== null && hasSite(env) && (await isEmptyDatabase(db))) throw createMissingDatabaseError(env, file);
}

/** There while a restore writes into a libSQL server; what it leaves when it is cut off is deleted by the next one. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

/** Refuses half a database. @throws SettingsError */
export async function rejectUnfinishedRestore(db: Database): Promise<void> {
  const { rows } = await db.client.execute(`SELECT 1 FROM sqlite_master WHERE name = '${UNFINISHED_RESTORE}'`);
  if (rows.length > 0) throw new SettingsError('A restore into this database was cut off. Run it again, then start.');
}

function hasSite({ DATA_DIR }: Settings): boolean {
  const folders = SITE_FOLDERS.map((name) => join(DATA_DIR, name));
  return folders.some((folder) => existsSync(folder) && readdirSync(folder).length > 0);
}

function createMissingDatabaseError({ DATA_DIR }: Settings, file: string): SettingsError {
  return new SettingsError(
    `The database ${file} is empty or missing, but ${DATA_DIR} holds the pages or uploads of a site. Restore the database from a backup, check DATABASE_URL, or, to start a new site, set DATA_DIR to an empty directory.`,
  );
}
