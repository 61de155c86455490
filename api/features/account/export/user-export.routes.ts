import { type Context, Hono } from 'hono';
import { formatFileDay } from '#api/domain/local-time.ts';
import type { Deps } from '#api/deps.ts';
import { prepareExport } from '#api/http/export-queue.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { accountExportResponse, personExportResponse } from '#api/features/account/account.contract.ts';
import { exportEntry, exportUser } from './export.service.ts';

/** What an admin exports for a person who asks for their data. */
export function userExportRoutes(deps: Deps) {
  return new Hono().get(
    '/:id/export',
    requirePermission(deps, 'users.manage'),
    documentRoute({
      summary: 'Export everything we keep about a user, for a privacy request',
      tag: 'Users (admin)',
      ok: accountExportResponse,
      fails: ['not_found'],
    }),
    validateRequest('param', idParams),
    async (context) => {
      const { id } = context.req.valid('param');
      const actorId = context.var.caller.user.id;
      const everything = await prepareExport(context, deps, (client) => exportUser(deps, { actorId, id, client }));
      return sendAsFile(context, `user-${id}`, everything);
    },
  );
}

/** The same for a person who is only on a waiting list. */
export function entryExportRoutes(deps: Deps) {
  return new Hono().get(
    '/:id/export',
    requirePermission(deps, 'waiting-list.manage'),
    documentRoute({
      summary: 'Export everything we keep about a person on a waiting list, for a privacy request',
      tag: 'Waiting lists (admin)',
      ok: personExportResponse,
      fails: ['not_found', 'conflict'],
    }),
    validateRequest('param', idParams),
    async (context) => {
      const { id } = context.req.valid('param');
      const actorId = context.var.caller.user.id;
      const everything = await prepareExport(context, deps, (client) => exportEntry(deps, { actorId, id, client }));
      return sendAsFile(context, `waiting-list-${id}`, everything);
    },
  );
}

function sendAsFile(context: Context, name: string, everything: { exported_at: string }) {
  const day = formatFileDay(Date.parse(everything.exported_at));
  context.header('Content-Disposition', `attachment; filename="${name}-data-${day}.json"`);
  context.header('Content-Type', 'application/json');
  return context.body(JSON.stringify(everything, null, 2));
}
