import type { OpenshelfWebhookJson } from './webhooks.contract.ts';
import { toDeliveryJson } from '#api/http/webhook-delivery.ts';
import type { ListedWebhookRow } from './webhooks.queries.ts';

export const toWebhookJson = ({ webhook, publicationTitle }: ListedWebhookRow): OpenshelfWebhookJson => ({
  id: webhook.id,
  event_id: webhook.eventId,
  type: webhook.type,
  publication_id: webhook.publicationId,
  publication_title: publicationTitle,
  payload: webhook.payload,
  ...toDeliveryJson(webhook),
});
