import { z } from 'zod';

export const backupKinds = ['hourly', 'daily', 'manual', 'before-migration'] as const;
export type BackupKind = (typeof backupKinds)[number];

const DAY_MS = 24 * 60 * 60_000;

/** What lies beside each backup, as JSON: enough to say what it is, and to tell a whole file from a damaged one. */
export const backupRecordSchema = z.object({
  format: z.literal(1),
  kind: z.enum(backupKinds),
  /** UTC ms. */
  createdAt: z.number().int(),
  /** The file beside the record. */
  file: z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() }),
  database: z.object({
    bytes: z.number().int(),
    /** When its newest migration was generated (UTC ms). */
    lastMigration: z.number().int(),
    /** Rows by table. */
    counts: z.record(z.string(), z.number().int()),
  }),
  /** Files of images and videos that the database names, and those of them that were lost before. */
  uploads: z.object({ files: z.number().int(), bytes: z.number().int(), missing: z.array(z.string()) }),
  /** The first segment of changes after the backup, and the checksum of the database itself; absent where no changes are kept. */
  changes: z.object({ chain: z.string(), segment: z.number().int(), sha256: z.string() }).optional(),
  /**
   * The restore into a scratch database; `failure` says what was wrong. `changes`: the backup before, brought to this moment by the changes
   * between, was compared with this one; `failure` says how that ended.
   */
  proof: z.object({
    checkedAt: z.number().int(),
    milliseconds: z.number(),
    failure: z.string().nullable(),
    changes: z.object({ since: z.number().int(), failure: z.string().nullable() }).optional(),
  }),
});

export type BackupRecord = z.output<typeof backupRecordSchema>;

/** What is known of the backups. */
export type BackupStatus = {
  /** The newest first. */
  backups: readonly BackupRecord[];
  place: 'bucket' | 'folder' | 'data-directory';
  /** While one is being made. */
  isRunning: boolean;
  /** Of the last try, when it failed: a sentence. */
  lastFailure: string | null;
  /** Null where changes aren’t kept between backups. */
  changes: ChangesStatus | null;
};

/** How far the changes between backups are safe (UTC ms). */
export type ChangesStatus = {
  /** Everything up to then is where the backups are; null before the first backup. */
  copiedUntil: number | null;
  /** Why what was written since then isn’t, a sentence; null while all is well. */
  failure: string | null;
};

/** Changes between backups can be restored for so long (ms). */
export const CHANGES_RETENTION_MS = 7 * DAY_MS;

/** How long backups of each kind are kept (ms). */
export const BACKUP_RETENTION_MS: Record<BackupKind, number> = {
  hourly: DAY_MS,
  daily: 30 * DAY_MS,
  manual: 30 * DAY_MS,
  'before-migration': 30 * DAY_MS,
};

/** The name without its ending: `20261124-100400-hourly`, in UTC, so that names sort by time. */
export function toBackupName(createdAt: number, kind: BackupKind): string {
  const [day = '', time = ''] = new Date(createdAt).toISOString().split('T');
  return `${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${kind}`;
}

/** Whether the name says that the backup was begun before this (UTC ms). */
export const isNamedBefore = (name: string, at: number): boolean => name < toBackupName(at, 'daily');

export const RECORD_ENDING = '.json';
/** Compressed; those before a migration are the database itself. */
export const BACKUP_FILE = /^(?<name>.+)\.db(\.gz)?$/;

/** The name of the record beside a file. */
export const toRecordName = (file: string): string => file.replace(/\.db(\.gz)?$/, RECORD_ENDING);

/** @throws a sentence for the operator when the text is no record. */
export function parseBackupRecord(text: string): BackupRecord {
  try {
    return backupRecordSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error('The record of the backup can’t be read.', { cause: error });
  }
}
