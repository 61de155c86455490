import type { Deps } from '#api/deps.ts';
import { requireApiKey } from '#api/endpoints/access.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { entitlementParams, entitlementsResponse } from './entitlements.contract.ts';
import { getEntitlements } from './entitlements.service.ts';

/** For the company’s products, which ask with an API key what their users have paid for. */
export function entitlementRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Entitlements', access: requireApiKey(deps, 'entitlements') })
    .get(
      '/:user',
      {
        summary: 'Get what a user has paid for',
        description:
          'The user is named by id or by email address. With an API key that has the permission ‘Entitlements’.',
        params: entitlementParams,
        answer: entitlementsResponse,
        fails: ['not_found'],
      },
      ({ params }) => getEntitlements(deps, params.user),
    )
    .build();
}
