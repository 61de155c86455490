import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { releaseClaim, claimPublication } from './claims.service.ts';
import { decidePublication } from './decisions.service.ts';
import { listPending } from './pending.service.ts';
import {
  approveRequest,
  claimResponse,
  decisionResponse,
  listPendingQuery,
  pendingResponse,
  rejectRequest,
} from './reviews.contract.ts';

export function reviewRoutes(deps: Deps) {
  const decision = { answer: decisionResponse, fails: ['not_found', 'conflict'] } as const;
  return endpoints(deps, { tag: ADMIN_TAG, access: 'openshelf.review' })
    .get(
      '/pending',
      { summary: 'List publications that wait for a reviewer', query: listPendingQuery, answer: pendingResponse },
      ({ query, caller }) => listPending(deps, query, caller.user.id),
    )
    .post(
      '/:id/approve',
      { summary: 'Approve a publication', ...decision, params: idParams, body: approveRequest },
      ({ params, body, caller }) =>
        decidePublication(deps, { id: params.id, decision: 'approve', ...body }, caller.user.id),
    )
    .post(
      '/:id/reject',
      { summary: 'Reject a publication', ...decision, params: idParams, body: rejectRequest },
      ({ params, body, caller }) =>
        decidePublication(deps, { id: params.id, decision: 'reject', ...body }, caller.user.id),
    )
    .post(
      '/:id/request-changes',
      {
        summary: 'Ask the author for changes: rejected, and the next version is expected',
        ...decision,
        params: idParams,
        body: rejectRequest,
      },
      ({ params, body, caller }) =>
        decidePublication(deps, { id: params.id, decision: 'request_changes', ...body }, caller.user.id),
    )
    .post(
      '/:id/claim',
      {
        summary: 'Reserve a publication while reviewing it, or renew the reservation',
        params: idParams,
        answer: claimResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => claimPublication(deps, params.id, caller.user.id),
    )
    .delete(
      '/:id/claim',
      { summary: 'Release an own reservation', params: idParams, fails: ['not_found'] },
      ({ params, caller }) => releaseClaim(deps, params.id, caller.user.id),
    )
    .build();
}
