import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { readDatabaseBytes } from '#db/client.ts';
import { findDeliveryFailure } from '#api/features/mail/outbox/outbox.service.ts';
import { AppError } from '#api/http/errors.ts';
import { listFailedPublishes } from '#api/publishing/queue/job-queue.ts';
import { type SystemJson, type SystemPart, systemParts } from './system.contract.ts';
import { toBackupsJson } from './system.mapper.ts';

type SystemDeps = Pick<
  Deps,
  'db' | 'clock' | 'site' | 'space' | 'uploadStorage' | 'uploads' | 'purges' | 'backups' | 'log'
>;

/** How the server is: which of its parts work, and what there is to go back to. */
export async function getSystem(deps: SystemDeps): Promise<SystemJson> {
  const { db, clock, site, backups, uploads } = deps;
  const failures = await findFailures(deps);
  const status = await backups.readStatus();
  const { free, total } = await uploads.getDiskSpace();
  return {
    parts: systemParts.map((part) => {
      const { since, reason } = failures[part] ?? { since: null, reason: null };
      return { part, failing_since: toIsoOrNull(since), reason };
    }),
    server: {
      release: site.release(),
      started_at: toIso(clock.now() - Math.round(process.uptime() * 1_000)),
      memory_bytes: process.memoryUsage.rss(),
      disk: { free_bytes: free, total_bytes: total },
      database_bytes: status.place === 'none' ? null : await readDatabaseBytes(db),
    },
    backups: toBackupsJson(status),
  };
}

type Failure = { since: number; reason: string | null };

/** What fails, by part. */
export async function findFailures(
  deps: Pick<Deps, 'db' | 'clock' | 'space' | 'uploadStorage' | 'purges' | 'backups'>,
): Promise<Record<SystemPart, Failure | null>> {
  const { db, space, uploadStorage, purges, backups } = deps;
  const mailSince = await findDeliveryFailure(deps);
  const [failedPublish] = (await listFailedPublishes(db)).toSorted((a, b) => a.createdAt - b.createdAt);
  const cdn = await purges.findFailure();
  const fullSince = (await space.isFull()) ? space.fullSince : null;
  return {
    mail: mailSince === null ? null : { since: mailSince, reason: null },
    uploads: uploadStorage.failure,
    publishing: failedPublish ? { since: failedPublish.createdAt, reason: failedPublish.error } : null,
    cdn: cdn && { since: cdn.since, reason: cdn.error },
    backups: await backups.findFailure(),
    disk: fullSince === null ? null : { since: fullSince, reason: null },
  };
}

/** Begins a backup; the list says what became of it. @throws conflict where the database is no file of this server. */
export async function startBackup({ backups, log }: Pick<Deps, 'backups' | 'log'>): Promise<void> {
  const { place } = await backups.readStatus();
  if (place === 'none') throw new AppError('conflict', 'The database’s own server makes its backups.');
  backups.backUp('manual').catch((error: unknown) => log.error({ err: error }, 'a backup failed'));
}
