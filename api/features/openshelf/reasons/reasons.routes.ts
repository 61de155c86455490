import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { reasonsResponse, updateReasonRequest, updateReasonResponse } from './reasons.contract.ts';
import { listReasons, updateReason } from './reasons.service.ts';

export function reasonRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/',
      requirePermission(deps, 'openshelf.review'),
      documentRoute({ summary: 'List the reasons for rejections', tag: ADMIN_TAG, ok: reasonsResponse }),
      async (context) => context.json(await listReasons(deps)),
    )
    .put(
      '/:id',
      requirePermission(deps, 'openshelf.manage'),
      documentRoute({
        summary: 'Change a reason: its name, its text, and its texts for some categories',
        tag: ADMIN_TAG,
        ok: updateReasonResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', updateReasonRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateReason(deps, id, context.req.valid('json'), context.get('caller').user.id));
      },
    );
}
