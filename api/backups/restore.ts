import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isOfAnotherLine } from '#db/migrate.ts';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import type { FileStore, ListedFileStore } from '#api/adapters/file-store.ts';
import { BACKUP_FILE, type BackupRecord, toRecordName } from '#api/domain/backup-record.ts';
import { type BackupStore, copyStoredFiles, readRecordFile } from './backup-store.ts';
import { replaySegments } from './wal/wal-replay.ts';
import { type CheckResult, checkBackup, removeCopy } from './check/backup-check.ts';
import { findForeignSchema, listStaff } from './check/schema-check.ts';
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
  /** Times of the backup before a moment and of the last change up to it (UTC ms); null for a whole backup. */
  moment: { base: number; lastAt: number | null } | null;
  database: NonNullable<CheckResult['database']>;
  uploads: { files: number; bytes: number; missing: number };
  /** Who can work in the back office afterwards. */
  staff: { email: string; role: string }[];
  /** Puts it in place. The database comes last: a restore that is cut off leaves none, and can be run again. */
  apply(): Promise<void>;
  discard(): Promise<void>;
};

/** A moment to go back to (UTC ms). */
export type Moment = { at: number };

/**
 * Checks a backup for a restore into an empty place: the path of a file, the name of one in the store, or a moment between two of them.
 * @throws RestoreError when there is a database already, or the backup is damaged, foreign, of a newer version, or has
 * another schema than its version (T55).
 */
export async function prepareRestore(wanted: string | Moment, options: RestoreOptions): Promise<RestorePlan> {
  const { store, files, lastKnownMigration, target } = options;
  await target.requireEmpty();
  const { restored } = target;
  await removeCopy(restored);
  try {
    const source = typeof wanted === 'string' ? await openSource(wanted, store) : await openMoment(wanted, store);
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
        'It was made by another version of this program that this one doesn’t know. Restore it with the version that made it.',
      );
    }
    const foreign = findForeignSchema(restored, result.database.migrations);
    if (foreign !== null) {
      throw new RestoreError(
        `${foreign} The backup was changed after it was made, and such a change can act when the server runs. Restore another backup.`,
      );
    }
    const copied = new Map((await source.uploads.list()).map(({ name, bytes }) => [name, bytes]));
    const found = result.uploads.filter(({ name, bytes }) => copied.get(name) === bytes);
    return {
      name: basename(source.file),
      record: source.record,
      moment: source.moment,
      database: result.database,
      staff: listStaff(restored),
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
  moment: RestorePlan['moment'];
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
      moment: null,
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
  return { file, record, moment: null, uploads: store.uploads, discard };
}

/** The backup before a moment, brought to it by the changes since then. */
async function openMoment({ at }: Moment, store: BackupStore): Promise<Source> {
  const base = (await store.list()).find(
    ({ createdAt, changes, proof }) => changes && createdAt <= at && !proof.failure,
  );
  if (!base?.changes)
    throw new RestoreError(
      'There is no backup from before that time from which changes are kept. List them with npm run backup -- list.',
    );
  const names = await store.listSegments({ chain: base.changes.chain, from: base.changes.segment, until: at });
  await store.openScratch();
  const discard = () => rm(store.scratch, { recursive: true, force: true });
  const packed = join(store.scratch, base.file.name);
  const file = join(store.scratch, 'moment.db');
  if (!(await store.fetch(base.file.name, packed))) throw new RestoreError('The file of this backup is gone.');
  try {
    const segments = await store.fetchSegments(names, join(store.scratch, 'changes'));
    const { lastAt } = await replaySegments({ base: packed, segments, until: at, target: file });
    return { file, record: null, moment: { base: base.createdAt, lastAt }, uploads: store.uploads, discard };
  } catch (error) {
    await discard();
    throw new RestoreError(
      `The changes up to that time can’t be read. ${error instanceof Error ? error.message : ''}`.trim(),
      {
        cause: error,
      },
    );
  }
}

const toExact = ({ database }: BackupRecord) => ({
  counts: Object.fromEntries(
    Object.entries(database.counts).map(([table, count]) => [table, { min: count, max: count }]),
  ),
  sample: [],
});
