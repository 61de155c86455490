import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { findFailures } from '#api/features/system/system.service.ts';
import type { HealthJson, ReadyJson } from './health.contract.ts';

type HealthDeps = Pick<Deps, 'db' | 'clock' | 'site' | 'space' | 'uploadStorage' | 'purges' | 'backups'>;

/**
 * Whether the server can answer: one query must work; and which of its parts fail. @throws unavailable while it starts, and what
 * the query throws.
 */
export async function checkHealth(deps: HealthDeps): Promise<HealthJson> {
  const { site } = deps;
  if (!site.isReady())
    throw new AppError('unavailable', 'The server is starting. Try again in a few seconds.', { retryAfterSeconds: 1 });
  const failures = await findFailures(deps);
  const isFailing = Object.values(failures).some((failure) => failure !== null);
  return {
    // 200 also while degraded: taking the server out of service would take the pages away, too.
    status: isFailing ? 'degraded' : 'ok',
    ...(failures.disk && { reason: 'disk_full' as const }),
    parts: {
      mail: toPartJson(failures.mail),
      uploads: toPartJson(failures.uploads),
      publishing: toPartJson(failures.publishing),
      cdn: toPartJson(failures.cdn),
      billing: toPartJson(failures.billing),
      backups: toPartJson(failures.backups),
      disk: toPartJson(failures.disk),
    },
    release: site.release(),
    uptime_seconds: Math.round(process.uptime()),
  };
}

/** @throws unavailable when this server can't send the current release: a proxy asks another server meanwhile. */
export async function checkReady({ site }: Pick<Deps, 'site'>): Promise<ReadyJson> {
  if (!(await site.canServe()))
    throw new AppError('unavailable', 'This server isn’t ready. Try again in a few seconds.', { retryAfterSeconds: 1 });
  return { status: 'ready', release: site.release() };
}

const toPartJson = (failure: { since: number } | null): HealthJson['parts']['mail'] => ({
  status: failure === null ? 'ok' : 'failing',
  since: failure && toIso(failure.since),
});
