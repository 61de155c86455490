import { toIso } from '#api/clock.ts';
import { findProduct } from '#api/domain/catalogue.ts';
import { toDeliveryJson } from '#api/http/webhook-delivery.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type { SubscriptionWebhookJson, WebhookEndpointJson } from './subscription-webhooks.contract.ts';
import type { EndpointRow, WebhookRow } from './subscription-webhooks.queries.ts';

export const toEndpointJson = ({ endpoint, queued, failed, last, ...user }: EndpointRow): WebhookEndpointJson => ({
  id: endpoint.id,
  url: endpoint.url,
  product: endpoint.productId === null ? null : toProduct(endpoint.productId),
  user: toUserRefJson(user),
  created_at: toIso(endpoint.createdAt),
  last: last && toDeliveryJson(last),
  counts: { queued, failed },
});

const toProduct = (id: number) => ({ id, name: findProduct(id)?.name ?? '' });

export const toWebhookJson = (webhook: WebhookRow): SubscriptionWebhookJson => ({
  id: webhook.id,
  event_id: webhook.eventId,
  type: webhook.type,
  product: webhook.entitlement === null ? null : JSON.parse(webhook.entitlement).product,
  user_id: webhook.userId,
  ...toDeliveryJson(webhook),
});
