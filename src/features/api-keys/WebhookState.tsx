import { webhookStatusLabels } from '#api/domain/openshelf-lists.ts';
import type { WebhookEndpointJson } from '#api/features/subscription-webhooks/subscription-webhooks.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';

type Props = { webhook: NonNullable<WebhookEndpointJson['last']> };

const TONES = { queued: 'yellow', delivered: 'green', failed: 'red' } as const;

/** What became of a webhook, and what its receiver said where it was not accepted. */
export function WebhookState({ webhook }: Props) {
  const { status, attempts, last_status_code: code, last_error: error } = webhook;
  return (
    <>
      <Badge tone={TONES[status]}>{webhookStatusLabels[status]}</Badge>
      <span className="row-note">
        {status !== 'delivered' && attempts > 0 && `${formatCount(attempts, 'attempt')}, `}
        <Time iso={webhook.delivered_at ?? webhook.created_at} isInSentence={status !== 'delivered' && attempts > 0} />
      </span>
      {status !== 'delivered' && error && (
        <span className="failure">{code === null ? error : `Answered ${code}: ${error}`}</span>
      )}
    </>
  );
}
