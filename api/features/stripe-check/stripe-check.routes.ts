import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { addMissingEvents } from './endpoint-events.service.ts';
import { stripeCheckResponse } from './stripe-check.contract.ts';
import { getStripeCheck } from './stripe-check.service.ts';

const tag = 'Billing (admin)';

export function stripeCheckRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'billing.read' })
    .get('/', { summary: 'Get the last check of the account at Stripe', answer: stripeCheckResponse }, () =>
      getStripeCheck(deps),
    )
    .post(
      '/',
      {
        summary: 'Check the account at Stripe now. It reads only; its lines come one by one with the GET',
        answer: stripeCheckResponse,
      },
      async () => {
        await deps.stripeCheck.begin();
        return getStripeCheck(deps);
      },
    )
    .post(
      '/events',
      {
        summary: 'Add the events that the endpoint at Stripe lacks',
        access: 'billing.manage',
        answer: stripeCheckResponse,
        fails: ['conflict'],
      },
      async ({ caller }) => {
        await addMissingEvents(deps, caller.user.id);
        return getStripeCheck(deps);
      },
    )
    .build();
}
