import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, databaseFile, openDatabase } from '#db/client.ts';
import { ForeignDatabaseError, isUpToDate, migrate, NewerDatabaseError } from '#db/migrate.ts';
import { addMissingProducts } from '#db/queries/catalogue-products.ts';
import { isOutOfSpace } from '#db/out-of-space.ts';
import { checkDatabaseFile } from '#api/adapters/database-check/database-check.ts';
import { BACKUPS_FOLDER, backUpDatabase, findBackup, listMigrationBackups } from '#api/adapters/database-backups.ts';
import { findLibsqlServer } from '#api/adapters/libsql-dump.ts';
import { copyLibsqlDatabase } from '#api/backups/libsql/copy-server.ts';
import { type DataLock, DataLockedError } from '#api/adapters/data-directory-lock.ts';
import { rejectMissingDatabase, rejectEmptyDatabase, rejectUnfinishedRestore } from './adapters/lost-database.ts';
import { isDemoSeeded, isSiteSeeded } from '#api/jobs/seeded.ts';
import { prepareAlone } from '#api/servers/start-lease.ts';
import type { Clock } from './clock.ts';
import { isOutage } from './outage.ts';
import { PublishedSite } from './published-site.ts';
import { type Env, SettingsError } from './env.ts';

type OpenOptions = Pick<DataLock, 'wasCleanShutdown' | 'lockDatabase'> & {
  migrationsFolder?: string;
  /** Takes the check of a file that needs no migration, which may then be read before it ends; without this it is waited for. */
  onCheck?: (check: Promise<void>) => void;
};

/**
 * Opens the database, brings it up to date and fills it. After a stop that was not clean a file is read for damage first. Shared with scripts that
 * work while no server runs.
 */
export async function openMigratedDatabase(env: Env, clock: Clock, lock: OpenOptions) {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  rejectMissingDatabase(env);
  const db = await openLockedDatabase(env, lock).catch((error: unknown) => {
    if (error instanceof DataLockedError) throw error;
    throw new SettingsError(
      `DATABASE_URL: couldn’t open the database (${error instanceof Error ? error.message : error}).`,
      { cause: error },
    );
  });
  const file = databaseFile(env.DATABASE_URL);
  const check = lock.wasCleanShutdown || file === null ? Promise.resolve() : checkDatabaseFile(file);
  // Awaited below, or by who takes it.
  check.catch(() => undefined);
  try {
    await rejectEmptyDatabase(env, db);
    if (findLibsqlServer(env) !== null) await rejectUnfinishedRestore(db);
    if (lock.onCheck && (await isUpToDate(db, lock.migrationsFolder))) lock.onCheck(check);
    else await check;
    if (file !== null) await prepareDatabase(env, clock, db, lock.migrationsFolder);
    else await prepareAlone(db, () => prepareDatabase(env, clock, db, lock.migrationsFolder));
    return db;
  } catch (error) {
    db.client.close();
    // Whatever failed, damage is the reason.
    await check;
    throw error;
  }
}

async function prepareDatabase(env: Env, clock: Clock, db: Database, migrationsFolder?: string): Promise<void> {
  const server = findLibsqlServer(env);
  const copy = server === null ? undefined : (path: string) => copyLibsqlDatabase({ db, server }, path);
  const file = databaseFile(env.DATABASE_URL);
  const backUp = () => backUpDatabase({ dataDir: env.DATA_DIR, clock, db, file, copy });
  await migrate(db, backUp, migrationsFolder).catch((error: unknown) => {
    if (error instanceof NewerDatabaseError) throw createNewerDatabaseError(env, error);
    if (isOutage(error) || isOutOfSpace(error)) throw error;
    throw createMigrationError(env, error);
  });
  if (!(await isSiteSeeded(db))) {
    const { seedNewSite, seedSite } = await import('#api/jobs/seed-site.ts');
    if (env.startsWithFirstRun)
      await seedNewSite(db, clock.now(), { siteUrl: env.SITE_URL, adminEmail: env.ADMIN_EMAILS[0] });
    else await seedSite(db, clock.now());
  }
  if (env.seedDemoContent && !(await isDemoSeeded(db))) {
    // The demo's texts name prices as the settings write them.
    await PublishedSite.open(db);
    const { seedDemoContent, seedProducts } = await import('#api/jobs/seed-demo-content.ts');
    await seedProducts(db, clock.now());
    await seedDemoContent(db, clock);
  }
  await addMissingProducts(db, clock.now());
}

async function openLockedDatabase(env: Env, lock: Pick<DataLock, 'lockDatabase'>): Promise<Database> {
  const file = databaseFile(env.DATABASE_URL);
  if (file !== null) lock.lockDatabase(file);
  return openDatabase(env.DATABASE_URL, env.DATABASE_AUTH_TOKEN);
}

/** The sentence about a migration that failed, with the way back. */
function createMigrationError(env: Env, error: unknown): SettingsError {
  const file = databaseFile(env.DATABASE_URL) ?? env.DATABASE_URL;
  if (error instanceof ForeignDatabaseError) {
    return new SettingsError(
      `The database ${file} ${error.reason}. Nothing was changed. Check DATABASE_URL and DATA_DIR, start the version that made it, or restore a backup of this site into an empty place.`,
      { cause: error },
    );
  }
  const reason = error instanceof Error ? getRootMessage(error) : String(error);
  const [backup] = listMigrationBackups(env.DATA_DIR);
  const wayBack = backup ? ` The database as it was before is ${backup}.` : '';
  return new SettingsError(
    `The database ${file} couldn’t be brought up to date (${reason}). Start the version before, and report this.${wayBack}`,
    { cause: error },
  );
}

const getRootMessage = (error: Error): string =>
  error.cause instanceof Error ? getRootMessage(error.cause) : error.message;

function createNewerDatabaseError(env: Env, { lastKnown }: NewerDatabaseError): SettingsError {
  const file = databaseFile(env.DATABASE_URL) ?? env.DATABASE_URL;
  const backup = findBackup(env.DATA_DIR, lastKnown);
  const wayBack = backup
    ? `To go back, replace it with the backup ${backup}; what was saved since then is lost.`
    : `To go back, restore a backup of it from before that; ${join(env.DATA_DIR, BACKUPS_FOLDER)} has none.`;
  return new SettingsError(
    `A newer version of this program has changed the database ${file}. Start the newer version. ${wayBack}`,
  );
}
