import { Hono } from 'hono';
import { formatFileDay } from '#api/domain/local-time.ts';
import type { Deps } from '#api/deps.ts';
import { prepareExport } from '#api/http/export-queue.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { accountExportResponse } from '#api/features/account/account.contract.ts';
import { exportUser } from './export.service.ts';

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
      const day = formatFileDay(Date.parse(everything.exported_at));
      context.header('Content-Disposition', `attachment; filename="user-${id}-data-${day}.json"`);
      context.header('Content-Type', 'application/json');
      return context.body(JSON.stringify(everything, null, 2));
    },
  );
}
