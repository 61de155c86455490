import { useState } from 'react';
import type { WebhookEndpointJson } from '#api/features/subscription-webhooks/subscription-webhooks.contract.ts';
import { api, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { WebhookStatusCell } from '#src/ui/webhooks/WebhookStatusCell.tsx';
import { NewWebhookDialog } from './NewWebhookDialog.tsx';
import { WebhookDeliveriesDialog } from './WebhookDeliveriesDialog.tsx';

const WEBHOOKS = '/api/admin/webhooks';
const COLUMNS = ['Address', 'Product', 'Last webhook', 'Actions'] as const;
const load = (signal: AbortSignal) => api.get(WEBHOOKS, { signal });

type Dialog = { kind: 'new' } | { kind: 'deliveries' | 'delete'; endpoint: WebhookEndpointJson };

/** Where the company's products are told that a subscription started, changed or ended. */
export function Webhooks() {
  const { state, reload } = useQuery('webhooks', load);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const test = async ({ id }: WebhookEndpointJson) => {
    try {
      const { message } = await api.post(`${WEBHOOKS}/:id/test`, { param: { id } });
      showToast(message, 'success');
      reload();
    } catch (error) {
      showToast(formatError(error), 'error');
    }
  };
  return (
    <section className="webhook-addresses" aria-labelledby="webhooks-title">
      <div className="webhooks-head">
        <h2 id="webhooks-title">Webhooks</h2>
        <Button variant="secondary" onClick={() => setDialog({ kind: 'new' })}>
          Add address
        </Button>
      </div>
      <p className="field-hint">
        Your product is told when a subscription starts, changes or ends, and needn’t ask. Each message is signed.
      </p>
      {state.status === 'loading' && <TableSkeleton columns={COLUMNS} rows={1} />}
      {state.status === 'failed' && (
        <ErrorPanel title="Couldn’t load the webhooks" message={formatError(state.error)} onRetry={reload} />
      )}
      {state.status === 'loaded' && state.value.data.length > 0 && (
        <EndpointTable endpoints={state.value.data} onTest={(endpoint) => void test(endpoint)} onOpen={setDialog} />
      )}
      <NewWebhookDialog
        isOpen={dialog?.kind === 'new'}
        onSave={async (json) => {
          const { secret } = await api.post(WEBHOOKS, { json });
          reload();
          return secret;
        }}
        onClose={close}
      />
      <WebhookDeliveriesDialog
        endpoint={dialog?.kind === 'deliveries' ? dialog.endpoint : null}
        onSent={reload}
        onClose={close}
      />
      <DeleteDialog endpoint={dialog?.kind === 'delete' ? dialog.endpoint : null} onDeleted={reload} onClose={close} />
    </section>
  );
}

type TableProps = {
  endpoints: readonly WebhookEndpointJson[];
  onTest: (endpoint: WebhookEndpointJson) => void;
  onOpen: (dialog: Dialog) => void;
};

function EndpointTable({ endpoints, onTest, onOpen }: TableProps) {
  return (
    <table className="admin-table">
      <TableHead columns={COLUMNS} narrow={['Actions']} />
      <tbody>
        {endpoints.map((endpoint) => (
          <tr key={endpoint.id}>
            <td className="title-cell">
              <span className="row-title">{endpoint.url}</span>
              <span className="row-note">
                {endpoint.user?.name ?? 'Deleted account'}, <Time iso={endpoint.created_at} isDate isInSentence />
              </span>
            </td>
            <td data-label="Product" className="text-cell">
              {endpoint.product?.name ?? 'Every product'}
            </td>
            <td data-label="Last webhook" className="status-cell">
              {endpoint.last ? <WebhookStatusCell webhook={endpoint.last} /> : <span className="none">None yet</span>}
              {endpoint.counts.failed > 0 && <span className="failure">{endpoint.counts.failed} given up</span>}
            </td>
            <td className="menu-cell narrow">
              <RowMenu
                name={endpoint.url}
                groups={[
                  [
                    { label: 'Show webhooks', icon: 'eye', onSelect: () => onOpen({ kind: 'deliveries', endpoint }) },
                    { label: 'Send a test', icon: 'send', onSelect: () => onTest(endpoint) },
                  ],
                  [
                    {
                      label: 'Remove...',
                      icon: 'trash',
                      isDestructive: true,
                      onSelect: () => onOpen({ kind: 'delete', endpoint }),
                    },
                  ],
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DeleteProps = { endpoint: WebhookEndpointJson | null; onDeleted: () => void; onClose: () => void };

/** Asks before an address is removed. */
function DeleteDialog({ endpoint, onDeleted, onClose }: DeleteProps) {
  return (
    <ConfirmDialog
      isOpen={endpoint !== null}
      title="Remove this address?"
      confirmLabel="Remove address"
      busyLabel="Removing..."
      failure="Failed to remove the address"
      isDestructive
      onConfirm={async () => {
        if (!endpoint) return;
        const { message } = await api.delete(`${WEBHOOKS}/:id`, { param: { id: endpoint.id } }).finally(onDeleted);
        showToast(message, 'success');
      }}
      onClose={onClose}
    >
      {endpoint && (
        <p>
          <strong>{endpoint.url}</strong> is told nothing any more, and what still waits for it isn’t sent. Its secret
          can’t be used again.
        </p>
      )}
    </ConfirmDialog>
  );
}
