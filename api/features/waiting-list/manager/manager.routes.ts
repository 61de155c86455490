import { Hono } from 'hono';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { describe, parse } from '#api/http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly } from '#api/middleware/access.ts';
import { countEntries, deleteEntry, exportEntries, getEntry, listEntries } from './manager.service.ts';
import {
  bulkAnswer,
  entriesAnswer,
  entry,
  exportQuery,
  idsInput,
  listQuery,
  statsAnswer,
  statsQuery,
} from '#api/features/waiting-list/waiting-list.contract.ts';
import { inviteEntries, rejectEntries } from '#api/features/waiting-list/decisions/decisions.service.ts';

const tag = 'Waiting lists (admin)';
const fails: ErrorCode[] = ['validation_failed', 'unauthenticated', 'forbidden'];

export function waitingListAdminRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  return new Hono()
    .get(
      '/',
      admin,
      describe({ summary: 'Entries, page by page', tag, ok: entriesAnswer, fails }),
      parse('query', listQuery),
      async (context) => context.json(await listEntries(deps, context.req.valid('query'))),
    )
    .get(
      '/stats',
      admin,
      describe({ summary: 'How many entries there are of each status', tag, ok: statsAnswer, fails }),
      parse('query', statsQuery),
      async (context) => context.json(await countEntries(deps, context.req.valid('query'))),
    )
    .get(
      '/export.csv',
      admin,
      describe({ summary: 'Entries as CSV, with the filters of the list', tag, fails }),
      parse('query', exportQuery),
      async (context) => {
        const day = toIso(deps.clock.now()).slice(0, 10);
        return context.body(await exportEntries(deps, context.req.valid('query')), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="waiting-list-${day}.csv"`,
        });
      },
    )
    .post(
      '/invite',
      admin,
      describe({ summary: 'Invites those of the entries that wait, by mail', tag, ok: bulkAnswer, fails }),
      parse('json', idsInput),
      async (context) => {
        const { ids } = context.req.valid('json');
        return context.json(await inviteEntries(deps, ids, context.var.caller.user.id));
      },
    )
    .post(
      '/reject',
      admin,
      describe({ summary: 'Rejects those of the entries that wait', tag, ok: bulkAnswer, fails }),
      parse('json', idsInput),
      async (context) => {
        const { ids } = context.req.valid('json');
        return context.json(await rejectEntries(deps, ids, context.var.caller.user.id));
      },
    )
    .get(
      '/:id',
      admin,
      describe({ summary: 'One entry', tag, ok: entry, fails: [...fails, 'not_found'] }),
      parse('param', idParam),
      async (context) => context.json(await getEntry(deps, context.req.valid('param').id)),
    )
    .delete(
      '/:id',
      admin,
      describe({ summary: 'Deletes an entry', tag, status: 204, fails: [...fails, 'not_found'] }),
      parse('param', idParam),
      async (context) => {
        await deleteEntry(deps, context.req.valid('param').id, context.var.caller.user.id);
        return context.body(null, 204);
      },
    );
}
