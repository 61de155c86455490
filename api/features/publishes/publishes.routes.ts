import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly, adminStays } from '../../middleware/access.ts';
import { PublishFeed } from '#api/features/publishes/events/events.service.ts';
import { publish, publishesAnswer, publishesQuery } from './publishes.contract.ts';
import { getPublish, listPublishes, rebuildSite, retryPublish } from './publishes.service.ts';
import { HEARTBEAT_MS, streamPublishes } from '#api/features/publishes/events/events.routes.ts';

const tag = 'Publishing';
const fails: ErrorCode[] = ['unauthenticated', 'forbidden'];

export function publishRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  const staysAdmin = adminStays(deps);
  const feed = new PublishFeed(deps);
  return new Hono()
    .get(
      '/',
      admin,
      describe({
        summary: 'Publishes, newest first',
        tag,
        ok: publishesAnswer,
        fails: [...fails, 'validation_failed'],
      }),
      parse('query', publishesQuery),
      async (context) => context.json({ publishes: await listPublishes(deps, context.req.valid('query')) }),
    )
    .get(
      '/events',
      admin,
      describe({
        summary:
          'What happens, as server-sent events: `publish` for every state of a publish, `site` for a new release',
        tag,
        fails,
      }),
      (context) => {
        const { token } = context.var.caller;
        return streamPublishes(context, deps, feed, { isWelcome: () => staysAdmin(token), heartbeatMs: HEARTBEAT_MS });
      },
    )
    .post(
      '/rebuild',
      admin,
      describe({
        summary: 'Queues a render of every page',
        tag,
        ok: publish,
        status: 201,
        fails: [...fails, 'conflict'],
      }),
      async (context) => context.json(await rebuildSite(deps, context.var.caller.user.id), 201),
    )
    .get(
      '/:id',
      admin,
      describe({
        summary: 'One publish with all its paths',
        tag,
        ok: publish,
        fails: [...fails, 'validation_failed', 'not_found'],
      }),
      parse('param', idParam),
      async (context) => context.json(await getPublish(deps, context.req.valid('param').id)),
    )
    .post(
      '/:id/retry',
      admin,
      describe({
        summary: 'Tries a failed publish again',
        tag,
        ok: publish,
        fails: [...fails, 'validation_failed', 'not_found', 'conflict'],
      }),
      parse('param', idParam),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await retryPublish(deps, id, context.var.caller.user.id));
      },
    );
}
