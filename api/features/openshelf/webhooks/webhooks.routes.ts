import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { listWebhooksQuery, replayWebhookResponse, webhooksResponse } from './webhooks.contract.ts';
import { listWebhooks, replayWebhook } from './webhooks.service.ts';

export function webhookRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/',
      requirePermission(deps, 'openshelf.review'),
      documentRoute({
        summary: 'List webhooks to the publishing service, newest first',
        tag: ADMIN_TAG,
        ok: webhooksResponse,
      }),
      validateRequest('query', listWebhooksQuery),
      async (context) => context.json(await listWebhooks(deps, context.req.valid('query'))),
    )
    .post(
      '/:id/replay',
      requirePermission(deps, 'openshelf.manage'),
      documentRoute({
        summary: 'Send a webhook again, with the same event id',
        tag: ADMIN_TAG,
        ok: replayWebhookResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await replayWebhook(deps, context.req.valid('param').id, context.get('caller').user.id)),
    );
}
