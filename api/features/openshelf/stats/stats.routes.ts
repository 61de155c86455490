import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { dashboardResponse, statsResponse } from './stats.contract.ts';
import { getDashboard, getStats } from './stats.service.ts';

export function statsRoutes(deps: Deps) {
  return endpoints(deps, { tag: ADMIN_TAG, access: 'openshelf.review' })
    .get('/dashboard', { summary: 'Get the summary of the dashboard', answer: dashboardResponse }, () =>
      getDashboard(deps),
    )
    .get('/stats', { summary: 'Get all statistics of OpenShelf', answer: statsResponse }, () => getStats(deps))
    .build();
}
