import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { OpenshelfWebhookJson } from './webhooks.contract.ts';
import type { ListedWebhookRow } from './webhooks.queries.ts';

export const toWebhookJson = ({ webhook, publicationTitle }: ListedWebhookRow): OpenshelfWebhookJson => ({
  id: webhook.id,
  event_id: webhook.eventId,
  type: webhook.type,
  publication_id: webhook.publicationId,
  publication_title: publicationTitle,
  status: webhook.status,
  attempts: webhook.attempts,
  next_attempt_at: webhook.status === 'queued' ? toIso(webhook.nextAttemptAt) : null,
  last_status_code: webhook.lastStatusCode,
  last_error: webhook.lastError,
  payload: webhook.payload,
  created_at: toIso(webhook.createdAt),
  delivered_at: toIsoOrNull(webhook.deliveredAt),
});
