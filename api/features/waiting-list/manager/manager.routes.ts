import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { respondWithCsv } from '#api/http/export-queue.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { waitingListDecisionRoutes } from '#api/features/waiting-list/decisions/decisions.routes.ts';
import { deleteEntryResponse } from '#api/features/waiting-list/decisions/decisions.contract.ts';
import { deleteEntry } from '#api/features/waiting-list/decisions/delete.service.ts';
import {
  entriesResponse,
  entryDetailResponse,
  entryStatsQuery,
  entryStatsResponse,
  exportEntriesQuery,
  funnelResponse,
  invitationWarningsResponse,
  listEntriesQuery,
  nextPeopleQuery,
  nextPeopleResponse,
} from '#api/features/waiting-list/waiting-list.contract.ts';
import { exportEntries } from './export.service.ts';
import { getEntry, listEntries } from './manager.service.ts';
import { listNextPeople } from './next.service.ts';
import { countEntries, countFunnel } from './stats.service.ts';
import { listInvitationWarnings } from './warnings.service.ts';

const tag = 'Waiting lists (admin)';

export function waitingListManagerRoutes(deps: Deps) {
  const access = requirePermission(deps, 'waiting-list.manage');
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({ summary: 'List entries', tag, ok: entriesResponse }),
      validateRequest('query', listEntriesQuery),
      async (context) => context.json(await listEntries(deps, context.req.valid('query'))),
    )
    .get(
      '/stats',
      access,
      documentRoute({ summary: 'Count entries by status', tag, ok: entryStatsResponse }),
      validateRequest('query', entryStatsQuery),
      async (context) => context.json(await countEntries(deps, context.req.valid('query'))),
    )
    .get(
      '/funnel',
      access,
      documentRoute({
        summary: 'Count who joined, confirmed, was invited, signed up and paid',
        tag,
        ok: funnelResponse,
      }),
      validateRequest('query', entryStatsQuery),
      async (context) => context.json(await countFunnel(deps, context.req.valid('query'))),
    )
    .get(
      '/invitation-warnings',
      access,
      documentRoute({
        summary: 'List pending people whose address isn’t confirmed or gets no email',
        tag,
        ok: invitationWarningsResponse,
      }),
      validateRequest('query', exportEntriesQuery),
      async (context) => context.json(await listInvitationWarnings(deps, context.req.valid('query'))),
    )
    .get(
      '/next',
      access,
      documentRoute({ summary: 'List whom to invite next, without inviting anyone', tag, ok: nextPeopleResponse }),
      validateRequest('query', nextPeopleQuery),
      async (context) => context.json(await listNextPeople(deps, context.req.valid('query'))),
    )
    .get(
      '/export.csv',
      access,
      documentRoute({
        summary: 'Export entries as CSV: some, or all with the list’s filters',
        tag,
        ok: z.string(),
        contentType: 'text/csv',
      }),
      validateRequest('query', exportEntriesQuery),
      async (context) => {
        const prepare = () => exportEntries(deps, context.var.caller.user.id, context.req.valid('query'));
        return respondWithCsv(context, deps, prepare);
      },
    )
    .get(
      '/:id',
      access,
      documentRoute({ summary: 'Get an entry', tag, ok: entryDetailResponse, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) => context.json(await getEntry(deps, context.req.valid('param').id)),
    )
    .delete(
      '/:id',
      access,
      documentRoute({ summary: 'Delete an entry', tag, ok: deleteEntryResponse, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await deleteEntry(deps, context.req.valid('param').id, context.var.caller.user.id)),
    )
    .route('/', waitingListDecisionRoutes(deps));
}
