import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { createPermissionCheck } from '#api/endpoints/access.ts';
import { PublishEventHub } from '#api/features/publishes/events/events.service.ts';
import { listPublishesQuery, publishesResponse, publishEventsResponse, publishResponse } from './publishes.contract.ts';
import { getPublish, listPublishes, queueRebuild, retryPublish } from './publishes.service.ts';
import { HEARTBEAT_INTERVAL_MS, streamPublishes } from '#api/features/publishes/events/events.routes.ts';

const tag = 'Publishing';

export function publishRoutes(deps: Deps) {
  const isStillPermitted = createPermissionCheck(deps, 'publishes.read');
  const hub = new PublishEventHub(deps);
  return endpoints(deps, { tag, access: 'publishes.read' })
    .get(
      '/',
      { summary: 'List publishes, newest first', query: listPublishesQuery, answer: publishesResponse },
      async ({ query }) => ({ publishes: await listPublishes(deps, query) }),
    )
    .get(
      '/events',
      {
        summary: 'Stream server-sent events: `publish` for each change of status, `site` for a new release',
        answer: publishEventsResponse,
        contentType: 'text/event-stream',
      },
      ({ caller, context }) => {
        const { token } = caller;
        return streamPublishes(context, deps, hub, {
          isAuthorized: () => isStillPermitted(token),
          heartbeatMs: HEARTBEAT_INTERVAL_MS,
        });
      },
    )
    .post(
      '/rebuild',
      {
        summary: 'Queue a rebuild of every page',
        access: 'publishes.manage',
        answer: publishResponse,
        status: 201,
        fails: ['conflict'],
      },
      ({ caller }) => queueRebuild(deps, caller.user.id),
    )
    .get(
      '/:id',
      { summary: 'Get a publish with all its paths', params: idParams, answer: publishResponse, fails: ['not_found'] },
      ({ params }) => getPublish(deps, params.id),
    )
    .post(
      '/:id/retry',
      {
        summary: 'Retry a failed publish',
        access: 'publishes.retry',
        params: idParams,
        answer: publishResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => retryPublish(deps, params.id, caller.user.id),
    )
    .build();
}
