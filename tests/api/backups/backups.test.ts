import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpDatabase, copyDatabase } from '#api/adapters/database-backups.ts';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import type { FileStore } from '#api/adapters/file-store.ts';
import { createS3Files } from '#api/adapters/s3-files.ts';
import type { BackupRecord } from '#api/domain/backup-record.ts';
import { createBackupStore } from '#api/backups/backup-store.ts';
import { checkBackup } from '#api/backups/check/backup-check.ts';
import { type Expectation, takeSnapshot } from '#api/backups/snapshot.ts';
import { BackupWorker } from '#api/backups/backup-worker.ts';
import { prepareRestore } from '#api/backups/restore.ts';
import { createRestoreTarget } from '#api/backups/restore-target.ts';
import { readLastKnownMigration } from '#db/migrate.ts';
import { uploads } from '#db/schema/index.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';
import { startFakeS3Server } from '../../support/uploads/fake-s3-server.ts';

const HOUR_MS = 60 * 60_000;

let test: TestApp;
/** An empty place to restore into. */
let elsewhere: string;
let workers: BackupWorker[];
beforeEach(async () => {
  test = await createTestApp();
  elsewhere = await mkdtemp(join(tmpdir(), 'restored-'));
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await test.close();
  await rm(elsewhere, { recursive: true, force: true });
});

type Place = Parameters<typeof createBackupStore>[0];
const inDataDirectory = (): Place => ({ DATA_DIR: test.directory, BACKUPS_DIR: undefined, s3: null });

function createWorker(place = inDataDirectory()): BackupWorker {
  const store = createBackupStore(place);
  const worker = new BackupWorker({ ...test.deps, store, timeZone: 'Pacific/Auckland', libsqlServer: null });
  workers.push(worker);
  return worker;
}

const restoreOptions = (place = inDataDirectory(), files: FileStore = createDiskFiles(join(elsewhere, 'files'))) => ({
  target: createRestoreTarget({
    DATABASE_URL: `file:${elsewhere}/app.db`,
    DATABASE_AUTH_TOKEN: undefined,
    DATA_DIR: elsewhere,
  }),
  store: createBackupStore(place),
  files,
  lastKnownMigration: readLastKnownMigration(),
});

async function restore(file: string, ...options: Parameters<typeof restoreOptions>): Promise<void> {
  await (await prepareRestore(file, restoreOptions(...options))).apply();
}

function readRestored(sql: string): unknown[] {
  using database = new DatabaseSync(join(elsewhere, 'app.db'), { readOnly: true });
  return database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
}

/** An image with two files, of which one was lost. */
async function addImage(files = test.deps.files, { isPartLost = false } = {}) {
  const stored = ['aa-640.webp', 'aa-1280.webp'].map((name) => ({
    name,
    contentType: 'image/webp',
    width: 1,
    height: 1,
    bytes: name.length,
  }));
  for (const { name } of isPartLost ? stored.slice(1) : stored) {
    await mkdir(join(test.directory, 'incoming'), { recursive: true });
    const path = join(test.directory, 'incoming', name);
    await writeFile(path, name);
    await files.put(name, path, 'image/webp');
  }
  await test.db.orm.insert(uploads).values({
    hash: 'aa',
    kind: 'image',
    contentType: 'image/webp',
    url: '/uploads/aa-1280.webp',
    bytes: 23,
    name: 'a.png',
    files: stored,
    createdAt: test.clock.now(),
  });
}

const toPath = ({ file }: BackupRecord) => join(test.directory, 'backups', file.name);

