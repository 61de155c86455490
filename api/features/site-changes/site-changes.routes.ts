import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { publishSiteResponse, siteChangesResponse, sitePartsRequest } from './site-changes.contract.ts';
import { type AnySitePart, discardSiteParts, listSiteChanges, publishSiteParts } from './site-changes.service.ts';

const fails = ['not_found', 'conflict'] as const;

/** Drafts of all parts of the site, together; `parts` declares their kinds. */
export function siteChangeRoutes(deps: Deps, parts: readonly AnySitePart[]) {
  return endpoints(deps, { tag: 'Site changes (admin)', access: 'settings.manage' })
    .get('/', { summary: 'List what is changed and not published yet', answer: siteChangesResponse }, () =>
      listSiteChanges(deps, parts),
    )
    .post(
      '/publish',
      {
        summary: 'Publish changes together, in one release',
        body: sitePartsRequest,
        answer: publishSiteResponse,
        fails,
      },
      ({ body, caller }) => publishSiteParts(deps, parts, body.parts, caller.user.id),
    )
    .post(
      '/discard',
      { summary: 'Discard changes; what they held stays in the history', body: sitePartsRequest, fails },
      ({ body, caller }) => discardSiteParts(deps, parts, body.parts, caller.user.id),
    )
    .build();
}
