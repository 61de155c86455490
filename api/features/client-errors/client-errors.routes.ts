import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { readClient } from '#api/http/client-ip.ts';
import { REPORT_MAX_BYTES } from '#api/http/body-limit.ts';
import { clientErrorRequest } from './client-errors.contract.ts';
import { createClientErrorLog } from './client-errors.service.ts';

/** Our pages report here what made a part of them fail. Reports go to the log, and nowhere else. */
export function clientErrorRoutes(deps: Deps) {
  const errors = createClientErrorLog(deps);
  return endpoints(deps, { tag: 'Health', access: 'anyone' })
    .post(
      '/',
      {
        summary: 'Receive an error that occurred in a page',
        limit: (context) => errors.requireLeft(readClient(context, deps).ip),
        maxBytes: REPORT_MAX_BYTES,
        body: clientErrorRequest,
        fails: ['validation_failed', 'payload_too_large', 'rate_limited'],
      },
      ({ body, context }) => errors.logError(body, context.get('requestId')),
    )
    .build();
}
