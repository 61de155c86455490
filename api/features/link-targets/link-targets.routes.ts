import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { linkTargetsQuery, linkTargetsResponse } from './link-targets.contract.ts';
import { findLinkTargets } from './link-targets.service.ts';

export function linkTargetRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Overview', access: 'overview.read' })
    .get(
      '/',
      {
        summary:
          'Find pages of the site that a link can lead to, by title or address; without a search the first pages',
        query: linkTargetsQuery,
        answer: linkTargetsResponse,
      },
      ({ query }) => findLinkTargets(deps, query.q),
    )
    .build();
}
