import { type WebhookStatus, webhookStatuses } from './enums.ts';
import { byChoice, byId, byText, defineList, viewsOf } from './list-definition.ts';
import { publicationStatuses } from './publication-states.ts';

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

/** Publications in every status, newest first. */
export const publicationList = defineList({
  perPage: 20,
  search: { label: 'Search publications', placeholder: 'Search by title, author, or description...' },
  filters: {
    status: byChoice('Status', publicationStatuses),
    /** The name of a top-level category. */
    category: byText('Category'),
  },
  sort: {},
});
