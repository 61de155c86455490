import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** They have a bounded log of their own: one line for each request would let anyone flood the log. */
const LOGGED_APART = new Set(['/api/csp-report', '/api/client-errors']);

/** One line for each API request: no query, no body, no IP address, so the log has no secrets. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (context, next) => {
    const started = performance.now();
    await next();
    if (LOGGED_APART.has(context.req.path)) return;
    log.info({
      request_id: context.get('requestId'),
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  };
}
