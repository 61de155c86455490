import { formatLocalDay } from '#api/domain/local-time.ts';
import type { BackupKind } from './backup-record.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How long backups of each kind are kept (ms). */
export const RETENTION_MS: Record<BackupKind, number> = {
  hourly: DAY_MS,
  daily: 30 * DAY_MS,
  manual: 30 * DAY_MS,
  'before-migration': 30 * DAY_MS,
};

type Candidate = { kind: BackupKind; createdAt: number; isProven: boolean };

/**
 * The backups that may be deleted: those older than their kind is kept. The newest, and the newest that is proven, stay
 * however old they are: a site whose backups fail keeps its way back.
 */
export function listExpired<Backup extends Candidate>(backups: readonly Backup[], now: number): Backup[] {
  const newestFirst = [...backups].sort((a, b) => b.createdAt - a.createdAt);
  const kept = new Set([newestFirst[0], newestFirst.find(({ isProven }) => isProven)]);
  return newestFirst.filter((backup) => !kept.has(backup) && now - backup.createdAt > RETENTION_MS[backup.kind]);
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
