import { z } from 'zod';
import { webhookList } from '#api/domain/openshelf-lists.ts';
import { publicationStatuses, webhookEvents } from '#api/domain/publication-states.ts';
import { SERVICE_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { listQuery } from '#api/http/list-query.ts';
import { paginationSchema } from '#api/http/pagination.ts';
import { deliverySchema } from '#api/http/webhook-delivery.ts';

export const listWebhooksQuery = listQuery(webhookList);

export const webhookResponse = deliverySchema.extend({
  id: z.number().int(),
  event_id: z.string(),
  type: z.enum(webhookEvents),
  publication_id: z.number().int(),
  publication_title: z.string(),
  /** The JSON body, as it is sent. */
  payload: z.string(),
});
export type OpenshelfWebhookJson = z.infer<typeof webhookResponse>;

export const webhooksResponse = z.object({
  data: z.object({
    webhooks: z.array(webhookResponse),
    pagination: paginationSchema,
    counts: z.object({ queued: z.number().int(), delivered: z.number().int(), failed: z.number().int() }),
    /** Null where no address is set: webhooks wait. */
    webhook_url: z.string().nullable(),
  }),
});

/** The body of a webhook. */
export const webhookEventSchema = z
  .strictObject({
    id: z.string().describe('Id of the event, the same in every attempt. Ignore an event whose id you know.'),
    type: z.enum(webhookEvents),
    created_at: z.string().describe('When the reviewer decided.'),
    data: z.strictObject({
      publication_id: z.number().int(),
      version_number: z.number().int().describe('The version that was decided on.'),
      status: z.enum(publicationStatuses).describe('The status that the decision led to.'),
      decision: z.enum(['approved', 'rejected']),
      comments: z.string().nullable().describe('What the reviewer wrote to the author.'),
      reasons: z.array(z.string()).describe('Labels of the reasons that the reviewer chose.'),
      changes_requested: z.boolean().describe('The author is asked to send the next version.'),
      final: z.boolean().describe('The author can’t appeal against this decision.'),
      appeal_until: z.string().nullable().describe('Until when the author can appeal; null when it is final.'),
    }),
  })
  .meta({
    examples: [
      {
        id: 'evt_9b2e6d0e-0c1f-4b53-9d0c-2f6f3a8f6a57_42',
        type: 'publication.changes_requested',
        created_at: '2026-03-02T21:04:11.000Z',
        data: {
          publication_id: 42,
          version_number: 1,
          status: 'REJECTED',
          decision: 'rejected',
          comments: 'Add a source for the doses.',
          reasons: ['Advice, no source'],
          changes_requested: true,
        },
      },
    ],
  });

/** What this server sends to the publishing service, for the OpenAPI document. */
export const documentedWebhooks = {
  publicationDecided: {
    post: {
      tags: [SERVICE_TAG],
      summary: 'A reviewer decided',
      description:
        'Sent when the decision can’t be undone any more. Verify `X-Openshelf-Signature` first: `t=<seconds>,v1=<HMAC-SHA256 of "<t>.<body>" in hex, with the service key>`. Respond with any status from 200 to 299 within 10 seconds; otherwise it is sent again, with growing pauses, up to 28 times in three days. Events of one publication come in their order.',
      parameters: [{ name: 'X-Openshelf-Signature', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, content: { 'application/json': { schema: z.toJSONSchema(webhookEventSchema) } } },
      responses: { '2XX': { description: 'Received.' } },
    },
  },
};

export const replayWebhookResponse = z.object({ message: z.string(), data: webhookResponse });
