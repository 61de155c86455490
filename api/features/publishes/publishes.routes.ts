import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { createPermissionCheck, requirePermission } from '#api/middleware/access.ts';
import { PublishEventHub } from '#api/features/publishes/events/events.service.ts';
import { listPublishesQuery, publishesResponse, publishEventsResponse, publishResponse } from './publishes.contract.ts';
import { getPublish, listPublishes, queueRebuild, retryPublish } from './publishes.service.ts';
import { HEARTBEAT_INTERVAL_MS, streamPublishes } from '#api/features/publishes/events/events.routes.ts';

const tag = 'Publishing';

export function publishRoutes(deps: Deps) {
  const readAccess = requirePermission(deps, 'publishes.read');
  const manageAccess = requirePermission(deps, 'publishes.manage');
  const isStillPermitted = createPermissionCheck(deps, 'publishes.read');
  const hub = new PublishEventHub(deps);
  return new Hono()
    .get(
      '/',
      readAccess,
      documentRoute({ summary: 'List publishes, newest first', tag, ok: publishesResponse }),
      validateRequest('query', listPublishesQuery),
      async (context) => context.json({ publishes: await listPublishes(deps, context.req.valid('query')) }),
    )
    .get(
      '/events',
      readAccess,
      documentRoute({
        summary: 'Stream server-sent events: `publish` for each change of status, `site` for a new release',
        tag,
        ok: publishEventsResponse,
        contentType: 'text/event-stream',
      }),
      (context) => {
        const { token } = context.var.caller;
        return streamPublishes(context, deps, hub, {
          isAuthorized: () => isStillPermitted(token),
          heartbeatMs: HEARTBEAT_INTERVAL_MS,
        });
      },
    )
    .post(
      '/rebuild',
      manageAccess,
      documentRoute({
        summary: 'Queue a rebuild of every page',
        tag,
        ok: publishResponse,
        status: 201,
        fails: ['conflict'],
      }),
      async (context) => context.json(await queueRebuild(deps, context.var.caller.user.id), 201),
    )
    .get(
      '/:id',
      readAccess,
      documentRoute({ summary: 'Get a publish with all its paths', tag, ok: publishResponse, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) => context.json(await getPublish(deps, context.req.valid('param').id)),
    )
    .post(
      '/:id/retry',
      manageAccess,
      documentRoute({
        summary: 'Retry a failed publish',
        tag,
        ok: publishResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await retryPublish(deps, id, context.var.caller.user.id));
      },
    );
}
