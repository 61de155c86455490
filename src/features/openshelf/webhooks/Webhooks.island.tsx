import { useState } from 'react';
import { webhookList } from '#api/domain/openshelf-lists.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import type { OpenshelfWebhookJson } from '#api/features/openshelf/webhooks/webhooks.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { fetchWebhooks } from '#src/features/openshelf/openshelf-lists-api.ts';
import type { StateOf } from '#src/lib/list-address.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import type { ListColumn } from '#src/ui/lists/ListTable.tsx';
import { useList } from '#src/ui/lists/use-list.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { WebhookStatusCell } from '#src/ui/webhooks/WebhookStatusCell.tsx';
import { canReplayWebhook } from '#src/ui/webhooks/webhook-words.ts';
import { ReplayDialog } from './ReplayDialog.tsx';
import { EVENT_LABELS } from './webhook-labels.ts';
import { WebhookDialog } from './WebhookDialog.tsx';

/** How often the list is loaded again while a webhook of this page is to be sent now. */
const REFRESH_MS = 3_000;

/** The log of webhooks to the publishing service: what was sent, what it answered, and a way to send it again. */
export function WebhooksIsland() {
  return (
    <RequireAuth access="openshelf.review">
      {(user) => <Webhooks isManager={hasPermission(user.role, 'openshelf.manage')} />}
    </RequireAuth>
  );
}

function Webhooks({ isManager }: { isManager: boolean }) {
  const list = useList(webhookList, openshelfPaths.openshelfWebhooks, fetchWebhooks, (loaded) =>
    loaded?.webhook_url && loaded.rows.some(isDue) ? REFRESH_MS : null,
  );
  const { page, reload, change } = list;
  const { publication } = list.state;
  const [dialog, setDialog] = useState<{ kind: 'details' | 'replay'; id: number } | null>(null);
  const closeDialog = () => setDialog(null);
  const webhook = list.rows.find(({ id }) => id === dialog?.id) ?? null;
  const title = list.rows.find(({ publication_id: id }) => id === publication)?.publication_title;
  // The counts are those of all publications.
  const counts = publication === null ? page?.counts : null;
  return (
    <div className="screen-parts webhooks">
      <ListScreen
        list={list}
        title="Webhooks"
        noun={{ one: 'webhook', many: 'webhooks' }}
        failure="Couldn’t load the webhooks"
        counts={counts && { ...counts, all: counts.queued + counts.delivered + counts.failed }}
        atLineEnd={
          <>
            {page?.webhook_url && (
              <span className="webhook-address">
                Sent to <code>{page.webhook_url}</code>
              </span>
            )}
            {publication !== null && (
              <span className="filter is-on">
                <span className="filter-words">Publication: {title ?? publication}</span>
                <button type="button" aria-label="Show all publications" onClick={() => change({ publication: null })}>
                  <Icon name="x" size={14} />
                </button>
              </span>
            )}
          </>
        }
        columns={createColumns((id) => setDialog({ kind: 'details', id }))}
        menu={(row) => ({
          name: `${EVENT_LABELS[row.type]}, ${row.publication_title}`,
          note: row.event_id,
          groups: [
            [
              { label: 'Show details', icon: 'eye', onSelect: () => setDialog({ kind: 'details', id: row.id }) },
              {
                label: 'Show webhooks of this publication',
                icon: 'list-filter',
                onSelect: () => change({ publication: row.publication_id, status: null }),
              },
            ],
            isManager && canReplayWebhook(row)
              ? [{ label: 'Send again', icon: 'send', onSelect: () => setDialog({ kind: 'replay', id: row.id }) }]
              : [],
          ],
        })}
        rowClass={({ status }) => (status === 'failed' ? 'is-failed' : undefined)}
        noMatches={describeNoMatches(list.state)}
        empty={
          <EmptyState title="No webhooks yet" icon="webhook">
            <p>The publishing service gets one for each decision, once it can no longer be undone.</p>
          </EmptyState>
        }
      >
        {page?.webhook_url === null && <MissingAddress />}
      </ListScreen>
      <WebhookDialog
        webhook={dialog?.kind === 'details' ? webhook : null}
        onReplay={isManager ? (id) => setDialog({ kind: 'replay', id }) : null}
        onClose={closeDialog}
      />
      <ReplayDialog
        webhook={dialog?.kind === 'replay' ? webhook : null}
        url={page?.webhook_url ?? null}
        onReplayed={reload}
        onClose={closeDialog}
      />
    </div>
  );
}

/** Its next attempt is now or in a few seconds. */
const isDue = ({ next_attempt_at: next }: { next_attempt_at: string | null }): boolean =>
  next !== null && Date.parse(next) - Date.now() < 10 * REFRESH_MS;

const createColumns = (onOpen: (id: number) => void): readonly ListColumn<OpenshelfWebhookJson>[] => [
  {
    label: 'Event',
    className: 'title-cell',
    cell: ({ id, type }) => (
      <>
        <button type="button" className="row-title" onClick={() => onOpen(id)}>
          {EVENT_LABELS[type]}
        </button>
        <span className="row-note">
          <code>{type}</code>
        </span>
      </>
    ),
  },
  {
    label: 'Publication',
    className: 'text-cell',
    cell: ({ publication_id: id, publication_title: title }) => <a href={openshelfPaths.reviewDetail(id)}>{title}</a>,
  },
  { label: 'Status', className: 'status-cell', cell: (webhook) => <WebhookStatusCell webhook={webhook} /> },
  { label: 'Created', width: 'narrow', isLabelledOnCard: true, cell: ({ created_at: at }) => <Time iso={at} /> },
];

const STATUS_MESSAGES = {
  queued: 'Nothing is waiting to be sent.',
  delivered: 'Nothing has been delivered yet.',
  failed: 'Every webhook was delivered or will be tried again.',
};

function describeNoMatches({ status, publication }: StateOf<typeof webhookList>) {
  if (publication === null) return { title: 'No webhooks here', message: STATUS_MESSAGES[status ?? 'delivered'] };
  const message = status ? 'No webhook of this publication has this status.' : 'This publication has no webhooks.';
  return { title: 'No webhooks found', message };
}

/** Says which settings the server needs before it can send webhooks. */
function MissingAddress() {
  return (
    <Notice tone="info">
      <h2 className="error-title">No address for webhooks</h2>
      <p>
        Decisions wait here until the publishing service can get them. Set <code>OPENSHELF_WEBHOOK_URL</code> to its
        address and <code>OPENSHELF_SERVICE_KEY</code> to the key you share with it, then restart the server.
      </p>
    </Notice>
  );
}
