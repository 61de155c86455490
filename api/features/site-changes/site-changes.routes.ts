import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import {
  publishSiteResponse,
  scheduleRequest,
  siteChangesResponse,
  sitePartsRequest,
} from './site-changes.contract.ts';
import { scheduleResponse } from './schedule/schedule.contract.ts';
import { cancelSchedule, listSchedules, scheduleSiteParts } from './schedule/schedule.service.ts';
import { type AnySitePart, discardSiteParts, listSiteChanges, publishSiteParts } from './site-changes.service.ts';

const fails = ['not_found', 'conflict'] as const;

/** Drafts of all parts of the site, together; `parts` declares their kinds. */
export function siteChangeRoutes(deps: Deps, parts: readonly AnySitePart[]) {
  return endpoints(deps, { tag: 'Site changes (admin)', access: 'settings.manage' })
    .get('/', { summary: 'List what is changed and not published yet', answer: siteChangesResponse }, async () => ({
      changes: await listSiteChanges(deps, parts),
      schedules: await listSchedules(deps, parts),
    }))
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
    .post(
      '/schedules',
      {
        summary: 'Publish changes at a time, as they are now',
        body: scheduleRequest,
        answer: scheduleResponse,
        status: 201,
        fails,
      },
      ({ body, caller }) =>
        scheduleSiteParts(deps, parts, { refs: body.parts, publishAt: Date.parse(body.publish_at) }, caller.user.id),
    )
    .delete(
      '/schedules/:id',
      { summary: 'Cancel scheduled changes; their drafts stay', params: idParams, fails: ['not_found'] },
      ({ params, caller }) => cancelSchedule(deps, params.id, caller.user.id),
    )
    .build();
}
