import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';
import { readLockedSince } from '#db/write.ts';
import { AppError } from '#api/http/errors.ts';
import { findFailures } from '#api/features/system/system.service.ts';
import type { HealthJson, LiveJson, ReadyJson } from './health.contract.ts';

type HealthDeps = Pick<Deps, 'db' | 'clock' | 'site' | 'space' | 'uploadStorage' | 'purges' | 'backups'>;

const PAGES_FAIL = 'This server can’t send its pages. Try again in a few seconds.';

/**
 * Checks the parts of the server. The answer is 200 also while one of them fails: taking the server out of service would take the pages away, too.
 * @throws unavailable while it starts, or when it can't send its pages
 */
export async function checkHealth(deps: HealthDeps): Promise<HealthJson> {
  const { site } = deps;
  if (!site.isReady())
    throw new AppError('unavailable', 'The server is starting. Try again in a few seconds.', { retryAfterSeconds: 1 });
  if (!(await site.sendsPages())) throw new AppError('unavailable', PAGES_FAIL, { retryAfterSeconds: 1 });
  const failures = await findFailures(deps).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  });
  if (failures === null) return createHealthWithoutDatabase({ release: site.release(), since: null });
  const lockedSince = await readLockedSince(deps.db);
  const isFailing = lockedSince !== null || Object.values(failures).some((failure) => failure !== null);
  return {
    status: isFailing ? 'degraded' : 'ok',
    ...(lockedSince !== null && { reason: 'database_locked' as const }),
    ...(failures.disk && { reason: 'disk_full' as const }),
    parts: {
      database: toPartJson(lockedSince === null ? null : { since: lockedSince }),
      mail: toPartJson(failures.mail),
      uploads: toPartJson(failures.uploads),
      publishing: toPartJson(failures.publishing),
      cdn: toPartJson(failures.cdn),
      billing: toPartJson(failures.billing),
      backups: toPartJson(failures.backups),
      disk: toPartJson(failures.disk),
    },
    ...describeProcess(site.release()),
  };
}

/** The health while the database can't be reached, which all other parts are known from. `since`: when that began (UTC ms), if it is known. */
export function createHealthWithoutDatabase({ release, since }: { release: number; since: number | null }): HealthJson {
  const unknown = { status: 'unknown' as const, since: null };
  return {
    status: 'degraded',
    reason: 'database_unreachable',
    parts: {
      database: { status: 'failing', since: since === null ? null : toIso(since) },
      mail: unknown,
      uploads: unknown,
      publishing: unknown,
      cdn: unknown,
      billing: unknown,
      backups: unknown,
      disk: unknown,
    },
    ...describeProcess(release),
  };
}

const describeProcess = (release: number) => ({ release, uptime_seconds: Math.round(process.uptime()) });

/** @throws unavailable when this server sends no pages, or is about to stop */
export async function checkLive({ site }: Pick<Deps, 'site'>): Promise<LiveJson> {
  if (site.isStopping() || !(await site.sendsPages()))
    throw new AppError('unavailable', PAGES_FAIL, { retryAfterSeconds: 1 });
  return { status: 'live', release: site.release() };
}

/** @throws unavailable when this server can't send the whole current release, or is about to stop */
export async function checkReady({ site }: Pick<Deps, 'site'>): Promise<ReadyJson> {
  if (!(await site.canServe()))
    throw new AppError('unavailable', 'This server isn’t ready. Try again in a few seconds.', { retryAfterSeconds: 1 });
  return { status: 'ready', release: site.release() };
}

const toPartJson = (failure: { since: number } | null): HealthJson['parts']['mail'] => ({
  status: failure === null ? 'ok' : 'failing',
  since: failure && toIso(failure.since),
});
