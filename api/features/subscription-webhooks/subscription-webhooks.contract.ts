import { z } from 'zod';
import { subscriptionEvents } from '#api/domain/subscription-webhooks.ts';
import { entitlementSchema, entitlementStateFields } from '#api/features/entitlements/entitlements.contract.ts';
import { httpsUrl } from '#api/http/https-url.ts';
import { deliverySchema } from '#api/http/webhook-delivery.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const endpointResponse = z.object({
  id: z.number().int(),
  url: z.string(),
  /** Null: it is told about every product. */
  product: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Who added it; null for a deleted account. */
  user: userRefSchema,
  created_at: z.string(),
  /** The newest webhook; null while there was none. */
  last: deliverySchema.nullable(),
  counts: z.object({ queued: z.number().int(), failed: z.number().int() }),
});
export type WebhookEndpointJson = z.infer<typeof endpointResponse>;

export const endpointsResponse = z.object({ data: z.array(endpointResponse) });

export const endpointRequest = z.strictObject({
  url: httpsUrl,
  product_id: z.number({ error: 'Choose a product.' }).int().positive().nullable(),
});
export type EndpointRequest = z.output<typeof endpointRequest>;

/** `secret` is in this answer only. */
export const newEndpointResponse = z.object({ secret: z.string(), data: endpointResponse });
export const deletedEndpointResponse = z.object({ message: z.string() });

const webhookSchema = deliverySchema.extend({
  id: z.number().int(),
  event_id: z.string(),
  type: z.enum(subscriptionEvents),
  /** The key of the product; null for an event that isn’t about one subscription. */
  product: z.string().nullable(),
  /** Null for an event about nobody. */
  user_id: z.number().int().nullable(),
});
export type SubscriptionWebhookJson = z.infer<typeof webhookSchema>;

export const webhooksResponse = z.object({ data: z.array(webhookSchema) });
export const sentWebhookResponse = z.object({ message: z.string(), data: webhookSchema });

/** The body of a webhook. */
export const subscriptionEventSchema = z.strictObject({
  id: z.string().describe('Id of the event, the same in every attempt. Ignore an event whose id you know.'),
  type: z.enum(subscriptionEvents),
  created_at: z.string().describe('When it happened.'),
  data: z.strictObject({
    user: z
      .strictObject({
        id: z.number().int(),
        email: z.string().nullable().describe('Null once the account is deleted.'),
        is_suspended: z.boolean().describe('The account is blacklisted or deleted: let the user do nothing.'),
      })
      .nullable()
      .describe('Null in `free_plans.changed` and in a test, which are about no one.'),
    ...entitlementStateFields,
    entitlement: entitlementSchema
      .nullable()
      .describe('The subscription that the event is about, as the event left it; null where it is about none.'),
  }),
});

/** Webhooks to the company’s products, for the OpenAPI document. */
export const documentedSubscriptionWebhooks = {
  entitlementsChanged: {
    post: {
      tags: ['Webhooks (admin)'],
      summary: 'What a user may do has changed',
      description:
        'Verify `X-Webhook-Signature` first: `t=<seconds>,v1=<HMAC-SHA256 of "<t>.<body>" in hex, with the secret of the address>`. Respond with any status from 200 to 299 within 10 seconds; otherwise it is sent again, with growing pauses, up to 28 times in three days. Each event says all that the user has when it is sent: keep the state with the highest `version`.',
      parameters: [{ name: 'X-Webhook-Signature', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: z.toJSONSchema(subscriptionEventSchema) } },
      },
      responses: { '2XX': { description: 'Received.' } },
    },
  },
};
