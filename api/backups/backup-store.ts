import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import type { FileStore, ListedFileStore } from '#api/adapters/file-store.ts';
import { createS3Files } from '#api/adapters/s3-files.ts';
import type { Env } from '#api/env.ts';
import { parseSegmentNames } from './wal/wal-segments.ts';
import { BACKUPS_FOLDER, listMigrationBackups } from '#api/adapters/database-backups.ts';
import {
  BACKUP_FILE,
  isNamedBefore,
  type BackupRecord,
  parseBackupRecord,
  RECORD_ENDING,
  toRecordName,
} from '#api/domain/backup-record.ts';

const RECORD_TYPE = 'application/json';
const FILE_TYPE = 'application/gzip';

type SegmentRange = { chain: string; from: number; to?: number; until?: number };

export type BackupStore = ReturnType<typeof createBackupStore>;

/**
 * Where backups are: a folder, or the bucket. A backup is there once its record is; what was cut off has none. Those
 * before a migration stay in the data directory, because they are made before the server can reach anything.
 */
export function createBackupStore(env: Pick<Env, 'DATA_DIR' | 'BACKUPS_DIR' | 's3'>) {
  const local = join(env.DATA_DIR, BACKUPS_FOLDER);
  const isBucket = env.s3 !== null && env.BACKUPS_DIR === undefined;
  const folder = env.BACKUPS_DIR ?? local;
  const open = (name: string): ListedFileStore =>
    env.s3 && isBucket ? createS3Files(env.s3, `backups/${name}`) : createDiskFiles(join(folder, name));
  const backups = open('');
  const uploads = open('uploads/');
  const segments = open('wal/');
  const listAllSegments = async () => parseSegmentNames((await segments.list()).map(({ name }) => name));
  const localFiles = createDiskFiles(local);
  const isLocal = (file: string) => file.startsWith('before-migration-');
  const storeOf = (file: string) => (isLocal(file) ? localFiles : backups);
  /** Files move from here into the folder, so it is on the same disk. */
  const scratch = join(isBucket ? local : folder, 'unfinished');
  /** The same for what is copied all the time, between backups. */
  const arriving = join(isBucket ? local : folder, 'arriving');

  /** A record never changes, so each is read once. */
  const known = new Map<string, BackupRecord>();

  const readRecord = async (name: string): Promise<BackupRecord | null> => {
    const read = known.get(name);
    if (read) return read;
    const stream = await storeOf(name).read(name);
    if (!stream) return null;
    // One that can’t be read belongs to a newer version, or was cut off: its backup is left alone.
    const record = await text(stream).then(parseBackupRecord, () => null);
    if (record) known.set(name, record);
    return record;
  };

  return {
    scratch,
    arriving,
    place: isBucket ? ('bucket' as const) : env.BACKUPS_DIR ? ('folder' as const) : ('data-directory' as const),
    uploads,
    /** The changes since the backups, in parts (`wal/wal-segments.ts`). */
    segments,

    /** Takes over a part of the changes from another folder, perhaps of another disk. */
    async addSegment(path: string, name: string): Promise<void> {
      await mkdir(arriving, { recursive: true, mode: 0o700 });
      const moved = join(arriving, name);
      await copyFile(path, moved);
      await segments.put(name, moved, FILE_TYPE);
      await rm(moved, { force: true });
      await rm(path);
    },

    /**
     * The names of the parts of a chain in their order: from one number up to before another, or with changes from before a moment
     * (UTC ms). @throws when one is gone.
     */
    async listSegments({ chain, from, to = Infinity, until = Infinity }: SegmentRange): Promise<string[]> {
      const found = (await listAllSegments()).filter(
        (each) => each.chain === chain && each.number >= from && each.number < to && each.from < until,
      );
      const isWhole = found.every(({ number }, at) => number === from + at);
      if (!isWhole || (to !== Infinity && found.length < to - from))
        throw new Error('A part of the changes is missing.');
      return found.map(({ name }) => name);
    },

    /** Deletes the parts that were written before a moment (UTC ms). */
    async deleteSegments(before: number): Promise<void> {
      const old = (await listAllSegments()).filter(({ to }) => to < before);
      await segments.delete(old.map(({ name }) => name));
    },

    /** Copies parts of the changes into a folder, and returns their paths in the same order. @throws when one is gone. */
    async fetchSegments(names: readonly string[], directory: string): Promise<string[]> {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const paths: string[] = [];
      for (const name of names) {
        const stream = await segments.read(name);
        if (!stream) throw new Error('A part of the changes is gone.');
        const path = join(directory, name);
        await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
        paths.push(path);
      }
      return paths;
    },

    /** An empty folder for what is being made. */
    async openScratch(): Promise<void> {
      await rm(scratch, { recursive: true, force: true });
      await mkdir(scratch, { recursive: true, mode: 0o700 });
    },

    /** All records, the newest first. */
    async list(): Promise<BackupRecord[]> {
      const stores = folder === local && !isBucket ? [backups] : [backups, localFiles];
      const listed = (await Promise.all(stores.map((store) => store.list()))).flat();
      const names = new Set(listed.map(({ name }) => name));
      const records = await Promise.all([...names].filter((name) => name.endsWith(RECORD_ENDING)).map(readRecord));
      return records
        .flatMap((record) => (record && names.has(record.file.name) ? [record] : []))
        .sort((a, b) => b.createdAt - a.createdAt);
    },

    /** The paths of those that an update left, and nothing has checked yet. */
    async listUncheckedMigrationBackups(): Promise<string[]> {
      const names = new Set((await localFiles.list()).map(({ name }) => name));
      return listMigrationBackups(env.DATA_DIR).filter((path) => !names.has(toRecordName(basename(path))));
    },

    /** Takes over a file from `scratch`; the backup is not there before `addRecord`. */
    addFile: (path: string, name: string) => backups.put(name, path, FILE_TYPE),

    async addRecord(record: BackupRecord): Promise<void> {
      const name = toRecordName(record.file.name);
      known.delete(name);
      const path = join(isLocal(name) ? local : scratch, `${name}.tmp`);
      await writeFile(path, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
      if (isLocal(name)) await rename(path, join(local, name));
      else await backups.put(name, path, RECORD_TYPE);
    },

    /** Copies a file of a backup to this path. Returns false when it is gone. */
    async fetch(name: string, path: string): Promise<boolean> {
      const stream = await storeOf(name).read(name);
      if (!stream) return false;
      await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return true;
    },

    /** The record goes first: half a deletion leaves a file that nothing offers. */
    async delete(records: readonly BackupRecord[]): Promise<void> {
      for (const { file } of records) {
        known.delete(toRecordName(file.name));
        await storeOf(file.name).delete([toRecordName(file.name)]);
        await storeOf(file.name).delete([file.name]);
      }
    },

    /** Files without a record that were begun before this (UTC ms): what a crash or a full disk left. */
    async deleteUnfinished(before: number): Promise<void> {
      const names = (await backups.list()).map(({ name }) => name);
      const present = new Set(names);
      const isUnfinished = (name: string) =>
        BACKUP_FILE.test(name) && !isLocal(name) && !present.has(toRecordName(name)) && isNamedBefore(name, before);
      const lost = names.filter(isUnfinished);
      await backups.delete(lost);
    },
  };
}

type Copy = { from: FileStore; to: FileStore; scratch: string };
type StoredName = { name: string; bytes: number; contentType: string };

/** Files that are copied at the same time: each waits for the disk or the network most of its time. */
const COPIES_AT_ONCE = 8;

/** Copies files from a store into another, those that are needed. Returns the names of those that are gone. */
export async function copyStoredFiles(
  copy: Copy,
  files: readonly StoredName[],
  isNeeded: (file: StoredName) => Promise<boolean>,
): Promise<string[]> {
  const missing: string[] = [];
  const rest = files[Symbol.iterator]();
  const copyRest = async () => {
    for (const file of rest) {
      if ((await isNeeded(file)) && !(await copyStoredFile(copy, file))) missing.push(file.name);
    }
  };
  // All end before a failure is told: the caller removes `scratch` then.
  const ends = await Promise.allSettled(Array.from({ length: COPIES_AT_ONCE }, copyRest));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return missing.sort();
}

/** Copies one file by a file in `scratch`. Returns false when it is gone. */
async function copyStoredFile({ from, to, scratch }: Copy, { name, contentType }: StoredName): Promise<boolean> {
  const stream = await from.read(name);
  if (!stream) return false;
  const path = join(scratch, name);
  try {
    await pipeline(stream, createWriteStream(path, { flags: 'w', mode: 0o600 }));
    await to.put(name, path, contentType);
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

/** @throws a sentence for the operator. */
export async function readRecordFile(path: string): Promise<BackupRecord> {
  return parseBackupRecord(await readFile(path, 'utf8'));
}
