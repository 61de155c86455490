import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpDatabase } from '#api/adapters/database-backups.ts';
import { lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { type Clock, systemClock } from '#api/clock.ts';
import { readEnv, SettingsError } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import type { Database } from '#db/client.ts';
import { createNextMigrations } from '../support/app/next-migrations.ts';
import { createFakeClock } from '../support/clock/fake-clock.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'newer-database-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Opens the database as a start does, does this, and closes it. */
async function withDatabase(
  run: (db: Database) => Promise<unknown>,
  { migrationsFolder }: { migrationsFolder?: string } = {},
) {
  const lock = lockDataDirectory(directory);
  try {
    const db = await openMigratedDatabase(readEnv({ DATA_DIR: directory, DEMO_CONTENT: 'pages' }), systemClock, {
      ...lock,
      ...(migrationsFolder !== undefined && { migrationsFolder }),
    });
    await run(db).finally(() => db.client.close());
  } finally {
    lock.release();
  }
}

const backUp = (db: Database, clock: Clock) =>
  backUpDatabase({ dataDir: directory, clock, db, file: join(directory, 'app.db') });

const NEWER_MIGRATION = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 99999999999999)";
const listBackups = () => readdirSync(join(directory, 'backups')).sort();

describe('a database that a newer version of the program has changed', () => {
  it('is refused with a sentence that names the newest backup that this version can open', async () => {
    const clock = createFakeClock();
    await withDatabase(async (db) => {
      await backUp(db, clock);
      clock.advance(1_000);
      await backUp(db, clock);
      await db.client.execute(NEWER_MIGRATION);
      clock.advance(1_000);
      await backUp(db, clock);
    });
    const start = withDatabase(async () => undefined);
    await expect(start).rejects.toThrow(SettingsError);
    await expect(start).rejects.toThrow(
      `replace it with the backup ${join(directory, 'backups', listBackups()[0] ?? '')};`,
    );
  });

  it('is refused with advice where there is no backup', async () => {
    await withDatabase((db) => db.client.execute(NEWER_MIGRATION));
    await expect(withDatabase(async () => undefined)).rejects.toThrow(/Start the newer version\..+restore a backup/);
  });
});

it('copies before a migration are kept of the newest five versions', async () => {
  const clock = createFakeClock();
  await withDatabase(async (db) => {
    for (let n = 0; n < 7; n += 1) {
      clock.advance(1_000);
      await backUp(db, clock);
      await db.client.execute(`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('${n}', ${9e13 + n})`);
    }
  });
  const last = clock.now();
  const kept = Array.from({ length: 5 }, (_, n) => `before-migration-${last - (4 - n) * 1_000}.db`);
  expect(listBackups()).toEqual(kept);
});

describe('a migration that fails', () => {
  const createFailing = () =>
    createNextMigrations(join(directory, 'migrations'), 'INSERT INTO users (id) SELECT id FROM no_such_table;');

  it('makes one copy of the database, however often it is tried, and keeps those of earlier versions', async () => {
    await withDatabase(async () => undefined);
    mkdirSync(join(directory, 'backups'));
    const older = 'before-migration-1.db';
    writeFileSync(join(directory, 'backups', older), 'of an older version');
    const migrationsFolder = createFailing();
    const start = () => withDatabase(async () => undefined, { migrationsFolder });
    await expect(start()).rejects.toThrow(SettingsError);
    const first = listBackups();
    expect(first).toHaveLength(2);
    for (let n = 0; n < 6; n += 1)
      await expect(start()).rejects.toThrow(/couldn’t be brought up to date \(.*no_such_table/);
    expect(listBackups()).toEqual(first);
    await withDatabase((db) => db.client.execute("INSERT INTO builds VALUES ('changed', 1)"));
    await expect(start()).rejects.toThrow(join(directory, 'backups'));
    // One of the same version takes the place of the one before.
    expect(listBackups()).toHaveLength(2);
    expect(listBackups()).toContain(older);
  });

  it('leaves a database that the version before starts with', async () => {
    await withDatabase(async () => undefined);
    await expect(withDatabase(async () => undefined, { migrationsFolder: createFailing() })).rejects.toThrow();
    await withDatabase(async () => undefined);
  });
});

describe('a database of another line is refused with a sentence that says what to do', () => {
  it('because it has a table of another program', async () => {
    using other = new DatabaseSync(join(directory, 'app.db'));
    other.exec('CREATE TABLE orders (id integer)');
    other.close();
    await expect(withDatabase(async () => undefined)).rejects.toThrow(
      /has a table ‘orders’ that this program didn’t make\. Nothing was changed\. Check DATABASE_URL/,
    );
  });

  it('because it has a migration between those of this version that this version doesn’t have', async () => {
    await withDatabase((db) =>
      db.client.execute("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 1)"),
    );
    const start = withDatabase(async () => undefined);
    await expect(start).rejects.toThrow(SettingsError);
    await expect(start).rejects.toThrow(/changed by another version of this program.+start the version that made it/);
  });
});
