import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
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
  undoDecisionRequest,
  undoDecisionResponse,
} from './reviews.contract.ts';
import { undoDecision } from './undo.service.ts';

export function reviewRoutes(deps: Deps) {
  const access = requirePermission(deps, 'openshelf.review');
  const decision = (summary: string) =>
    documentRoute({ summary, tag: ADMIN_TAG, ok: decisionResponse, fails: ['not_found', 'conflict'] });
  return new Hono()
    .get(
      '/pending',
      access,
      documentRoute({ summary: 'List publications that wait for a reviewer', tag: ADMIN_TAG, ok: pendingResponse }),
      validateRequest('query', listPendingQuery),
      async (context) =>
        context.json(await listPending(deps, context.req.valid('query'), context.get('caller').user.id)),
    )
    .post(
      '/undo',
      access,
      documentRoute({
        summary: 'Undo an own decision within 10 seconds, before it is sent to the publishing service',
        tag: ADMIN_TAG,
        ok: undoDecisionResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', undoDecisionRequest),
      async (context) =>
        context.json(await undoDecision(deps, context.req.valid('json').id, context.get('caller').user.id)),
    )
    .post(
      '/:id/approve',
      access,
      decision('Approve a publication'),
      validateRequest('param', idParams),
      validateRequest('json', approveRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        const request = { id, decision: 'approve', ...context.req.valid('json') } as const;
        return context.json(await decidePublication(deps, request, context.get('caller').user.id));
      },
    )
    .post(
      '/:id/reject',
      access,
      decision('Reject a publication'),
      validateRequest('param', idParams),
      validateRequest('json', rejectRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        const request = { id, decision: 'reject', ...context.req.valid('json') } as const;
        return context.json(await decidePublication(deps, request, context.get('caller').user.id));
      },
    )
    .post(
      '/:id/request-changes',
      access,
      decision('Ask the author for changes: rejected, and the next version is expected'),
      validateRequest('param', idParams),
      validateRequest('json', rejectRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        const request = { id, decision: 'request_changes', ...context.req.valid('json') } as const;
        return context.json(await decidePublication(deps, request, context.get('caller').user.id));
      },
    )
    .post(
      '/:id/claim',
      access,
      documentRoute({
        summary: 'Reserve a publication while reviewing it, or renew the reservation',
        tag: ADMIN_TAG,
        ok: claimResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await claimPublication(deps, context.req.valid('param').id, context.get('caller').user.id)),
    )
    .delete(
      '/:id/claim',
      access,
      documentRoute({ summary: 'Release an own reservation', tag: ADMIN_TAG, status: 204, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) => {
        await releaseClaim(deps, context.req.valid('param').id, context.get('caller').user.id);
        return context.body(null, 204);
      },
    );
}
