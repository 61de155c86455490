import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { respondWithCsv } from '#api/http/export-queue.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { requirePermission } from '#api/middleware/access.ts';
import {
  auditActorsResponse,
  auditPeopleQuery,
  auditResponse,
  exportAuditQuery,
  listAuditQuery,
} from './audit.contract.ts';
import { exportEntries, listActors, listEntries, listPeople } from './log/log.service.ts';

const tag = 'Audit log (admin)';

export function auditRoutes(deps: Deps) {
  const access = requirePermission(deps, 'audit.read');
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({
        summary: 'List what was done, newest first; the newest 10,000 that match',
        tag,
        ok: auditResponse,
      }),
      validateRequest('query', listAuditQuery),
      async (context) => context.json(await listEntries(deps, context.req.valid('query'))),
    )
    .get(
      '/actors',
      access,
      documentRoute({ summary: 'List the admins', tag, ok: auditActorsResponse }),
      async (context) => context.json(await listActors(deps)),
    )
    .get(
      '/people',
      access,
      documentRoute({
        summary: 'Find users to filter the log by, also a deleted one by their id; at most 10',
        tag,
        ok: auditActorsResponse,
      }),
      validateRequest('query', auditPeopleQuery),
      async (context) => context.json(await listPeople(deps, context.req.valid('query').search)),
    )
    .get(
      '/export.csv',
      access,
      documentRoute({
        summary: 'Export all entries that match as CSV, with the list’s filters',
        tag,
        ok: z.string(),
        contentType: 'text/csv',
      }),
      validateRequest('query', exportAuditQuery),
      async (context) => {
        const prepare = () => exportEntries(deps, context.var.caller.user.id, context.req.valid('query'));
        return respondWithCsv(context, deps, prepare);
      },
    );
}
