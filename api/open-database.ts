import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkIntegrity, type Database, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import type { DataLock } from '#api/adapters/data-directory-lock.ts';
import { rejectMissingDatabase, rejectEmptyDatabase } from './adapters/lost-database.ts';
import { seedDemoContent, seedProducts } from '#api/jobs/seed-demo-content.ts';
import type { Clock } from './clock.ts';
import { type Env, SettingsError } from './env.ts';

/** Opens the database, brings it up to date and fills it. Shared with scripts that work while no server runs. */
export async function openMigratedDatabase(env: Env, clock: Clock, lock: DataLock) {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  rejectMissingDatabase(env);
  const db = await openDatabase(env.DATABASE_URL, env.DATABASE_AUTH_TOKEN).catch((error: unknown) => {
    throw new SettingsError(
      `DATABASE_URL: couldn’t open the database (${error instanceof Error ? error.message : error}).`,
    );
  });
  try {
    await rejectEmptyDatabase(env, db);
    if (!lock.wasCleanShutdown && env.DATABASE_URL.startsWith('file:')) await checkIntegrity(db);
    await migrate(db, () => backUpBefore(env, clock, db));
    if (env.seedDemoContent) {
      await seedProducts(db, clock.now());
      await seedDemoContent(db, clock);
    }
    return db;
  } catch (error) {
    db.client.close();
    throw error;
  }
}

async function backUpBefore(env: Env, clock: Clock, db: Database): Promise<void> {
  const directory = join(env.DATA_DIR, 'backups');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, `before-migration-${clock.now()}.db`);
  await db.client.execute({ sql: 'VACUUM INTO ?', args: [file] });
  chmodSync(file, 0o600);
}
