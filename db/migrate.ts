import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate as applyMigrations } from 'drizzle-orm/libsql/migrator';
import type { Database } from './client.ts';
import { PROJECT_ROOT } from './project-root.ts';

const MIGRATIONS_FOLDER = join(PROJECT_ROOT, 'db/migrations');

/** A newer version of the program has migrated the database. `lastKnown` is this version's last migration (UTC ms). */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
  readonly lastKnown: number;
  constructor(lastKnown: number) {
    super('A newer version of this program has changed the database.');
    this.lastKnown = lastKnown;
  }
}

/**
 * Brings the schema up to date. Before it changes a database that holds something, `backUp` is called; afterwards
 * every foreign key is checked. Returns how many migrations were applied.
 * @throws NewerDatabaseError before anything is changed; when a migration fails or leaves a row pointing nowhere.
 */
export async function migrate(
  db: Database,
  backUp: () => Promise<void>,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<number> {
  const migrationFiles = readMigrationFiles({ migrationsFolder });
  const applied = await findLastApplied(db);
  const lastKnown = readLastKnownMigration(migrationsFolder);
  if (applied !== null && applied > lastKnown) throw new NewerDatabaseError(lastKnown);
  const pending = migrationFiles.filter((migration) => applied === null || migration.folderMillis > applied);
  if (pending.length === 0) return 0;
  if (applied !== null) await backUp();
  await applyMigrations(db.orm, { migrationsFolder });
  const orphans = await db.client.execute('PRAGMA foreign_key_check');
  if (orphans.rows.length > 0) {
    throw new Error(
      `After the migration, ${orphans.rows.length} rows refer to rows that don’t exist (first in ${orphans.rows[0]?.[0]}).`,
    );
  }
  return pending.length;
}

/** When the newest migration that this version knows was generated (UTC ms). */
export const readLastKnownMigration = (migrationsFolder = MIGRATIONS_FOLDER): number =>
  Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));

/** The time of the newest migration in this database (UTC ms); null where there is none. */
async function findLastApplied(db: Database): Promise<number | null> {
  const table = await db.client.execute("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'");
  if (table.rows.length === 0) return null;
  const last = await db.client.execute('SELECT max(created_at) FROM __drizzle_migrations');
  const value = last.rows[0]?.[0];
  return value === null || value === undefined ? null : Number(value);
}
