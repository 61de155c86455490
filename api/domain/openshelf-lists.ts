import { type WebhookStatus, webhookStatuses } from './enums.ts';
import { byChoice, byId, defineList, viewsOf } from './list-definition.ts';

export const webhookStatusLabels: Record<WebhookStatus, string> = {
  queued: 'Queued',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** The log of webhooks to the publishing service, newest first. */
export const webhookList = defineList({
  perPage: 20,
  filters: { status: byChoice(null, webhookStatuses), publication: byId(null) },
  sort: {},
  views: viewsOf('status', webhookStatusLabels),
});
