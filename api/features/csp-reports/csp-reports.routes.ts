import type { Deps } from '#api/deps.ts';
import { REPORT_MAX_BYTES } from '#api/http/body-limit.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { readClient } from '#api/http/client-ip.ts';
import { createCspReportLog } from './csp-reports.service.ts';

/** Browsers report here what a page's policy blocked. Reports go to the log, and nowhere else. */
export function cspReportRoutes(deps: Deps) {
  const reports = createCspReportLog(deps);
  return endpoints(deps, { tag: 'Health', access: 'anyone' })
    .post(
      '/',
      {
        summary: 'Receive a browser’s content security policy report',
        limit: (context) => reports.requireLeft(readClient(context, deps).ip),
        maxBytes: REPORT_MAX_BYTES,
        fails: ['payload_too_large', 'rate_limited'],
      },
      async ({ context }) => reports.logBody(await context.req.text()),
    )
    .build();
}
