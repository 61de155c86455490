import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** One line for each API request: no query, no body, no address, so nothing secret gets into the log. */
export function requestLog(log: Logger): MiddlewareHandler {
  return async (context, next) => {
    const started = performance.now();
    await next();
    log.info({
      request_id: context.get('requestId'),
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  };
}
