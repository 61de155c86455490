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

/** The database is of another program, or of another line of this one; `reason` ends the sentence 'The database …'. */
export class ForeignDatabaseError extends Error {
  override name = 'ForeignDatabaseError';
  readonly reason: string;
  constructor(reason: string) {
    super(`The database ${reason}.`);
    this.reason = reason;
  }
}

/** A table of the start itself, which is there before the first migration. */
const OWN_TABLES = ['leases', '__drizzle_migrations'];

/**
 * Brings the schema up to date. Before it changes a database that holds something, `backUp` is called; afterwards
 * every foreign key is checked. Returns how many migrations were applied.
 * @throws NewerDatabaseError, ForeignDatabaseError before anything is changed; when a migration fails or leaves a row pointing nowhere.
 */
export async function migrate(
  db: Database,
  backUp: () => Promise<void>,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<number> {
  const migrationFiles = readMigrationFiles({ migrationsFolder });
  const allApplied = await listApplied(db);
  const applied = allApplied.at(-1) ?? null;
  const known = migrationFiles.map(({ folderMillis }) => folderMillis);
  const lastKnown = Math.max(...known);
  if (applied !== null && applied > lastKnown) throw new NewerDatabaseError(lastKnown);
  if (isOfAnotherLine(allApplied, known))
    throw new ForeignDatabaseError('has been changed by another version of this program that this one doesn’t know');
  if (applied === null) await rejectForeignTables(db);
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

/** Whether a start would migrate nothing. */
export async function isUpToDate(db: Database, migrationsFolder = MIGRATIONS_FOLDER): Promise<boolean> {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
  return (await listApplied(db)).at(-1) === newest;
}

/** When the newest migration that this version knows was generated (UTC ms). */
export const readLastKnownMigration = (): number => Math.max(...readKnownMigrations());

/** The times of the migrations of this version (UTC ms). */
const readKnownMigrations = (): number[] =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ folderMillis }) => folderMillis);

/** The statements of these migrations (UTC ms), in their order: on an empty database they make the schema of that version. */
export const readMigrationStatements = (applied: readonly number[]): string[] =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
    .filter(({ folderMillis }) => applied.includes(folderMillis))
    .flatMap(({ sql }) => sql);

/** Whether a database with these migrations (UTC ms) has one among them that this version doesn't have. */
export const isOfAnotherLine = (applied: readonly number[], known = readKnownMigrations()): boolean =>
  applied.some((migration) => !known.includes(migration));

/** The times of the migrations of this database (UTC ms), the newest last. */
async function listApplied(db: Database): Promise<number[]> {
  const table = await db.client.execute("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'");
  if (table.rows.length === 0) return [];
  const { rows } = await db.client.execute(
    'SELECT created_at FROM __drizzle_migrations ORDER BY CAST(created_at AS INTEGER)',
  );
  return rows.map((row) => Number(row[0]));
}

async function rejectForeignTables(db: Database): Promise<void> {
  const { rows } = await db.client.execute(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'libsql\\_%' ESCAPE '\\'`,
  );
  const [foreign] = rows.map((row) => String(row[0])).filter((name) => !OWN_TABLES.includes(name));
  if (foreign !== undefined) throw new ForeignDatabaseError(`has a table ‘${foreign}’ that this program didn’t make`);
}
