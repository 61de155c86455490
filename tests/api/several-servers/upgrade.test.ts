import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createNextMigrations } from '../../support/app/next-migrations.ts';
import { startLibsqlServer } from '../../support/machines/engines.ts';

it('a libSQL server of an earlier version, is backed up and brought up to date by one of two servers that start', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'upgrade-'));
  const engine = await startLibsqlServer(join(directory, 'database'));
  onTestFinished(async () => {
    await engine.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const before = await openDatabase(engine.url);
  await migrate(before, async () => undefined);
  before.client.close();
  const migrationsFolder = createNextMigrations(join(directory, 'next-migrations'));
  const start = (dataDirectory: string) =>
    openMigratedDatabase(
      readEnv({
        DATA_DIR: dataDirectory,
        DATABASE_URL: engine.url,
        APP_SECRET: 'the same secret on all servers of a test',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_BUCKET: 'site',
        S3_REGION: 'auto',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
        DEMO_CONTENT: 'pages',
      }),
      systemClock,
      { wasCleanShutdown: true, lockDatabase: () => undefined, migrationsFolder },
    );
  const folders = [join(directory, 'one'), join(directory, 'other')];
  for (const db of await Promise.all(folders.map(start))) {
    expect(await migrate(db, async () => undefined, migrationsFolder)).toBe(0);
    db.client.close();
  }
  const copies = await Promise.all(folders.map((folder) => readdir(join(folder, 'backups')).catch(() => [])));
  expect(copies.flat()).toEqual([expect.stringMatching(/^before-migration-\d+\.db$/)]);
});
