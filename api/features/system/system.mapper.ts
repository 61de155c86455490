import { toIso, toIsoOrNull } from '#api/clock.ts';
import { BACKUP_RETENTION_MS, type BackupStatus } from '#api/domain/backup-record.ts';
import type { ServerRow } from '#db/queries/servers.ts';
import type { SystemJson } from './system.contract.ts';
import type { LoopPause } from '#api/loop-watch.ts';

export const toServerJson = (row: ServerRow): SystemJson['servers'][number] => ({
  id: row.id,
  name: row.name,
  build: row.buildId,
  started_at: toIso(row.startedAt),
  seen_at: toIso(row.seenAt),
  release: row.release,
  is_behind: row.isBehind,
  is_leader: row.isLeader,
  is_alive: row.isAlive,
});

export const toBackupsJson = ({
  backups,
  place,
  isRunning,
  lastFailure,
  changes,
}: BackupStatus): SystemJson['backups'] => ({
  list: backups.map(({ file, kind, createdAt, proof }) => ({
    name: file.name,
    kind,
    created_at: toIso(createdAt),
    kept_until: toIso(createdAt + BACKUP_RETENTION_MS[kind]),
    bytes: file.bytes,
    failure: proof.failure,
    proof_ms: proof.milliseconds,
  })),
  place,
  is_running: isRunning,
  last_failure: lastFailure,
  changes: changes && { copied_until: toIsoOrNull(changes.copiedUntil), failure: changes.failure },
});

export const toPauseJson = ({ at, milliseconds, busyMilliseconds, work }: LoopPause): SystemJson['pauses'][number] => ({
  at: toIso(at),
  milliseconds: Math.round(milliseconds),
  busy_milliseconds: Math.round(busyMilliseconds),
  work,
});
