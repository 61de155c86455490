import type { OpenshelfWebhookJson } from '#api/features/openshelf/webhooks/webhooks.contract.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { canReplayWebhook, EVENT_LABELS } from './webhook-labels.ts';
import { WebhookStatusCell } from './WebhookStatusCell.tsx';

export const WEBHOOK_COLUMNS = ['Event', 'Publication', 'Status', 'Created', 'Actions'];

export type OpenDialog = { kind: 'details' | 'replay'; id: number };

type RowProps = {
  /** False for those who may not send again. */
  canReplay: boolean;
  onDialog: (dialog: OpenDialog) => void;
  /** Shows the webhooks of one publication only. */
  onFilter: (publicationId: number) => void;
};

type Props = RowProps & { webhooks: readonly OpenshelfWebhookJson[]; isBusy: boolean };

export function WebhookTable({ webhooks, isBusy, ...row }: Props) {
  return (
    <table className="admin-table" aria-busy={isBusy}>
      <caption className="visually-hidden">Webhooks</caption>
      <TableHead columns={WEBHOOK_COLUMNS} narrow={['Created']} />
      <tbody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function WebhookRow({ webhook, canReplay, onDialog, onFilter }: RowProps & { webhook: OpenshelfWebhookJson }) {
  const { id, type, publication_id: publicationId, publication_title: title } = webhook;
  return (
    <tr data-webhook={id} className={webhook.status === 'failed' ? 'is-failed' : undefined}>
      <td className="title-cell">
        <button type="button" className="row-title" onClick={() => onDialog({ kind: 'details', id })}>
          {EVENT_LABELS[type]}
        </button>
        <span className="row-note">
          <code>{type}</code>
        </span>
      </td>
      <td className="text-cell">
        <a href={openshelfPaths.reviewDetail(publicationId)}>{title}</a>
      </td>
      <td className="status-cell">
        <WebhookStatusCell webhook={webhook} />
      </td>
      <td className="narrow" data-label="Created">
        <Time iso={webhook.created_at} />
      </td>
      <td className="menu-cell narrow">
        <RowMenu
          name={`${EVENT_LABELS[type]}, ${title}`}
          note={webhook.event_id}
          groups={[
            [
              { label: 'Show details', icon: 'eye', onSelect: () => onDialog({ kind: 'details', id }) },
              {
                label: 'Show webhooks of this publication',
                icon: 'list-filter',
                onSelect: () => onFilter(publicationId),
              },
            ],
            canReplay && canReplayWebhook(webhook)
              ? [{ label: 'Send again', icon: 'send', onSelect: () => onDialog({ kind: 'replay', id }) }]
              : [],
          ]}
        />
      </td>
    </tr>
  );
}
