import pino from 'pino';
import { lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { createDiskSpace } from '#api/adapters/disk-space.ts';
import { createUploadDeps } from '#api/adapters/upload-storage.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import type { BackupRecord, BackupStatus } from '#api/domain/backup-record.ts';
import { createBackupStore } from '#api/backups/backup-store.ts';
import { createBackupWorker } from '#api/workers.ts';
import { databaseFile, openDatabase } from '#db/client.ts';
import { existsSync } from 'node:fs';
import { callControlSocket, NoServerError, runCommand } from './control-client.ts';

const USAGE = `npm run backup            back up now, and prove it by a restore
npm run backup -- list    list the backups
`;

const [command = 'now'] = process.argv.slice(2);

await runCommand(async () => {
  if (command === 'list') return printList(await listBackups());
  if (command !== 'now') throw new Error(USAGE);
  const record = await backUp();
  if (record === null) {
    process.stdout.write('The server that leads has begun a backup. See npm run backup -- list in a minute.\n');
    return;
  }
  process.stdout.write(
    `Backed up and proven: ${record.file.name}, ${formatSize(record.file.bytes)}, ${record.uploads.files} files of images and videos\n`,
  );
  if (record.uploads.missing.length > 0) {
    process.stdout.write(
      `The site has lost ${record.uploads.missing.length} of them: ${record.uploads.missing.join(', ')}\n`,
    );
  }
});

async function listBackups(): Promise<readonly BackupRecord[]> {
  const status = await callControlSocket<BackupStatus>('GET', '/backups').catch(async (error: unknown) => {
    if (error instanceof NoServerError) return { backups: await createBackupStore(readEnv()).list() };
    throw error;
  });
  return status.backups;
}

/** By the running server (null: of several it has asked the one that leads), or from here while none runs: one process opens the database at a time. */
async function backUp(): Promise<BackupRecord | null> {
  return callControlSocket<BackupRecord | null>('POST', '/backups').catch((error: unknown) => {
    if (error instanceof NoServerError) return backUpStopped();
    throw error;
  });
}

async function backUpStopped(): Promise<BackupRecord> {
  const env = readEnv();
  const file = databaseFile(env.DATABASE_URL);
  if (file !== null && !existsSync(file)) throw new Error(`There is no database yet: ${file}`);
  const lock = lockDataDirectory(env.DATA_DIR);
  try {
    if (file !== null) lock.lockDatabase(file);
    const db = await openDatabase(env.DATABASE_URL, env.DATABASE_AUTH_TOKEN);
    try {
      const space = createDiskSpace({ db, clock: systemClock, directories: [env.DATA_DIR] });
      const { files } = createUploadDeps(env);
      const worker = createBackupWorker({ db, clock: systemClock, log: pino({ level: 'silent' }), space, files }, env);
      return await worker.backUp('manual').finally(() => worker.stop());
    } finally {
      db.client.close();
    }
  } finally {
    lock.release({ isClean: lock.wasCleanShutdown });
  }
}

function printList(backups: readonly BackupRecord[]): void {
  if (backups.length === 0) process.stdout.write('There are no backups yet.\n');
  for (const { createdAt, kind, file, proof } of backups) {
    const state = proof.failure ?? 'proven';
    const time = new Date(createdAt).toISOString();
    process.stdout.write(
      `${time}  ${kind.padEnd(16)}  ${formatSize(file.bytes).padStart(9)}  ${file.name}  ${state}\n`,
    );
  }
}

function formatSize(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
