import { Hono } from 'hono';
import { z } from 'zod';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { countEntries, deleteEntry, exportEntriesCsv, getEntry, listEntries } from './manager.service.ts';
import {
  bulkEntriesResponse,
  entriesResponse,
  entryResponse,
  exportEntriesQuery,
  entryIdsRequest,
  listEntriesQuery,
  entryStatsResponse,
  entryStatsQuery,
} from '#api/features/waiting-list/waiting-list.contract.ts';
import { inviteEntries, rejectEntries } from '#api/features/waiting-list/decisions/decisions.service.ts';

const tag = 'Waiting lists (admin)';

export function waitingListManagerRoutes(deps: Deps) {
  const access = requirePermission(deps, 'waiting-list.manage');
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({ summary: 'Entries, page by page', tag, ok: entriesResponse }),
      validateRequest('query', listEntriesQuery),
      async (context) => context.json(await listEntries(deps, context.req.valid('query'))),
    )
    .get(
      '/stats',
      access,
      documentRoute({ summary: 'How many entries there are of each status', tag, ok: entryStatsResponse }),
      validateRequest('query', entryStatsQuery),
      async (context) => context.json(await countEntries(deps, context.req.valid('query'))),
    )
    .get(
      '/export.csv',
      access,
      documentRoute({
        summary: 'Entries as CSV, with the filters of the list',
        tag,
        ok: z.string(),
        contentType: 'text/csv',
      }),
      validateRequest('query', exportEntriesQuery),
      async (context) => {
        const day = toIso(deps.clock.now()).slice(0, 10);
        return context.body(await exportEntriesCsv(deps, context.req.valid('query')), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="waiting-list-${day}.csv"`,
        });
      },
    )
    .post(
      '/invite',
      access,
      documentRoute({ summary: 'Invites those of the entries that wait, by mail', tag, ok: bulkEntriesResponse }),
      validateRequest('json', entryIdsRequest),
      async (context) => {
        const { ids } = context.req.valid('json');
        return context.json(await inviteEntries(deps, ids, context.var.caller.user.id));
      },
    )
    .post(
      '/reject',
      access,
      documentRoute({ summary: 'Rejects those of the entries that wait', tag, ok: bulkEntriesResponse }),
      validateRequest('json', entryIdsRequest),
      async (context) => {
        const { ids } = context.req.valid('json');
        return context.json(await rejectEntries(deps, ids, context.var.caller.user.id));
      },
    )
    .get(
      '/:id',
      access,
      documentRoute({ summary: 'One entry', tag, ok: entryResponse, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) => context.json(await getEntry(deps, context.req.valid('param').id)),
    )
    .delete(
      '/:id',
      access,
      documentRoute({ summary: 'Deletes an entry', tag, status: 204, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) => {
        await deleteEntry(deps, context.req.valid('param').id, context.var.caller.user.id);
        return context.body(null, 204);
      },
    );
}
