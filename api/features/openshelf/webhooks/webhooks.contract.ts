import { z } from 'zod';
import { webhookEvents, webhookStatuses } from '#api/domain/publication-states.ts';
import { choiceField, optionalFilter } from '#api/http/fields.ts';
import { pageLimitFields, paginationSchema, positiveIntegerField } from '#api/http/pagination.ts';

export const listWebhooksQuery = z.object({
  status: optionalFilter(choiceField('status', webhookStatuses)),
  publication: optionalFilter(positiveIntegerField('publication')),
  ...pageLimitFields(20),
});

export const webhookResponse = z.object({
  id: z.number().int(),
  event_id: z.string(),
  type: z.enum(webhookEvents),
  publication_id: z.number().int(),
  publication_title: z.string(),
  status: z.enum(webhookStatuses),
  attempts: z.number().int(),
  /** When it is sent, or tried again; null once it is delivered or given up. */
  next_attempt_at: z.string().nullable(),
  last_status_code: z.number().int().nullable(),
  last_error: z.string().nullable(),
  /** The JSON body, as it is sent. */
  payload: z.string(),
  created_at: z.string(),
  delivered_at: z.string().nullable(),
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

export const replayWebhookResponse = z.object({ message: z.string(), data: webhookResponse });
