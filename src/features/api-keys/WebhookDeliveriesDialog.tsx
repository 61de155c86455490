import { useCallback } from 'react';
import type { SubscriptionEvent } from '#api/domain/subscription-webhooks.ts';
import type {
  SubscriptionWebhookJson,
  WebhookEndpointJson,
} from '#api/features/subscription-webhooks/subscription-webhooks.contract.ts';
import { api, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { WebhookStatusCell } from '#src/ui/webhooks/WebhookStatusCell.tsx';
import { canReplayWebhook } from '#src/ui/webhooks/webhook-words.ts';

const COLUMNS = ['Event', 'State', 'Send again'] as const;
const EVENT_LABELS: Record<SubscriptionEvent, string> = {
  'subscription.started': 'Subscription started',
  'subscription.changed': 'Subscription changed',
  'subscription.ended': 'Subscription ended',
  'entitlements.changed': 'What a user may do changed',
  'free_plans.changed': 'Free plan changed',
  'webhook.test': 'Test',
};

type Props = { endpoint: WebhookEndpointJson | null; onSent: () => void; onClose: () => void };

/** The newest webhooks of an address, each of which can be sent again. */
export function WebhookDeliveriesDialog({ endpoint, onSent, onClose }: Props) {
  return (
    <Modal isOpen={endpoint !== null} title="Webhooks" onClose={onClose} isWide>
      {endpoint && <Deliveries endpoint={endpoint} onSent={onSent} />}
    </Modal>
  );
}

function Deliveries({ endpoint, onSent }: { endpoint: WebhookEndpointJson; onSent: () => void }) {
  const { id } = endpoint;
  const load = useCallback(
    (signal: AbortSignal) => api.get('/api/admin/webhooks/:id/deliveries', { param: { id }, signal }),
    [id],
  );
  const { state, reload } = useQuery(`webhooks-${id}`, load);
  const send = async (webhook: SubscriptionWebhookJson) => {
    try {
      const { message } = await api.post('/api/admin/webhooks/deliveries/:id/replay', { param: { id: webhook.id } });
      showToast(message, 'success');
    } catch (error) {
      showToast(formatError(error), 'error');
    }
    reload();
    onSent();
  };
  if (state.status === 'loading') return <TableSkeleton columns={COLUMNS} rows={3} />;
  if (state.status === 'failed')
    return <ErrorPanel title="Couldn’t load the webhooks" message={formatError(state.error)} onRetry={reload} />;
  const webhooks = state.value.data;
  return (
    <>
      <p className="field-hint">
        To <code>{endpoint.url}</code>
      </p>
      {webhooks.length === 0 && <p>Nothing was sent yet. ‘Send a test’ shows whether messages arrive.</p>}
      {webhooks.length > 0 && (
        <table className="admin-table">
          <TableHead columns={COLUMNS} narrow={['Send again']} />
          <tbody>
            {webhooks.map((webhook) => (
              <tr key={webhook.id}>
                <td className="title-cell">
                  <span className="row-title">{EVENT_LABELS[webhook.type]}</span>
                  <span className="row-note">
                    <code>{webhook.event_id}</code>
                  </span>
                </td>
                <td data-label="State" className="status-cell">
                  <WebhookStatusCell webhook={webhook} />
                </td>
                <td className="narrow">
                  {canReplayWebhook(webhook) && (
                    <Button variant="secondary" onClick={() => void send(webhook)}>
                      Send again
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
