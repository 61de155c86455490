import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { ObservedRequest } from '#api/adapters/request-metrics.ts';
import { runAs } from '#api/loop-watch.ts';

/** They have a bounded log of their own: one line for each request would let anyone flood the log. */
const LOGGED_APART = new Set(['/api/csp-report', '/api/client-errors']);

/** One line for each API request: no query, no body, no IP address, so the log has no secrets. */
export function logRequests(
  log: Logger,
  observe: (request: ObservedRequest) => void = () => undefined,
): MiddlewareHandler {
  return async (context, next) => {
    const started = performance.now();
    await runAs(`${context.req.method} ${routePath(context, -1) as `/${string}`}`, next);
    const milliseconds = performance.now() - started;
    const { method } = context.req;
    observe({ route: routePath(context, -1), method, status: context.res.status, milliseconds });
    if (LOGGED_APART.has(context.req.path)) return;
    log.info({
      request_id: context.get('requestId'),
      method,
      path: context.req.path,
      status: context.res.status,
      ms: Math.round(milliseconds * 10) / 10,
    });
  };
}
