import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ResultSet } from '@libsql/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { createS3Files } from '#api/adapters/s3-files.ts';
import { createBackupStore } from '#api/backups/backup-store.ts';
import { BackupWorker } from '#api/backups/backup-worker.ts';
import { copyLibsqlDatabase } from '#api/backups/libsql/copy-server.ts';
import { prepareRestore } from '#api/backups/restore.ts';
import { createRestoreTarget } from '#api/backups/restore-target.ts';
import { openMigratedDatabase } from '#api/open-database.ts';
import { readEnv } from '#api/env.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { migrate, readLastKnownMigration } from '#db/migrate.ts';
import { createNextMigrations } from '../../support/app/next-migrations.ts';
import { uploads } from '#db/schema/index.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';
import { startBucket, startLibsqlServer } from '../../support/machines/engines.ts';

/** Settings of one that nobody asks. */
const NO_BUCKET = {
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_BUCKET: 'site',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

type LibsqlEngine = Awaited<ReturnType<typeof startLibsqlServer>>;

let test: TestApp;
let elsewhere: string;
let server: LibsqlEngine;
let db: Database;
let ends: (() => Promise<unknown>)[];
beforeEach(async () => {
  test = await createTestApp();
  elsewhere = await mkdtemp(join(tmpdir(), 'restored-'));
  ends = [];
  server = await startServer('source');
  db = await openDatabase(server.url);
  await migrate(db, async () => undefined);
  Object.assign(test, { db });
  Object.assign(test.deps, { db });
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  db.client.close();
  await test.close();
  await rm(elsewhere, { recursive: true, force: true });
});

async function startServer(name: string): Promise<LibsqlEngine> {
  const started = await startLibsqlServer(join(elsewhere, `sqld-${name}`));
  ends.push(() => started.stop());
  return started;
}

async function startTestBucket() {
  const bucket = await startBucket(join(elsewhere, 's3'));
  ends.push(() => bucket.stop());
  const { s3 } = readEnv(bucket.settings);
  if (!s3) throw new Error('There are no settings of a bucket.');
  return { s3, settings: bucket.settings };
}

const createServerEnv = (dataDirectory: string, url: string, bucket: Record<string, string> = NO_BUCKET) =>
  readEnv({
    DATA_DIR: dataDirectory,
    DATABASE_URL: url,
    DEMO_CONTENT: 'pages',
    APP_SECRET: 'a secret of the tests, long enough',
    ...bucket,
  });

const createPlace = (values: Partial<Parameters<typeof createBackupStore>[0]> = {}) => ({
  DATA_DIR: test.directory,
  BACKUPS_DIR: undefined,
  s3: null,
  ...values,
});

function createWorker(place = createPlace(), url = server.url): BackupWorker {
  const store = createBackupStore(place);
  const worker = new BackupWorker({
    ...test.deps,
    store,
    timeZone: 'Pacific/Auckland',
    libsqlServer: { url, authToken: 'a token' },
  });
  ends.push(() => worker.stop());
  return worker;
}

const restoreOptions = (url: string, place = createPlace(), files = createDiskFiles(join(elsewhere, 'files'))) => ({
  target: createRestoreTarget({ DATABASE_URL: url, DATABASE_AUTH_TOKEN: undefined, DATA_DIR: elsewhere }),
  store: createBackupStore(place),
  files,
  lastKnownMigration: readLastKnownMigration(),
});

const rowsOf = ({ rows }: ResultSet): unknown[] => rows.map((row) => Object.values(row));

async function addImage(files = test.deps.files): Promise<void> {
  const stored = [{ name: 'aa-640.webp', contentType: 'image/webp', width: 1, height: 1, bytes: 11 }];
  await mkdir(join(test.directory, 'incoming'), { recursive: true });
  const path = join(test.directory, 'incoming', 'aa-640.webp');
  await writeFile(path, 'aa-640.webp');
  await files.put('aa-640.webp', path, 'image/webp');
  await db.orm.insert(uploads).values({
    hash: 'aa',
    kind: 'image',
    contentType: 'image/webp',
    url: '/uploads/aa-640.webp',
    bytes: 11,
    name: 'a.png',
    files: stored,
    createdAt: test.clock.now(),
  });
}

describe('a backup of a libSQL server', () => {
  it('is proven, and restores every value, search index, trigger and counter into an empty server', async () => {
    await createUser(test, { email: 'kiri@example.com', firstName: 'Kiri' });
    await createUser(test, { email: 'gone@example.com' });
    await db.client.migrate(["DELETE FROM users WHERE email = 'gone@example.com'"]);
    await db.client.execute(
      'CREATE TABLE odd (id INTEGER PRIMARY KEY, word TEXT, bytes BLOB, big INTEGER, share REAL)',
    );
    const words = ["it's; 'quoted'\r\n-- not a comment", 'a\0b', '', 'END;', '\u{1F600}\ufeff', "');\nCOMMIT;\n"];
    for (const word of words) {
      await db.client.execute({
        sql: 'INSERT INTO odd (word, bytes, big, share) VALUES (?, ?, ?, ?)',
        args: [word, new Uint8Array([0, 39, 255]), 9_007_199_254_740_993n, 0.1 + 0.2],
      });
    }
    await db.client.execute("INSERT INTO odd (word, big, share) VALUES ('limits', -9223372036854775808, 9e999)");
    await db.client.execute("INSERT INTO odd (word, share) VALUES ('whole', 3.0)");

    const record = await createWorker().backUp('manual');
    expect(record).toMatchObject({ kind: 'manual', proof: { failure: null } });
    expect(record.database.counts).toMatchObject({ users: 1, odd: 8 });

    const empty = await startServer('target');
    const plan = await prepareRestore(record.file.name, restoreOptions(empty.url));
    await plan.apply();
    const restored = await openDatabase(empty.url);
    ends.push(async () => restored.client.close());
    for (const query of [
      'SELECT id, hex(word), hex(bytes), CAST(big AS TEXT), typeof(big), quote(share), typeof(share) FROM odd ORDER BY id',
      'SELECT type, name, sql FROM sqlite_master ORDER BY name',
      'SELECT * FROM sqlite_sequence ORDER BY name',
      // An index whose rows have no content of their own can’t be built anew.
      'SELECT rowid FROM audit_search ORDER BY rowid',
      "SELECT rowid FROM users_search WHERE users_search MATCH 'kiri'",
    ]) {
      const [before, after] = await Promise.all([db, restored].map(({ client }) => client.execute(query)));
      expect(after && rowsOf(after)).toEqual(before && rowsOf(before));
    }
    // Triggers act again, and ids are not given twice.
    await restored.client.execute(
      "INSERT INTO users (email, first_name, last_name, created_at, updated_at) VALUES ('mere@example.com', 'Mere', '', 0, 0)",
    );
    const found = await restored.client.execute("SELECT rowid FROM users_search WHERE users_search MATCH 'mere'");
    expect(found.rows).toHaveLength(1);
    await restored.client.execute("INSERT INTO users_search (users_search) VALUES ('integrity-check')");
  });

  it('goes to the bucket with its images, and comes back from there', async () => {
    const { s3 } = await startTestBucket();
    const files = createS3Files(s3);
    Object.assign(test.deps, { files });
    await addImage(files);
    const place = createPlace({ s3 });
    const record = await createWorker(place).backUp('manual');
    expect(record).toMatchObject({ uploads: { files: 1, missing: [] }, proof: { failure: null } });
    await files.delete(['aa-640.webp']);
    const empty = await startServer('target');
    await (await prepareRestore(record.file.name, restoreOptions(empty.url, place, files))).apply();
    expect(await text((await files.read('aa-640.webp')) ?? Readable.from([]))).toBe('aa-640.webp');
    expect(await readdir(join(elsewhere, 'backups'))).toEqual([]);
  });

  it('before a migration goes to the bucket like the others, because the data directory is a cache', async () => {
    const { s3, settings } = await startTestBucket();
    const env = createServerEnv(test.directory, server.url, settings);
    const migrationsFolder = createNextMigrations(join(test.directory, 'next-migrations'));
    const lock = { wasCleanShutdown: true, lockDatabase: () => undefined };
    const { client } = await openMigratedDatabase(env, test.clock, { ...lock, migrationsFolder });
    client.close();
    expect(await readdir(join(test.directory, 'backups'))).toEqual([`before-migration-${test.clock.now()}.db`]);
    const worker = createWorker(createPlace({ s3 }));
    test.clock.advance(1_000);
    await worker.backUp('manual');
    const { backups } = await worker.readStatus();
    expect(backups.map(({ kind, proof }) => [kind, proof.failure])).toEqual([
      ['manual', null],
      ['before-migration', null],
    ]);
    expect(await readdir(join(test.directory, 'backups'))).toEqual([]);
  });
});

describe('a copy of a libSQL server', () => {
  /** Answers every request. */
  async function startFake(
    respond: (path: string, authorization: string, server: Server) => [number, string, boolean?],
  ) {
    const fake = createServer((request, response) => {
      const [status, body, isCut] = respond(request.url ?? '', request.headers.authorization ?? '', fake);
      response.writeHead(status, isCut ? { 'Content-Length': body.length + 100 } : {});
      if (isCut) response.write(body, () => response.destroy());
      else response.end(body);
    });
    await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
    ends.push(() => new Promise((resolve) => fake.close(resolve)));
    return `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
  }

  const copy = async (url: string) => {
    const file = join(elsewhere, 'copy.db');
    await copyLibsqlDatabase({ db, server: { url, authToken: 'a token' } }, file);
  };

  it('fails with a sentence and leaves no file, when the server refuses, is gone, or stops in the middle', async () => {
    const refusing = await startFake((path, authorization) => [
      path === '/dump' && authorization === 'Bearer a token' ? 403 : 200,
      '',
    ]);
    await expect(copy(refusing)).rejects.toThrow('it answers /dump with 403');
    await expect(copy('http://127.0.0.1:1')).rejects.toThrow('can’t be reached');
    const cut = await startFake(() => [200, 'BEGIN TRANSACTION;\n', true]);
    await expect(copy(cut)).rejects.toThrow('cut off');
    const short = await startFake(() => [200, 'BEGIN TRANSACTION;\nCREATE TABLE t (id);\n']);
    await expect(copy(short)).rejects.toThrow('cut off');
    expect((await readdir(elsewhere)).filter((name) => name.startsWith('copy'))).toEqual([]);
  });
});

describe('a restore into a libSQL server', () => {
  it('refuses one that isn’t empty or can’t be reached, and runs again after it was cut off', async () => {
    await createUser(test, { email: 'kiri@example.com' });
    const record = await createWorker().backUp('manual');
    await expect(prepareRestore(record.file.name, restoreOptions(server.url))).rejects.toThrow(
      /has a database already/,
    );
    await expect(prepareRestore(record.file.name, restoreOptions('http://127.0.0.1:1'))).rejects.toThrow(
      'The libSQL server 127.0.0.1:1 can’t be reached.',
    );
    const empty = await startServer('target');
    const first = await openDatabase(empty.url);
    // What a restore leaves that was cut off: a server doesn’t start on it.
    await first.client.migrate([
      'CREATE TABLE unfinished_restore (id INTEGER PRIMARY KEY)',
      'CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT)',
      'CREATE VIRTUAL TABLE users_search USING fts5(email)',
    ]);
    const env = createServerEnv(join(elsewhere, 'data'), empty.url);
    const start = openMigratedDatabase(env, test.clock, { wasCleanShutdown: true, lockDatabase: () => undefined });
    await expect(start).rejects.toThrow('A restore into this database was cut off.');
    await (await prepareRestore(record.file.name, restoreOptions(empty.url))).apply();
    expect(rowsOf(await first.client.execute('SELECT email FROM users'))).toEqual([['kiri@example.com']]);
    first.client.close();
  });
});

describe('backups of a libSQL server', () => {
  it('are known to every server, a moment after the leader made them', async () => {
    const place = createPlace();
    const follower = createWorker(place);
    expect((await follower.readStatus()).backups).toEqual([]);
    const record = await createWorker(place).backUp('manual');
    test.clock.advance(15_000);
    await vi.waitFor(async () =>
      expect((await follower.readStatus()).backups.map(({ file }) => file.name)).toEqual([record.file.name]),
    );
    test.clock.advance(3 * 60 * 60_000 - 15_000);
    expect(await follower.findFailure()).toBeNull();
  });

  it('with a dump that lacks rows are not proven', async () => {
    await createUser(test, { email: 'kiri@example.com' });
    const dump = await (await fetch(`${server.httpUrl}/dump`)).text();
    const fake = createServer((_request, response) => response.end(dump.replace(/^INSERT INTO users VALUES.*$/m, '')));
    await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
    ends.push(() => new Promise((resolve) => fake.close(resolve)));
    const worker = createWorker(createPlace(), `http://127.0.0.1:${(fake.address() as AddressInfo).port}`);
    await expect(worker.backUp('manual')).rejects.toThrow('‘users’ has 0 rows in it, and had 1 to 1.');
  });
});
