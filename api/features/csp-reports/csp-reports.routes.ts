import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import { describe } from '../../http/openapi.ts';
import { anyone } from '../../middleware/access.ts';

const REPORT_MAX_LENGTH = 4_000;

/** Browsers tell here what a page's policy stopped. The report goes to the log, cut short, and nowhere else. */
export function cspReportRoutes(deps: Deps) {
  return new Hono().post(
    '/',
    anyone,
    describe({
      summary: 'Takes the report of a browser about a content security policy',
      tag: 'Health',
      status: 204,
      fails: ['payload_too_large'],
    }),
    async (context) => {
      const report = (await context.req.text()).slice(0, REPORT_MAX_LENGTH);
      deps.log.warn({ report }, 'content security policy violation');
      return context.body(null, 204);
    },
  );
}
