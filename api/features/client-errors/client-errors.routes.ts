import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { readClient } from '#api/http/client-ip.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { allowAnyone } from '#api/middleware/access.ts';
import { clientErrorRequest } from './client-errors.contract.ts';
import { createClientErrorLog } from './client-errors.service.ts';

/** Our pages report here what made a part of them fail. Reports go to the log, and nowhere else. */
export function clientErrorRoutes(deps: Deps) {
  const errors = createClientErrorLog(deps);
  return new Hono().post(
    '/',
    allowAnyone,
    documentRoute({
      summary: 'Receive an error that occurred in a page',
      tag: 'Health',
      status: 204,
      fails: ['validation_failed', 'payload_too_large', 'rate_limited'],
    }),
    async (context, next) => {
      errors.requireLeft(readClient(context, deps).ip);
      await next();
    },
    validateRequest('json', clientErrorRequest),
    (context) => {
      errors.logError(context.req.valid('json'), context.get('requestId'));
      return context.body(null, 204);
    },
  );
}
