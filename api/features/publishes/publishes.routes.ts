import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { createPermissionCheck, requirePermission } from '#api/middleware/access.ts';
import { PublishEventHub } from '#api/features/publishes/events/events.service.ts';
import { publishResponse, publishesResponse, listPublishesQuery } from './publishes.contract.ts';
import { getPublish, listPublishes, queueRebuild, retryPublish } from './publishes.service.ts';
import { HEARTBEAT_INTERVAL_MS, streamPublishes } from '#api/features/publishes/events/events.routes.ts';

const tag = 'Publishing';
const fails: ErrorCode[] = ['unauthenticated', 'forbidden'];

export function publishRoutes(deps: Deps) {
  const readAccess = requirePermission(deps, 'publishes.read');
  const manageAccess = requirePermission(deps, 'publishes.manage');
  const isStillPermitted = createPermissionCheck(deps, 'publishes.read');
  const feed = new PublishEventHub(deps);
  return new Hono()
    .get(
      '/',
      readAccess,
      documentRoute({
        summary: 'Publishes, newest first',
        tag,
        ok: publishesResponse,
        fails: [...fails, 'validation_failed'],
      }),
      validateRequest('query', listPublishesQuery),
      async (context) => context.json({ publishes: await listPublishes(deps, context.req.valid('query')) }),
    )
    .get(
      '/events',
      readAccess,
      documentRoute({
        summary:
          'What happens, as server-sent events: `publish` for every state of a publish, `site` for a new release',
        tag,
        fails,
      }),
      (context) => {
        const { token } = context.var.caller;
        return streamPublishes(context, deps, feed, {
          isAuthorized: () => isStillPermitted(token),
          heartbeatMs: HEARTBEAT_INTERVAL_MS,
        });
      },
    )
    .post(
      '/rebuild',
      manageAccess,
      documentRoute({
        summary: 'Queues a render of every page',
        tag,
        ok: publishResponse,
        status: 201,
        fails: [...fails, 'conflict'],
      }),
      async (context) => context.json(await queueRebuild(deps, context.var.caller.user.id), 201),
    )
    .get(
      '/:id',
      readAccess,
      documentRoute({
        summary: 'One publish with all its paths',
        tag,
        ok: publishResponse,
        fails: [...fails, 'validation_failed', 'not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await getPublish(deps, context.req.valid('param').id)),
    )
    .post(
      '/:id/retry',
      manageAccess,
      documentRoute({
        summary: 'Tries a failed publish again',
        tag,
        ok: publishResponse,
        fails: [...fails, 'validation_failed', 'not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await retryPublish(deps, id, context.var.caller.user.id));
      },
    );
}
