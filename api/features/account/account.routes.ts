import { Hono } from 'hono';
import { formatFileDay } from '#api/domain/local-time.ts';
import type { Deps } from '#api/deps.ts';
import { prepareExport } from '#api/http/export-queue.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { requireSession } from '#api/middleware/access.ts';
import {
  accountExportResponse,
  deleteAccountResponse,
  deleteAccountRequest,
  profileResponse,
  updateProfileRequest,
  programResponse,
  updateProgramRequest,
} from './account.contract.ts';
import { deleteAccount } from '#api/features/account/deletion/deletion.service.ts';
import { exportAccount } from '#api/features/account/export/export.service.ts';
import { toProfileJson, toProgramJson, updateProfile, updateProgram } from './account.service.ts';

const tag = 'Account';

export function profileRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/',
      requireSession(deps),
      documentRoute({ summary: 'Get your profile', tag, ok: profileResponse }),
      (context) => context.json(toProfileJson(context.var.caller.user)),
    )
    .put(
      '/',
      requireSession(deps),
      documentRoute({
        summary: 'Update your names. A missing name stays, an empty one is removed; email and photo are ignored',
        tag,
        ok: profileResponse,
      }),
      validateRequest('json', updateProfileRequest),
      async (context) => context.json(await updateProfile(deps, context.var.caller.user.id, context.req.valid('json'))),
    );
}

export function settingsRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/taxmate-program',
      requireSession(deps),
      documentRoute({ summary: 'Get your TaxMate program', tag, ok: programResponse }),
      (context) => context.json(toProgramJson(context.var.caller.user)),
    )
    .put(
      '/taxmate-program',
      requireSession(deps),
      documentRoute({ summary: 'Set your TaxMate program', tag, ok: programResponse }),
      validateRequest('json', updateProgramRequest),
      async (context) => {
        const { taxmate } = context.req.valid('json');
        return context.json(await updateProgram(deps, context.var.caller.user.id, taxmate));
      },
    );
}

export function accountRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/export',
      requireSession(deps),
      documentRoute({
        summary: 'Download everything we keep about you',
        tag,
        ok: accountExportResponse,
      }),
      async (context) => {
        const { user } = context.var.caller;
        const everything = await prepareExport(context, deps, (client) => exportAccount(deps, user, client));
        const day = formatFileDay(Date.parse(everything.exported_at));
        context.header('Content-Disposition', `attachment; filename="my-data-${day}.json"`);
        context.header('Content-Type', 'application/json');
        return context.body(JSON.stringify(everything, null, 2));
      },
    )
    .delete(
      '/',
      requireSession(deps),
      documentRoute({
        summary: 'Delete your account; repeat your email address in the body. The receipt lists what we keep',
        tag,
        ok: deleteAccountResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', deleteAccountRequest),
      async (context) => {
        const receipt = await deleteAccount(deps, context.var.caller.user, context.req.valid('json').email);
        return context.json({ message: 'Your account has been deleted.', receipt });
      },
    );
}
