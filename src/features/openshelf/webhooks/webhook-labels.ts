import type { WebhookEvent } from '#api/domain/publication-states.ts';

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'publication.approved': 'Publication approved',
  'publication.rejected': 'Publication rejected',
  'publication.changes_requested': 'Changes requested',
};
