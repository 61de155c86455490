import type { OpenshelfWebhookJson } from '#api/features/openshelf/webhooks/webhooks.contract.ts';
import type { WebhookStatus } from '#api/domain/enums.ts';
import type { WebhookEvent } from '#api/domain/publication-states.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'publication.approved': 'Publication approved',
  'publication.rejected': 'Publication rejected',
  'publication.changes_requested': 'Changes requested',
};

export const WEBHOOK_STATUS_TONES: Record<WebhookStatus, BadgeTone> = {
  queued: 'yellow',
  delivered: 'green',
  failed: 'red',
};

type Attempts = Pick<OpenshelfWebhookJson, 'status' | 'attempts'>;

/** '3 attempts'; null before the first, and for a webhook that was delivered at the first. */
export const formatAttempts = ({ status, attempts }: Attempts): string | null =>
  attempts === 0 || (attempts === 1 && status === 'delivered') ? null : formatCount(attempts, 'attempt');

/** What the publishing service answered last: 'Answered 503: ...'; null before the first answer. */
export function formatLastResponse({
  last_status_code: code,
  last_error: error,
}: Pick<OpenshelfWebhookJson, 'last_status_code' | 'last_error'>): string | null {
  if (code === null) return error;
  return error ? `Answered ${code}: ${error}` : `Answered ${code}`;
}

/** One that has never been sent goes out by itself. */
export const canReplayWebhook = ({ status, attempts }: Attempts): boolean => status !== 'queued' || attempts > 0;
