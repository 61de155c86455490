import { formatLocalDay } from '#api/domain/local-time.ts';
import { BACKUP_RETENTION_MS, type BackupKind } from '#api/domain/backup-record.ts';

type Candidate = { kind: BackupKind; createdAt: number; isProven: boolean };

/**
 * The backups that may be deleted: those older than their kind is kept. The newest, and the newest that is proven, stay
 * however old they are: a site whose backups fail keeps its way back.
 */
export function listExpired<Backup extends Candidate>(backups: readonly Backup[], now: number): Backup[] {
  const newestFirst = [...backups].sort((a, b) => b.createdAt - a.createdAt);
  const kept = new Set([newestFirst[0], newestFirst.find(({ isProven }) => isProven)]);
  return newestFirst.filter((backup) => !kept.has(backup) && now - backup.createdAt > BACKUP_RETENTION_MS[backup.kind]);
}

/** The first backup of a day in the company’s zone is kept as the one of the day. */
export function chooseScheduledKind(
  backups: readonly Candidate[],
  { now, timeZone }: { now: number; timeZone: string },
): 'daily' | 'hourly' {
  const toDay = (at: number) => formatLocalDay(at, timeZone);
  return backups.some(({ kind, createdAt }) => kind === 'daily' && toDay(createdAt) === toDay(now))
    ? 'hourly'
    : 'daily';
}
