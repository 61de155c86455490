import type { Deps } from '#api/deps.ts';
import { isPermitted } from '#api/endpoints/access.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { linkTargetQuery, linkTargetResponse, linkTargetsQuery, linkTargetsResponse } from './link-targets.contract.ts';
import { findLinkTargetAt, findLinkTargets } from './link-targets.service.ts';

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
    .get(
      '/at',
      {
        summary: 'What a link to a path of the site leads to, and whether readers can open it',
        query: linkTargetQuery,
        answer: linkTargetResponse,
      },
      async ({ query, caller }) => ({
        target: await findLinkTargetAt(deps, query.path, (permission) => isPermitted(caller, permission)),
      }),
    )
    .build();
}
