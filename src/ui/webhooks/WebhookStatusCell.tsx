import { webhookStatusLabels } from '#api/domain/openshelf-lists.ts';
import type { DeliveryJson } from '#api/http/webhook-delivery.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { formatAttempts, formatLastResponse, WEBHOOK_STATUS_TONES } from './webhook-words.ts';

/** Nearer times are not worth a number. */
const MINUTE_MS = 60_000;

type Props = { webhook: DeliveryJson };

/** What became of a webhook: attempts, the next one, and the last answer where it was not accepted. */
export function WebhookStatusCell({ webhook }: Props) {
  const response = webhook.status === 'delivered' ? null : formatLastResponse(webhook);
  return (
    <>
      <Badge tone={WEBHOOK_STATUS_TONES[webhook.status]}>{webhookStatusLabels[webhook.status]}</Badge>
      <span className="row-note">
        <Attempts webhook={webhook} />
      </span>
      {response && <span className={webhook.status === 'failed' ? 'failure' : 'row-note'}>{response}</span>}
    </>
  );
}

function Attempts({ webhook }: Props) {
  const { status, next_attempt_at: next, delivered_at: deliveredAt } = webhook;
  const attempts = formatAttempts(webhook);
  if (status === 'delivered' && deliveredAt) {
    return (
      <>
        {attempts && `${attempts}, `}
        <Time iso={deliveredAt} isInSentence={attempts !== null} />
      </>
    );
  }
  if (status !== 'queued' || next === null) return attempts;
  const waitMs = Date.parse(next) - Date.now();
  // Without an address it stays due.
  if (waitMs <= 0) return attempts ? `${attempts}, the next one is due` : 'Waiting to be sent';
  return (
    <>
      {attempts ? `${attempts}, next ` : 'Goes out '}
      {waitMs < MINUTE_MS ? 'in a moment' : <Time iso={next} isInSentence />}
    </>
  );
}
