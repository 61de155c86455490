import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { rehearsalRecordResponse, rehearsalResponse } from './purchase-rehearsal.contract.ts';
import { getRehearsal, getRehearsalRecord } from './purchase-rehearsal.service.ts';

/** Buying each plan in the payment sandbox, as a visitor would, before a visitor does. */
export function purchaseRehearsalRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Products and plans (admin)', access: 'settings.manage' })
    .get('/', { summary: 'Get the newest purchase rehearsal, as far as it is', answer: rehearsalResponse }, () =>
      getRehearsal(deps),
    )
    .post(
      '/',
      {
        summary: 'Begin a purchase rehearsal; its steps come one by one with the GET',
        answer: rehearsalResponse,
        fails: ['conflict'],
      },
      async ({ caller }) => {
        await deps.purchaseRehearsals.begin(caller.user);
        return getRehearsal(deps);
      },
    )
    .get(
      '/records/:id',
      {
        summary: 'Get a page or an email that the customer of a rehearsal saw',
        params: idParams,
        answer: rehearsalRecordResponse,
        fails: ['not_found'],
      },
      ({ params }) => getRehearsalRecord(deps, params.id),
    )
    .build();
}
