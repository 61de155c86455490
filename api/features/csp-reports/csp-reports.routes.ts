import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { readClient } from '#api/http/client-ip.ts';
import { documentRoute } from '#api/http/openapi.ts';
import { allowAnyone } from '#api/middleware/access.ts';
import { createCspReportLog } from './csp-reports.service.ts';

/** Browsers report here what a page's policy blocked. Reports go to the log, and nowhere else. */
export function cspReportRoutes(deps: Deps) {
  const reports = createCspReportLog(deps);
  return new Hono().post(
    '/',
    allowAnyone,
    documentRoute({
      summary: 'Receive a browser’s content security policy report',
      tag: 'Health',
      status: 204,
      fails: ['payload_too_large', 'rate_limited'],
    }),
    async (context) => {
      reports.requireLeft(readClient(context, deps).ip);
      reports.logBody(await context.req.text());
      return context.body(null, 204);
    },
  );
}
