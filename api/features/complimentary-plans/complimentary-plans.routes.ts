import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { ownComplimentaryResponse } from './complimentary-plans.contract.ts';
import { listOwnComplimentaryPlans } from './complimentary-plans.service.ts';

/** What the caller has free of charge; staff give plans on the page of a user. */
export function complimentaryPlanRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Subscriptions', access: 'signed-in' })
    .get(
      '/',
      { summary: 'List the plans that you were given free of charge', answer: ownComplimentaryResponse },
      async ({ caller }) => ({ plans: await listOwnComplimentaryPlans(deps, caller.user.id) }),
    )
    .build();
}