describe('a backup', () => {
  it('is proven by a restore, and restores everything with its images into an empty place', async () => {
    await createUser(test, { email: 'kiri@example.com' });
    await addImage();
    const record = await createWorker().backUp('manual');
    expect(record).toMatchObject({ kind: 'manual', uploads: { files: 2, missing: [] }, proof: { failure: null } });
    expect(record.database.counts.users).toBe(1);
    await restore(record.file.name);
    expect(readRestored('SELECT email FROM users')).toEqual([{ email: 'kiri@example.com' }]);
    expect((await readdir(join(elsewhere, 'files'))).sort()).toEqual(['aa-1280.webp', 'aa-640.webp']);
    expect(await readFile(join(elsewhere, 'files', 'aa-640.webp'), 'utf8')).toBe('aa-640.webp');
  });

  it('T55 names who can work in the back office before it is restored', async () => {
    await createUser(test, { email: 'reader@example.com' });
    await createUser(test, { email: 'ed@example.com', role: 'editor' });
    await createUser(test, { email: 'ada@example.com', role: 'admin' });
    const record = await createWorker().backUp('manual');
    const plan = await prepareRestore(record.file.name, restoreOptions());
    expect(plan.staff).toEqual([
      { email: 'ada@example.com', role: 'Admin' },
      { email: 'ed@example.com', role: 'Editor' },
    ]);
    await plan.discard();
  });

  it('says which images the site has lost itself, and is proven nevertheless', async () => {
    await addImage(test.deps.files, { isPartLost: true });
    const record = await createWorker().backUp('manual');
    expect(record).toMatchObject({ uploads: { missing: ['aa-640.webp'] }, proof: { failure: null } });
    const plan = await prepareRestore(record.file.name, restoreOptions());
    expect(plan.uploads).toEqual({ files: 1, bytes: 12, missing: 1 });
    await plan.discard();
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('is kept in the bucket, with its images, and restored from there', async () => {
    const s3 = await startFakeS3Server('media');
    try {
      const files = createS3Files(s3.settings);
      Object.assign(test.deps, { files });
      await addImage(files);
      const place = { ...inDataDirectory(), s3: s3.settings };
      const record = await createWorker(place).backUp('manual');
      expect(record.proof.failure).toBeNull();
      expect([...s3.objects.keys()].filter((key) => key.startsWith('backups/')).sort()).toEqual([
        `backups/${record.file.name}`,
        `backups/${record.file.name.replace('.db.gz', '.json')}`,
        'backups/uploads/aa-1280.webp',
        'backups/uploads/aa-640.webp',
        'backups/uploads/removed.json',
      ]);
      for (const name of ['aa-640.webp', 'aa-1280.webp']) s3.objects.delete(`uploads/${name}`);
      await restore(record.file.name, place, createS3Files(s3.settings));
      expect(s3.objects.get('uploads/aa-640.webp')?.bytes.toString()).toBe('aa-640.webp');
    } finally {
      await s3.close();
    }
  });

  it('goes to a folder of its own where one is set; those of updates stay in the data directory', async () => {
    const folder = join(elsewhere, 'other-disk');
    const place = { ...inDataDirectory(), BACKUPS_DIR: folder };
    await backUpDatabase({ dataDir: test.directory, clock: test.clock, db: test.db, file: null });
    test.clock.advance(1_000);
    const worker = createWorker(place);
    const record = await worker.backUp('manual');
    expect(await readdir(folder)).toContain(record.file.name);
    const { backups } = await worker.readStatus();
    expect(backups.map(({ kind, proof }) => [kind, proof.failure])).toEqual([
      ['manual', null],
      ['before-migration', null],
    ]);
  });

  it('keeps the copies of removed images while a backup needs them', async () => {
    await addImage();
    const worker = createWorker();
    await worker.backUp('hourly');
    await test.db.orm.delete(uploads);
    const listCopies = async () =>
      (await readdir(join(test.directory, 'backups', 'uploads'))).filter((name) => name.startsWith('aa'));
    test.clock.advance(HOUR_MS);
    await worker.backUp('hourly');
    expect(await listCopies()).toHaveLength(2);
    // The first has expired, the second was made when the image was gone.
    test.clock.advance(24 * HOUR_MS - 1);
    await worker.backUp('hourly');
    test.clock.advance(2);
    await worker.backUp('hourly');
    expect(await listCopies()).toHaveLength(0);
  });
});

describe('a proof', () => {
  it('fails for a file that isn’t the one that was written, is shown, and the next backup proves again', async () => {
    const store = createBackupStore(inDataDirectory());
    let isDamaging = true;
    const fetch = async (name: string, path: string) => {
      const isThere = await store.fetch(name, path);
      if (isDamaging) await truncate(path, 1_000);
      return isThere;
    };
    const worker = new BackupWorker({
      ...test.deps,
      timeZone: 'Pacific/Auckland',
      libsqlServer: null,
      store: { ...store, fetch },
    });
    workers.push(worker);
    await expect(worker.backUp('manual')).rejects.toThrow('damaged or cut off');
    const listFailures = async () => (await worker.readStatus()).backups.map(({ proof }) => proof.failure);
    expect(await listFailures()).toEqual([expect.stringMatching(/damaged or cut off/)]);
    isDamaging = false;
    test.clock.advance(HOUR_MS);
    await worker.backUp('manual');
    expect(await listFailures()).toEqual([null, expect.any(String)]);
  });

  it('fails where a table has other rows than the live one had, or a row differs', async () => {
    await createUser(test, { email: 'kiri@example.com' });
    const file = join(elsewhere, 'copy.db');
    const { counts, sample } = await takeSnapshot(test.db, () => copyDatabase(test.db, file));
    const check = async (expected: Expectation) => {
      const target = join(elsewhere, 'restored.db');
      const { failure } = await checkBackup({ file, target, sha256: null, expected });
      await rm(target);
      return failure;
    };
    expect(sample.map(({ table }) => table)).toContain('users');
    expect(await check({ counts, sample })).toBeNull();
    const short = { ...counts, users: { min: 2, max: 3 } };
    expect(await check({ counts: short, sample })).toBe('‘users’ has 1 rows in it, and had 2 to 3.');
    const changed = sample.map((row) => (row.table === 'users' ? { ...row, text: `${row.text}?` } : row));
    expect(await check({ counts, sample: changed })).toMatch(/^Row \d+ of ‘users’ differs in it\.$/);
  });
});

describe('a restore refuses, with a sentence, and writes nothing', () => {
  let record: BackupRecord;
  beforeEach(async () => {
    record = await createWorker().backUp('manual');
  });

  const expectRefusal = async (file: string, reason: RegExp) => {
    await expect(prepareRestore(file, restoreOptions())).rejects.toThrow(reason);
    expect(await readdir(elsewhere)).toEqual([]);
  };

  it('a file that is cut off', async () => {
    await truncate(toPath(record), record.file.bytes - 100);
    await expectRefusal(toPath(record), /damaged or cut off/);
  });

  it('a file with one wrong byte, wherever it is', async () => {
    const original = await readFile(toPath(record));
    for (const part of [0.3, 0.6, 0.9]) {
      const damaged = Buffer.from(original);
      const at = Math.floor(damaged.length * part);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      await writeFile(toPath(record), damaged);
      await expectRefusal(toPath(record), /damaged or cut off|checksum differs/);
    }
  });

  it('a file with something at its end', async () => {
    await appendFile(toPath(record), 'x');
    await expectRefusal(toPath(record), /damaged or cut off|checksum differs/);
  });

  it('a file that is something else', async () => {
    const text = join(test.directory, 'letter.db');
    await writeFile(text, 'Dear Kiri');
    await expectRefusal(text, /can’t be read: file is not a database/);
    const foreign = join(test.directory, 'foreign.db');
    new DatabaseSync(foreign).exec('CREATE TABLE notes (text)');
    await expectRefusal(foreign, /isn’t a database of this program/);
    await expectRefusal('nothing.db.gz', /There is no backup ‘nothing.db.gz’/);
  });

  it('a database that is damaged inside', async () => {
    const file = join(test.directory, 'damaged.db');
    await writeFile(file, gunzipSync(await readFile(toPath(record))));
    await using handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(4_096, 7), 0, 4_096, 40 * 4_096);
    await expectRefusal(file, /damaged|can’t be read/);
  });

  it('a backup of a newer version', async () => {
    const options = { ...restoreOptions(), lastKnownMigration: record.database.lastMigration - 1 };
    await expect(prepareRestore(record.file.name, options)).rejects.toThrow(/newer version/);
  });

  it('a backup of another line of this program', async () => {
    const file = join(test.directory, 'other-line.db');
    await writeFile(file, gunzipSync(await readFile(toPath(record))));
    using other = new DatabaseSync(file);
    other.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('other', 1)");
    other.close();
    await expectRefusal(file, /another version of this program.+Restore it with the version that made it/);
  });

  it.each([
    ["CREATE TRIGGER promote AFTER UPDATE ON users BEGIN UPDATE users SET role = 'admin'; END", 'trigger ‘promote’'],
    ['CREATE VIEW people AS SELECT * FROM users', 'view ‘people’'],
    ['CREATE VIRTUAL TABLE notes USING fts5(text)', 'table ‘notes’'],
    ['CREATE INDEX by_role ON users (role)', 'index ‘by_role’'],
  ])('T55 a backup with something added to its schema: %s', async (sql, part) => {
    const file = join(test.directory, 'changed.db');
    await writeFile(file, gunzipSync(await readFile(toPath(record))));
    const changed = new DatabaseSync(file);
    changed.exec(sql);
    changed.close();
    await expectRefusal(file, new RegExp(`^It has a ${part} that this program didn’t make\\. The backup was changed`));
  });

  it.each([
    ['DROP TRIGGER audit_log_no_delete', /^Its trigger ‘audit_log_no_delete’ is missing\./],
    [
      'DROP TRIGGER audit_log_no_delete; CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT 1; END',
      /^Its trigger ‘audit_log_no_delete’ isn’t the one that this program makes\./,
    ],
    ['ALTER TABLE users ADD COLUMN extra text', /^Its table ‘users’ isn’t the one that this program makes\./],
  ])('T55 a backup whose schema was changed: %s', async (sql, reason) => {
    const file = join(test.directory, 'changed.db');
    await writeFile(file, gunzipSync(await readFile(toPath(record))));
    const changed = new DatabaseSync(file);
    changed.exec(sql);
    changed.close();
    await expectRefusal(file, reason);
  });

  it('a place with a database in it', async () => {
    await copyFile(toPath(record), join(elsewhere, 'app.db'));
    await expect(prepareRestore(record.file.name, restoreOptions())).rejects.toThrow(/There is a database already/);
  });
});

describe('what is known of backups', () => {
  it('is answered while the bucket is down: health must not fail with it', async () => {
    const store = createBackupStore(inDataDirectory());
    const list = () => Promise.reject(new Error('The bucket doesn’t answer.'));
    const worker = new BackupWorker({
      ...test.deps,
      timeZone: 'Pacific/Auckland',
      libsqlServer: null,
      store: { ...store, list },
    });
    workers.push(worker);
    await worker.whenIdle();
    expect(await worker.findFailure()).toBeNull();
    expect((await worker.readStatus()).backups).toEqual([]);
    test.clock.advance(4 * HOUR_MS);
    expect(await worker.findFailure()).toEqual({ since: test.clock.now() - HOUR_MS, reason: null });
  });
});

describe('the schedule', () => {
  it('makes the first of a day, then one an hour, five minutes after the start at the earliest', async () => {
    const worker = createWorker();
    const kinds = async () => (await worker.readStatus()).backups.map(({ kind }) => kind);
    await worker.whenIdle();
    expect(await kinds()).toEqual([]);
    test.clock.advance(5 * 60_000);
    await worker.whenIdle();
    await worker.whenIdle();
    expect(await kinds()).toEqual(['daily']);
    test.clock.advance(HOUR_MS);
    await worker.whenIdle();
    expect(await kinds()).toEqual(['hourly', 'daily']);
  });

  it('says what failed, tries again after ten minutes, and counts as failing after three hours without a proven one', async () => {
    const folder = join(elsewhere, 'not-a-folder');
    await writeFile(folder, '');
    const worker = createWorker({ ...inDataDirectory(), BACKUPS_DIR: folder });
    await expect(worker.backUp('manual')).rejects.toThrow();
    expect((await createWorker().readStatus()).backups).toEqual([]);
    await rm(folder);
    test.clock.advance(5 * 60_000);
    await worker.whenIdle();
    expect((await worker.readStatus()).backups).toEqual([]);
    expect((await worker.readStatus()).lastFailure).toMatch(/not a directory|ENOTDIR/i);
    const startedAt = test.clock.now() - 5 * 60_000;
    test.clock.advance(3 * HOUR_MS - 5 * 60_000);
    expect(await worker.findFailure()).toBeNull();
    test.clock.advance(1);
    expect(await worker.findFailure()).toEqual({
      since: startedAt + 3 * HOUR_MS,
      reason: expect.stringMatching(/not a directory|ENOTDIR/i),
    });
    await worker.whenIdle();
    expect(await worker.findFailure()).toBeNull();
    expect((await worker.readStatus()).lastFailure).toBeNull();
  });
});
