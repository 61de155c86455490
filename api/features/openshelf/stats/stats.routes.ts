import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute } from '#api/http/openapi.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { dashboardResponse, statsResponse } from './stats.contract.ts';
import { getDashboard, getStats } from './stats.service.ts';

export function statsRoutes(deps: Deps) {
  const access = requirePermission(deps, 'openshelf.review');
  return new Hono()
    .get(
      '/dashboard',
      access,
      documentRoute({ summary: 'Get the summary of the dashboard', tag: ADMIN_TAG, ok: dashboardResponse }),
      async (context) => context.json(await getDashboard(deps)),
    )
    .get(
      '/stats',
      access,
      documentRoute({ summary: 'Get all statistics of OpenShelf', tag: ADMIN_TAG, ok: statsResponse }),
      async (context) => context.json(await getStats(deps)),
    );
}
