import type { Context } from 'hono';
import { formatFileDay } from '#api/domain/local-time.ts';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { prepareExport } from '#api/http/export-queue.ts';
import { idParams } from '#api/http/pagination.ts';
import { accountExportResponse, personExportResponse } from '#api/features/account/account.contract.ts';
import { exportEntry, exportUser } from './export.service.ts';

/** What an admin exports for a person who asks for their data. */
export function userExportRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Users (admin)', access: 'users.manage' })
    .get(
      '/:id/export',
      {
        summary: 'Export everything we keep about a user, for a privacy request',
        params: idParams,
        answer: accountExportResponse,
        fails: ['not_found'],
      },
      async ({ params, caller, context }) => {
        const { id } = params;
        const actorId = caller.user.id;
        const everything = await prepareExport(context, deps, (client) => exportUser(deps, { actorId, id, client }));
        return sendAsFile(context, `user-${id}`, everything);
      },
    )
    .build();
}

/** The same for a person who is only on a waiting list. */
export function entryExportRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Waiting lists (admin)', access: 'waiting-list.manage' })
    .get(
      '/:id/export',
      {
        summary: 'Export everything we keep about a person on a waiting list, for a privacy request',
        params: idParams,
        answer: personExportResponse,
        fails: ['not_found', 'conflict'],
      },
      async ({ params, caller, context }) => {
        const { id } = params;
        const actorId = caller.user.id;
        const everything = await prepareExport(context, deps, (client) => exportEntry(deps, { actorId, id, client }));
        return sendAsFile(context, `waiting-list-${id}`, everything);
      },
    )
    .build();
}

function sendAsFile(context: Context, name: string, everything: { exported_at: string }) {
  const day = formatFileDay(Date.parse(everything.exported_at));
  context.header('Content-Disposition', `attachment; filename="${name}-data-${day}.json"`);
  context.header('Content-Type', 'application/json');
  return context.body(JSON.stringify(everything, null, 2));
}
