import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { listWebhooksQuery, replayWebhookResponse, webhooksResponse } from './webhooks.contract.ts';
import { listWebhooks, replayWebhook } from './webhooks.service.ts';

export function webhookRoutes(deps: Deps) {
  return endpoints(deps, { tag: ADMIN_TAG, access: 'openshelf.manage' })
    .get(
      '/',
      {
        summary: 'List webhooks to the publishing service, newest first',
        access: 'openshelf.review',
        query: listWebhooksQuery,
        answer: webhooksResponse,
      },
      ({ query }) => listWebhooks(deps, query),
    )
    .post(
      '/:id/replay',
      {
        summary: 'Send a webhook again, with the same event id',
        params: idParams,
        answer: replayWebhookResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => replayWebhook(deps, params.id, caller.user.id),
    )
    .build();
}
