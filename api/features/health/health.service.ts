import { toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { findDeliveryFailure } from '#api/features/mail/outbox/outbox.service.ts';
import { listFailedPublishes } from '#api/publishing/queue/job-queue.ts';
import type { HealthJson } from './health.contract.ts';

type HealthDeps = Pick<Deps, 'db' | 'clock' | 'site' | 'space' | 'uploadStorage' | 'purges' | 'backups'>;

/**
 * Whether the server can answer: one query must work; and which of its parts fail. @throws unavailable while it starts, and what
 * the query throws.
 */
export async function checkHealth(deps: HealthDeps): Promise<HealthJson> {
  const { site, space, uploadStorage, purges, backups, db } = deps;
  if (!site.isReady())
    throw new AppError('unavailable', 'The server is starting. Try again in a few seconds.', { retryAfterSeconds: 1 });
  const isFull = await space.isFull();
  const failedPublishes = await listFailedPublishes(db);
  const failures = {
    mail: await findDeliveryFailure(deps),
    uploads: uploadStorage.failure?.since ?? null,
    publishing: failedPublishes.length > 0 ? Math.min(...failedPublishes.map(({ createdAt }) => createdAt)) : null,
    cdn: (await purges.findFailure())?.since ?? null,
    backups: (await backups.findFailure())?.since ?? null,
    disk: isFull ? space.fullSince : null,
  };
  const isFailing = Object.values(failures).some((since) => since !== null);
  return {
    // 200 also while degraded: taking the server out of service would take the pages away, too.
    status: isFailing ? 'degraded' : 'ok',
    ...(isFull && { reason: 'disk_full' as const }),
    parts: {
      mail: toPartJson(failures.mail),
      uploads: toPartJson(failures.uploads),
      publishing: toPartJson(failures.publishing),
      cdn: toPartJson(failures.cdn),
      backups: toPartJson(failures.backups),
      disk: toPartJson(failures.disk),
    },
    release: site.release(),
    uptime_seconds: Math.round(process.uptime()),
  };
}

const toPartJson = (since: number | null): HealthJson['parts']['mail'] => ({
  status: since === null ? 'ok' : 'failing',
  since: toIsoOrNull(since),
});
