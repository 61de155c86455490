import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpDatabase } from '#api/adapters/database-backups.ts';
import { lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv, SettingsError } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { createFakeClock } from '../support/clock/fake-clock.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'newer-database-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Opens the database as a start does, does this, and closes it. */
async function withDatabase(run: (db: Awaited<ReturnType<typeof openMigratedDatabase>>) => Promise<unknown>) {
  const lock = lockDataDirectory(directory);
  try {
    const db = await openMigratedDatabase(readEnv({ DATA_DIR: directory, DEMO_CONTENT: 'pages' }), systemClock, lock);
    await run(db).finally(() => db.client.close());
  } finally {
    lock.release();
  }
}

const NEWER_MIGRATION = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 99999999999999)";
const listBackups = () => readdirSync(join(directory, 'backups')).sort();

describe('a database that a newer version of the program has changed', () => {
  it('is refused with a sentence that names the newest backup that this version can open', async () => {
    const clock = createFakeClock();
    await withDatabase(async (db) => {
      await backUpDatabase(directory, clock, db);
      clock.advance(1_000);
      await backUpDatabase(directory, clock, db);
      await db.client.execute(NEWER_MIGRATION);
      clock.advance(1_000);
      await backUpDatabase(directory, clock, db);
    });
    const start = withDatabase(async () => undefined);
    await expect(start).rejects.toThrow(SettingsError);
    await expect(start).rejects.toThrow(
      `replace it with the backup ${join(directory, 'backups', listBackups()[1] ?? '')};`,
    );
  });

  it('is refused with advice where there is no backup', async () => {
    await withDatabase((db) => db.client.execute(NEWER_MIGRATION));
    await expect(withDatabase(async () => undefined)).rejects.toThrow(/Start the newer version\..+restore a backup/);
  });
});

it('keeps the newest five backups', async () => {
  const clock = createFakeClock();
  await withDatabase(async (db) => {
    for (let n = 0; n < 7; n += 1) {
      clock.advance(1_000);
      await backUpDatabase(directory, clock, db);
    }
  });
  const last = clock.now();
  const kept = Array.from({ length: 5 }, (_, n) => `before-migration-${last - (4 - n) * 1_000}.db`);
  expect(listBackups()).toEqual(kept);
});
