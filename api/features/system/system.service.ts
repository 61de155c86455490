import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { readDatabaseBytes } from '#db/client.ts';
import { listUsersWithPermission } from '#db/queries/permission-holders.ts';
import { listServers } from '#db/queries/servers.ts';
import { readQueueLengths } from '#db/queries/queue-lengths.ts';
import { findBillingDrift } from '#db/queries/billing-drift.ts';
import { findDeliveryFailure } from '#api/features/mail/outbox/outbox.service.ts';
import { listFailedPublishes } from '#api/publishing/queue/job-queue.ts';
import { type SystemJson, type SystemPart, systemParts } from './system.contract.ts';
import { toBackupsJson, toPauseJson, toServerJson } from './system.mapper.ts';

type SystemDeps = Pick<
  Deps,
  | 'db'
  | 'clock'
  | 'accounts'
  | 'site'
  | 'space'
  | 'uploadStorage'
  | 'uploads'
  | 'purges'
  | 'backups'
  | 'log'
  | 'loopWatch'
>;

/** How the server is: which of its parts work, and what there is to go back to. */
export async function getSystem(deps: SystemDeps): Promise<SystemJson> {
  const { db, clock, accounts, site, backups, uploads } = deps;
  const failures = await findFailures(deps);
  const status = await backups.readStatus();
  const { free, total } = await uploads.getDiskSpace();
  return {
    parts: systemParts.map((part) => {
      const { since, reason } = failures[part] ?? { since: null, reason: null };
      return { part, failing_since: toIsoOrNull(since), reason };
    }),
    servers: (await listServers(db)).map(toServerJson),
    server: {
      release: site.release(),
      started_at: toIso(clock.now() - Math.round(process.uptime() * 1_000)),
      memory_bytes: process.memoryUsage.rss(),
      disk: { free_bytes: free, total_bytes: total },
      database: { bytes: await readDatabaseBytes(db), is_file: db.client.protocol === 'file' },
    },
    pauses: deps.loopWatch.listPauses().map(toPauseJson),
    queues: (await readQueueLengths(db)).map(({ queue, count, oldestAt }) => ({
      queue,
      length: count,
      oldest_at: toIsoOrNull(oldestAt),
    })),
    alerts: {
      emails: (await listUsersWithPermission(db, 'system.manage', clock.now())).map(({ email }) => email),
      is_sent: !accounts.isEmailSavedToFiles,
    },
    backups: toBackupsJson(status),
  };
}

export type Failure = { since: number; reason: string | null };

/** What fails, by part. */
export async function findFailures(
  deps: Pick<Deps, 'db' | 'clock' | 'space' | 'uploadStorage' | 'purges' | 'backups'>,
): Promise<Record<SystemPart, Failure | null>> {
  const { db, space, uploadStorage, purges, backups } = deps;
  const mailSince = await findDeliveryFailure(deps);
  const [failedPublish] = (await listFailedPublishes(db)).toSorted((a, b) => a.createdAt - b.createdAt);
  const cdn = await purges.findFailure();
  const drift = await findBillingDrift(db);
  const fullSince = (await space.isFull()) ? space.fullSince : null;
  return {
    mail: mailSince === null ? null : { since: mailSince, reason: null },
    uploads: uploadStorage.failure,
    publishing: failedPublish ? { since: failedPublish.createdAt, reason: failedPublish.error } : null,
    cdn: cdn && { since: cdn.since, reason: cdn.error },
    billing: drift && { since: drift.since, reason: null },
    backups: await backups.findFailure(),
    disk: fullSince === null ? null : { since: fullSince, reason: null },
  };
}

/** Begins a backup; the list says what became of it. */
export function startBackup({ backups, log }: Pick<Deps, 'backups' | 'log'>): void {
  backups.backUp('manual').catch((error: unknown) => log.error({ err: error }, 'a backup failed'));
}
