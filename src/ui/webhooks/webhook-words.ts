import type { WebhookStatus } from '#api/domain/enums.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { DeliveryJson } from '#api/http/webhook-delivery.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';

export const WEBHOOK_STATUS_TONES: Record<WebhookStatus, BadgeTone> = {
  queued: 'yellow',
  delivered: 'green',
  failed: 'red',
};

type Attempts = Pick<DeliveryJson, 'status' | 'attempts'>;

/** '3 attempts'; null before the first, and for a webhook that was delivered at the first. */
export const formatAttempts = ({ status, attempts }: Attempts): string | null =>
  attempts === 0 || (attempts === 1 && status === 'delivered') ? null : formatCount(attempts, 'attempt');

/** What the receiver answered last: 'Answered 503: ...'; null before the first answer. */
export function formatLastResponse({
  last_status_code: code,
  last_error: error,
}: Pick<DeliveryJson, 'last_status_code' | 'last_error'>): string | null {
  if (code === null) return error;
  return error ? `Answered ${code}: ${error}` : `Answered ${code}`;
}

/** One that has never been sent goes out by itself. */
export const canReplayWebhook = ({ status, attempts }: Attempts): boolean => status !== 'queued' || attempts > 0;
