import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isOfAnotherLine } from '#db/migrate.ts';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import type { FileStore, ListedFileStore } from '#api/adapters/file-store.ts';
import { BACKUP_FILE, type BackupRecord, toRecordName } from '#api/domain/backup-record.ts';
import { type BackupStore, copyStoredFiles, readRecordFile } from './backup-store.ts';
import { type CheckResult, checkBackup, removeCopy } from './check/backup-check.ts';
import { RestoreError, type RestoreTarget } from './restore-target.ts';

export type RestoreOptions = {
  target: RestoreTarget;
  store: BackupStore;
  /** Where the images and videos of this server are. */
  files: FileStore;
  /** Of this version of the program (UTC ms). */
  lastKnownMigration: number;
};

/** What a backup holds, said before anything is written. */
export type RestorePlan = {
  name: string;
  /** Null for a file that lies there by itself. */
  record: BackupRecord | null;
  database: NonNullable<CheckResult['database']>;
  uploads: { files: number; bytes: number; missing: number };
  /** Puts it in place. The database comes last: a restore that is cut off leaves none, and can be run again. */
  apply(): Promise<void>;
  discard(): Promise<void>;
};

/**
 * Checks a backup for a restore into an empty place: the path of a file, or the name of one in the store.
 * @throws RestoreError when there is a database already, or the backup is damaged, foreign or of a newer version.
 */
export async function prepareRestore(pathOrName: string, options: RestoreOptions): Promise<RestorePlan> {
  const { store, files, lastKnownMigration, target } = options;
  await target.requireEmpty();
  const { restored } = target;
  await removeCopy(restored);
  try {
    const source = await openSource(pathOrName, store);
    const result = await checkBackup({
      file: source.file,
      target: restored,
      sha256: source.record?.file.sha256 ?? null,
      expected: source.record && toExact(source.record),
    }).finally(() => source.discard());
    if (result.failure || !result.database) throw new RestoreError(result.failure ?? 'There is no database in it.');
    if (result.database.lastMigration > lastKnownMigration) {
      throw new RestoreError('It was made by a newer version of this program. Install that version, then restore it.');
    }
    if (isOfAnotherLine(result.database.migrations)) {
      throw new RestoreError(
        'It was made by another version of this program, of which this one knows nothing. Restore it with the version that made it.',
      );
    }
    const copied = new Map((await source.uploads.list()).map(({ name, bytes }) => [name, bytes]));
    const found = result.uploads.filter(({ name, bytes }) => copied.get(name) === bytes);
    return {
      name: basename(source.file),
      record: source.record,
      database: result.database,
      uploads: {
        files: found.length,
        bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
        missing: result.uploads.length - found.length,
      },
      async apply() {
        const scratch = `${restored}.uploads`;
        await mkdir(scratch, { recursive: true, mode: 0o700 });
        const isNeeded = async ({ name, bytes }: { name: string; bytes: number }) => (await files.size(name)) !== bytes;
        await copyStoredFiles({ from: source.uploads, to: files, scratch }, found, isNeeded);
        await rm(scratch, { recursive: true, force: true });
        await target.place();
      },
      discard: async () => void (await removeCopy(restored)),
    };
  } catch (error) {
    await removeCopy(restored);
    throw error;
  }
}

type Source = {
  file: string;
  record: BackupRecord | null;
  uploads: ListedFileStore;
  discard(): Promise<void>;
};

async function openSource(pathOrName: string, store: BackupStore): Promise<Source> {
  if (existsSync(pathOrName)) {
    if (!BACKUP_FILE.test(pathOrName)) throw new RestoreError('A backup is a file that ends with .db.gz or .db.');
    const beside = join(dirname(pathOrName), toRecordName(basename(pathOrName)));
    return {
      file: pathOrName,
      record: existsSync(beside) ? await readRecordFile(beside) : null,
      uploads: createDiskFiles(join(dirname(pathOrName), 'uploads')),
      discard: async () => undefined,
    };
  }
  const record = (await store.list()).find(({ file }) => file.name === basename(pathOrName));
  if (!record) throw new RestoreError(`There is no backup ‘${pathOrName}’. List them with npm run backup -- list.`);
  await store.openScratch();
  const file = join(store.scratch, record.file.name);
  if (!(await store.fetch(record.file.name, file))) throw new RestoreError('The file of this backup is gone.');
  const discard = () => rm(store.scratch, { recursive: true, force: true });
  return { file, record, uploads: store.uploads, discard };
}

const toExact = ({ database }: BackupRecord) => ({
  counts: Object.fromEntries(
    Object.entries(database.counts).map(([table, count]) => [table, { min: count, max: count }]),
  ),
  sample: [],
});
