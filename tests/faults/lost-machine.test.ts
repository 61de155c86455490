import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBackupStore } from '#api/backups/backup-store.ts';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { prepareRestore } from '#api/backups/restore.ts';
import { createRestoreTarget } from '#api/backups/restore-target.ts';
import { parseSegmentNames } from '#api/backups/wal/wal-segments.ts';
import { readLastKnownMigration } from '#db/migrate.ts';
import { findFreePort } from '../support/app/free-port.ts';
import {
  copyCrashData,
  type CrashProcess,
  kill,
  readPage,
  sendCommand,
  startCrashProcess,
} from '../support/faults/crash-process.ts';
import { HANG_MS } from '../support/vitest/hang.ts';

let directory: string;
/** On the other disk. */
let backups: string;
let elsewhere: string;
let server: CrashProcess;
beforeEach(async () => {
  directory = await copyCrashData();
  backups = await mkdtemp(join(tmpdir(), 'other-disk-'));
  elsewhere = await mkdtemp(join(tmpdir(), 'other-machine-'));
});
afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  for (const each of [directory, backups, elsewhere]) await rm(each, { recursive: true, force: true });
});

const start = async (dataDir: string) =>
  startCrashProcess(dataDir, await findFreePort(), { settings: { BACKUPS_DIR: backups } });

const backUp = () =>
  new Promise<number>((resolve, reject) => {
    http
      .request({ socketPath: join(directory, 'control.sock'), method: 'POST', path: '/backups' }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      })
      .once('error', reject)
      .end();
  });

const createPost = (title: string) => sendCommand(server, { command: 'create', title, marker: title });

/** Up to when changes are on the other disk (UTC ms). */
async function readCopiedUntil(): Promise<number> {
  const names = await readdir(join(backups, 'wal')).catch(() => []);
  return Math.max(0, ...parseSegmentNames(names).map(({ to }) => to));
}

/** Waits until everything that was acknowledged by now is on the other disk. */
async function waitUntilCopied(): Promise<void> {
  const acknowledged = Date.now();
  await vi.waitFor(async () => expect(await readCopiedUntil()).toBeGreaterThan(acknowledged), HANG_MS);
}

/** The pages were on the machine too, and are built anew. */
async function expectLive(slugs: readonly string[]): Promise<void> {
  for (const slug of slugs)
    await vi.waitFor(
      async () => expect(await readPage(server.port, `/blogs/${slug}`)).toMatchObject({ status: 200 }),
      HANG_MS,
    );
}

async function restoreAt(at: number): Promise<void> {
  const place = { DATA_DIR: elsewhere, BACKUPS_DIR: backups, s3: null };
  const target = createRestoreTarget({
    ...place,
    DATABASE_URL: `file:${elsewhere}/app.db`,
    DATABASE_AUTH_TOKEN: undefined,
  });
  const files = createDiskFiles(join(elsewhere, 'uploads'));
  const plan = await prepareRestore(
    { at },
    { target, files, store: createBackupStore(place), lastKnownMigration: readLastKnownMigration() },
  );
  await plan.apply();
}

it('A machine that is lost takes nothing with it that was written before the last copy, also over a kill before', async () => {
  server = await start(directory);
  expect(await backUp()).toBe(200);
  await createPost('Before the kill');
  await kill(server);
  server = await start(directory);
  await createPost('After the kill');
  await waitUntilCopied();
  await kill(server);
  await rm(directory, { recursive: true });

  await restoreAt(Date.now());
  server = await start(elsewhere);
  await expectLive(['before-the-kill', 'after-the-kill']);
});

it('A server whose database was changed by hand while it was stopped keeps changes again from the next backup on', async () => {
  server = await start(directory);
  expect(await backUp()).toBe(200);
  await createPost('Before the stop');
  await kill(server, 'SIGTERM');
  {
    // The last program that closes a database deletes its log.
    using database = new DatabaseSync(join(directory, 'app.db'));
    database.exec("UPDATE blogs SET title = 'Changed by hand' WHERE title = 'Before the stop'");
  }
  server = await start(directory);
  expect(await backUp()).toBe(200);
  await createPost('After the stop');
  await waitUntilCopied();
  await kill(server);
  await rm(directory, { recursive: true });

  await restoreAt(Date.now());
  using database = new DatabaseSync(join(elsewhere, 'app.db'), { readOnly: true });
  const titles = database.prepare('SELECT title FROM blogs ORDER BY id DESC LIMIT 2').all();
  expect(titles.map(({ title }) => title)).toEqual(['After the stop', 'Changed by hand']);
});
