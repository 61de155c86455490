import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
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
  const manager = requirePermission(deps, 'openshelf.manage');
  return new Hono()
    .get(
      '/',
      requirePermission(deps, 'openshelf.review'),
      documentRoute({
        summary: 'List the reasons for rejections: those that are offered, and those that were retired',
        tag: ADMIN_TAG,
        ok: reasonsResponse,
      }),
      async (context) => context.json(await listReasons(deps)),
    )
    .post(
      '/',
      manager,
      documentRoute({
        summary: 'Add a reason at the end',
        tag: ADMIN_TAG,
        ok: changedReasonResponse,
        status: 201,
        fails: ['conflict'],
      }),
      validateRequest('json', reasonRequest),
      async (context) =>
        context.json(await createReason(deps, context.var.caller.user.id, context.req.valid('json')), 201),
    )
    .put(
      '/order',
      manager,
      documentRoute({
        summary: 'Reorder the reasons that are offered; list all of them',
        tag: ADMIN_TAG,
        status: 204,
        fails: ['conflict'],
      }),
      validateRequest('json', reorderReasonsRequest),
      async (context) => {
        await reorderReasons(deps, context.req.valid('json').ids, context.var.caller.user.id);
        return context.body(null, 204);
      },
    )
    .put(
      '/:id',
      manager,
      documentRoute({
        summary: 'Change a reason: its name, its text, and its texts for some categories',
        tag: ADMIN_TAG,
        ok: changedReasonResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', reasonRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateReason(deps, id, context.req.valid('json'), context.var.caller.user.id));
      },
    )
    .post(
      '/:id/retire',
      manager,
      documentRoute({
        summary: 'Offer a reason no more; decisions of the past go on naming it',
        tag: ADMIN_TAG,
        ok: changedReasonResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await retireReason(deps, context.req.valid('param').id, context.var.caller.user.id)),
    )
    .post(
      '/:id/restore',
      manager,
      documentRoute({
        summary: 'Offer a retired reason again, in its old place',
        tag: ADMIN_TAG,
        ok: changedReasonResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await restoreReason(deps, context.req.valid('param').id, context.var.caller.user.id)),
    )
    .delete(
      '/:id',
      manager,
      documentRoute({
        summary: 'Delete a retired reason that no decision names',
        tag: ADMIN_TAG,
        status: 204,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        await deleteReason(deps, context.req.valid('param').id, context.var.caller.user.id);
        return context.body(null, 204);
      },
    );
}
