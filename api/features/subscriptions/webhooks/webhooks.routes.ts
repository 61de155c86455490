import type { Deps } from '#api/deps.ts';
import { WEBHOOK_MAX_BYTES } from '#api/http/body-limit.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { webhookResponse } from '#api/features/subscriptions/subscriptions.contract.ts';
import { receiveWebhook } from './inbox.service.ts';

export function stripeRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Subscriptions', access: 'anyone' })
    .post(
      '/webhook',
      {
        summary: 'Receive an event of Stripe; `Stripe-Signature` proves where it comes from',
        maxBytes: WEBHOOK_MAX_BYTES,
        answer: webhookResponse,
        fails: ['validation_failed', 'payload_too_large'],
      },
      async ({ context }) => {
        // The signature is of these bytes. `text()` would drop a byte order mark, and a parser the spacing.
        const body = Buffer.from(await context.req.arrayBuffer());
        const count = (result: 'accepted' | 'refused') =>
          deps.metrics?.count('webhooks_total', { direction: 'in', peer: 'stripe', result });
        await receiveWebhook(deps, body, context.req.header('Stripe-Signature') ?? '').catch((error: unknown) => {
          count('refused');
          throw error;
        });
        count('accepted');
        return { received: true as const };
      },
    )
    .build();
}
