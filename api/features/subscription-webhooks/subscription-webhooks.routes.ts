import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import {
  deletedEndpointResponse,
  endpointRequest,
  endpointsResponse,
  newEndpointResponse,
  sentWebhookResponse,
  webhooksResponse,
} from './subscription-webhooks.contract.ts';
import * as service from './subscription-webhooks.service.ts';

/** Where the company’s products are told about subscriptions. */
export function subscriptionWebhookRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Webhooks (admin)', access: 'api.manage' })
    .get('/', { summary: 'List the addresses that webhooks go to', answer: endpointsResponse }, async () => ({
      data: await service.listEndpoints(deps),
    }))
    .post(
      '/',
      {
        summary: 'Add an address; only this answer shows its secret',
        body: endpointRequest,
        answer: newEndpointResponse,
        status: 201,
        fails: ['conflict'],
      },
      ({ body, caller }) => service.createEndpoint(deps, body, caller.user.id),
    )
    .delete(
      '/:id',
      { summary: 'Remove an address', params: idParams, answer: deletedEndpointResponse, fails: ['not_found'] },
      async ({ params, caller }) => {
        await service.deleteEndpoint(deps, params.id, caller.user.id);
        return { message: 'Address removed' };
      },
    )
    .get(
      '/:id/deliveries',
      {
        summary: 'List the newest webhooks of an address',
        params: idParams,
        answer: webhooksResponse,
        fails: ['not_found'],
      },
      async ({ params }) => ({ data: await service.listWebhooks(deps, params.id) }),
    )
    .post(
      '/:id/test',
      { summary: 'Send a test to an address', params: idParams, answer: sentWebhookResponse, fails: ['not_found'] },
      async ({ params, caller }) => ({
        message: 'The test is on its way.',
        data: await service.sendTest(deps, params.id, caller.user.id),
      }),
    )
    .post(
      '/deliveries/:id/replay',
      {
        summary: 'Send a webhook again',
        params: idParams,
        answer: sentWebhookResponse,
        fails: ['not_found', 'conflict'],
      },
      async ({ params, caller }) => ({
        message: 'The webhook is being sent again.',
        data: await service.replayWebhook(deps, params.id, caller.user.id),
      }),
    )
    .build();
}
