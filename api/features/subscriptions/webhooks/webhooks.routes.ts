import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute } from '#api/http/openapi.ts';
import { allowAnyone } from '#api/middleware/access.ts';
import { webhookResponse } from '#api/features/subscriptions/subscriptions.contract.ts';
import { receiveWebhook } from './inbox.service.ts';

export function stripeRoutes(deps: Deps) {
  return new Hono().post(
    '/webhook',
    allowAnyone,
    documentRoute({
      summary: 'Receive an event of Stripe; `Stripe-Signature` proves where it comes from',
      tag: 'Subscriptions',
      ok: webhookResponse,
      fails: ['validation_failed', 'payload_too_large'],
    }),
    async (context) => {
      // The signature is of these bytes. `text()` would drop a byte order mark, and a parser the spacing.
      const body = Buffer.from(await context.req.arrayBuffer());
      const count = (result: 'accepted' | 'refused') =>
        deps.metrics?.count('webhooks_total', { direction: 'in', peer: 'stripe', result });
      await receiveWebhook(deps, body, context.req.header('Stripe-Signature') ?? '').catch((error: unknown) => {
        count('refused');
        throw error;
      });
      count('accepted');
      return context.json({ received: true as const });
    },
  );
}
