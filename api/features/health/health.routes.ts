import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { healthResponse, liveResponse, readyResponse } from './health.contract.ts';
import { checkHealth, checkLive, checkReady } from './health.service.ts';

export function healthRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Health', access: 'anyone' })
    .get('/', { summary: 'Check the parts of the server', answer: healthResponse }, () => checkHealth(deps))
    .build();
}

export function readyRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Health', access: 'anyone' })
    .get('/', { summary: 'Check that the server can send the current pages', answer: readyResponse }, () =>
      checkReady(deps),
    )
    .build();
}

export function liveRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Health', access: 'anyone' })
    .get('/', { summary: 'Check that the server sends pages', answer: liveResponse }, () => checkLive(deps))
    .build();
}
