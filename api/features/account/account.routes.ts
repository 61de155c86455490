import { formatFileDay } from '#api/domain/local-time.ts';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { prepareExport } from '#api/http/export-queue.ts';
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
  return endpoints(deps, { tag, access: 'signed-in' })
    .get('/', { summary: 'Get your profile', answer: profileResponse }, ({ caller }) => toProfileJson(caller.user))
    .put(
      '/',
      {
        summary: 'Update your names. A missing name stays, an empty one is removed; email and photo are ignored',
        body: updateProfileRequest,
        answer: profileResponse,
      },
      ({ body, caller }) => updateProfile(deps, caller.user.id, body),
    )
    .build();
}

export function settingsRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'signed-in' })
    .get('/taxmate-program', { summary: 'Get how early you get new features', answer: programResponse }, ({ caller }) =>
      toProgramJson(caller.user),
    )
    .put(
      '/taxmate-program',
      { summary: 'Set how early you get new features', body: updateProgramRequest, answer: programResponse },
      ({ body, caller }) => updateProgram(deps, caller.user.id, body.taxmate),
    )
    .build();
}

export function accountRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'signed-in' })
    .get(
      '/export',
      { summary: 'Download everything we keep about you', answer: accountExportResponse },
      async ({ caller, context }) => {
        const { user } = caller;
        const everything = await prepareExport(context, deps, (client) => exportAccount(deps, user, client));
        const day = formatFileDay(Date.parse(everything.exported_at));
        context.header('Content-Disposition', `attachment; filename="my-data-${day}.json"`);
        context.header('Content-Type', 'application/json');
        return context.body(JSON.stringify(everything, null, 2));
      },
    )
    .delete(
      '/',
      {
        summary: 'Delete your account; repeat your email address in the body. The receipt lists what we keep',
        body: deleteAccountRequest,
        answer: deleteAccountResponse,
        fails: ['conflict'],
      },
      async ({ body, caller }) => {
        const receipt = await deleteAccount(deps, caller.user, body.email);
        return { message: 'Your account has been deleted.', receipt };
      },
    )
    .build();
}
