import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import type { HealthJson } from './health.contract.ts';

/** Whether the server can answer: one query must work. @throws unavailable while it starts, and what the query throws. */
export async function checkHealth({ db, site, space }: Pick<Deps, 'db' | 'site' | 'space'>): Promise<HealthJson> {
  if (!site.isReady())
    throw new AppError('unavailable', 'The server is starting. Try again in a few seconds.', { retryAfterSeconds: 1 });
  await db.client.execute('SELECT 1');
  // 200 also while degraded: taking the server out of service would take the pages away, too.
  const state = (await space.isFull())
    ? ({ status: 'degraded', reason: 'disk_full' } as const)
    : ({ status: 'ok' } as const);
  return { ...state, release: site.release(), uptime_seconds: Math.round(process.uptime()) };
}
