import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { respondWithCsv } from '#api/http/export-queue.ts';
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
  return endpoints(deps, { tag, access: 'audit.read' })
    .get(
      '/',
      {
        summary: 'List what was done, newest first; the newest 10,000 that match',
        query: listAuditQuery,
        answer: auditResponse,
      },
      ({ query }) => listEntries(deps, query),
    )
    .get('/actors', { summary: 'List the admins', answer: auditActorsResponse }, () => listActors(deps))
    .get(
      '/people',
      {
        summary: 'Find users to filter the log by, also a deleted one by their id; at most 10',
        query: auditPeopleQuery,
        answer: auditActorsResponse,
      },
      ({ query }) => listPeople(deps, query.search),
    )
    .get(
      '/export.csv',
      {
        summary: 'Export all entries that match as CSV, with the list’s filters',
        query: exportAuditQuery,
        answer: z.string(),
        contentType: 'text/csv',
      },
      ({ query, caller, context }) => {
        const prepare = () => exportEntries(deps, caller.user.id, query);
        return respondWithCsv(context, deps, prepare);
      },
    )
    .build();
}
