import { webhookStatusLabels } from '#api/domain/openshelf-lists.ts';
import type { OpenshelfWebhookJson } from '#api/features/openshelf/webhooks/webhooks.contract.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { EventDetails } from '#src/ui/content/EventDetails.tsx';
import type { Fact } from '#src/ui/content/FactList.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { canReplayWebhook, formatLastResponse } from '#src/ui/webhooks/webhook-words.ts';
import { EVENT_LABELS } from './webhook-labels.ts';

type Props = {
  /** Null while it is closed. */
  webhook: OpenshelfWebhookJson | null;
  /** Null for those who may not send again. */
  onReplay: ((id: number) => void) | null;
  onClose: () => void;
};

/** One webhook: its attempts and times, and the JSON that is sent. */
export function WebhookDialog({ webhook, onReplay, onClose }: Props) {
  return (
    <Modal isOpen={webhook !== null} title={webhook ? EVENT_LABELS[webhook.type] : ''} onClose={onClose} isWide>
      {webhook && (
        <>
          <EventDetails facts={listFacts(webhook)} payloadTitle="What is sent" payload={webhook.payload} />
          {onReplay && canReplayWebhook(webhook) && (
            <div className="form-actions">
              <Button variant="secondary" onClick={() => onReplay(webhook.id)}>
                Send again
              </Button>
            </div>
          )}
        </>
      )}
    </Modal>
  );
}

function listFacts(webhook: OpenshelfWebhookJson): Fact[] {
  const { publication_id: id, publication_title: title, next_attempt_at: next, delivered_at: deliveredAt } = webhook;
  return [
    [
      'Publication',
      <a key="publication" href={openshelfPaths.reviewDetail(id)}>
        {title}
      </a>,
    ],
    ['Event', <code key="type">{webhook.type}</code>],
    ['Event id', <code key="event">{webhook.event_id}</code>],
    ['Status', webhookStatusLabels[webhook.status]],
    ['Attempts', String(webhook.attempts)],
    ['Last response', formatLastResponse(webhook) ?? 'None yet'],
    ['Created', <Time key="created" iso={webhook.created_at} isFull />],
    ...(next ? [['Next attempt', <Time key="next" iso={next} isFull />] satisfies Fact] : []),
    ['Delivered', deliveredAt ? <Time key="delivered" iso={deliveredAt} isFull /> : 'Not yet'],
  ];
}
