import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { changedReasonResponse, reasonRequest, reasonsResponse, reorderReasonsRequest } from './reasons.contract.ts';
import {
  createReason,
  deleteReason,
  listReasons,
  reorderReasons,
  restoreReason,
  retireReason,
  updateReason,
} from './reasons.service.ts';

export function reasonRoutes(deps: Deps) {
  return endpoints(deps, { tag: ADMIN_TAG, access: 'openshelf.manage' })
    .get(
      '/',
      {
        summary: 'List the reasons for rejections: those that are offered, and those that were retired',
        access: 'openshelf.review',
        answer: reasonsResponse,
      },
      () => listReasons(deps),
    )
    .post(
      '/',
      {
        summary: 'Add a reason at the end',
        body: reasonRequest,
        answer: changedReasonResponse,
        status: 201,
        fails: ['conflict'],
      },
      ({ body, caller }) => createReason(deps, caller.user.id, body),
    )
    .put(
      '/order',
      {
        summary: 'Reorder the reasons that are offered; list all of them',
        body: reorderReasonsRequest,
        fails: ['conflict'],
      },
      ({ body, caller }) => reorderReasons(deps, body.ids, caller.user.id),
    )
    .put(
      '/:id',
      {
        summary: 'Change a reason: its name, its text, and its texts for some categories',
        params: idParams,
        body: reasonRequest,
        answer: changedReasonResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => updateReason(deps, params.id, body, caller.user.id),
    )
    .post(
      '/:id/retire',
      {
        summary: 'Offer a reason no more; decisions of the past go on naming it',
        params: idParams,
        answer: changedReasonResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => retireReason(deps, params.id, caller.user.id),
    )
    .post(
      '/:id/restore',
      {
        summary: 'Offer a retired reason again, in its old place',
        params: idParams,
        answer: changedReasonResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => restoreReason(deps, params.id, caller.user.id),
    )
    .delete(
      '/:id',
      { summary: 'Delete a retired reason that no decision names', params: idParams, fails: ['not_found', 'conflict'] },
      ({ params, caller }) => deleteReason(deps, params.id, caller.user.id),
    )
    .build();
}
