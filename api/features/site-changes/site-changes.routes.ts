import type { Deps } from '#api/deps.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import type { Caller } from '#api/endpoints/access.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import {
  discardSiteResponse,
  publishSiteResponse,
  scheduleRequest,
  siteChangesResponse,
  sitePartsRequest,
} from './site-changes.contract.ts';
import { publishedScheduleResponse, scheduleResponse } from './schedule/schedule.contract.ts';
import { cancelSchedule, listSchedules, publishScheduleNow, scheduleSiteParts } from './schedule/schedule.service.ts';
import { type AnySitePart, discardSiteParts, listSiteChanges, publishSiteParts } from './site-changes.service.ts';

const fails = ['not_found', 'conflict'] as const;

/** Drafts of all parts of the site, together; `parts` declares their kinds. Everybody has those that they may change. */
export function siteChangeRoutes(deps: Deps, parts: readonly AnySitePart[]) {
  const listAllowed = ({ user }: Caller) => parts.filter(({ permission }) => hasPermission(user.role, permission));
  return endpoints(deps, { tag: 'Site changes (admin)', access: 'site.publish' })
    .get(
      '/',
      { summary: 'List what is changed and not published yet', answer: siteChangesResponse },
      async ({ caller }) => ({
        changes: await listSiteChanges(deps, listAllowed(caller)),
        schedules: await listSchedules(deps, listAllowed(caller)),
      }),
    )
    .post(
      '/publish',
      {
        summary: 'Publish changes together, in one release',
        body: sitePartsRequest,
        answer: publishSiteResponse,
        fails,
      },
      ({ body, caller }) => publishSiteParts(deps, listAllowed(caller), body.parts, caller.user.id),
    )
    .post(
      '/discard',
      {
        summary: 'Discard changes; what they held stays in the history, and what was never published is deleted',
        body: sitePartsRequest,
        answer: discardSiteResponse,
        fails,
      },
      ({ body, caller }) => discardSiteParts(deps, listAllowed(caller), body.parts, caller.user.id),
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
        scheduleSiteParts(
          deps,
          listAllowed(caller),
          { refs: body.parts, publishAt: Date.parse(body.publish_at) },
          caller.user.id,
        ),
    )
    .post(
      '/schedules/:id/publish',
      {
        summary: 'Publish scheduled changes now, as they were when they were scheduled',
        params: idParams,
        answer: publishedScheduleResponse,
        fails,
      },
      ({ params, caller }) => publishScheduleNow(deps, listAllowed(caller), params.id, caller.user.id),
    )
    .delete(
      '/schedules/:id',
      { summary: 'Cancel scheduled changes; their drafts stay', params: idParams, fails: ['not_found'] },
      ({ params, caller }) => cancelSchedule(deps, listAllowed(caller), params.id, caller.user.id),
    )
    .build();
}
