import { useEffect, useState } from 'react';
import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { fetchWebhooks } from '#src/features/openshelf/openshelf-api.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { MissingAddress } from './MissingAddress.tsx';
import { NoWebhooks } from './NoWebhooks.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookFilters } from './WebhookFilters.tsx';
import { type OpenDialog, WEBHOOK_COLUMNS, WebhookTable } from './WebhookTable.tsx';
import { PAGE_SIZE, parseWebhooksState, toWebhooksUrl } from './webhooks-state.ts';

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
  const { listState, change } = useListState({ parse: parseWebhooksState, toUrl: toWebhooksUrl });
  const { status, publication, page } = listState;
  const { value, error, isLoading, reload } = useListQuery(toWebhooksUrl(listState), (signal) =>
    fetchWebhooks(
      { status: status ?? undefined, publication: publication ?? undefined, page, limit: PAGE_SIZE },
      signal,
    ),
  );
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const closeDialog = () => setDialog(null);
  const pagination = value?.pagination;
  useClampedPage(page, pagination?.page === page ? pagination.totalPages : null, change);
  const isSending = value !== null && value.webhook_url !== null && value.webhooks.some(isDue);
  useEffect(() => {
    if (!isSending || isLoading) return;
    const timer = setTimeout(reload, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isSending, isLoading, reload]);
  const webhook = value?.webhooks.find(({ id }) => id === dialog?.id) ?? null;
  const hasWebhooks = value !== null && value.webhooks.length > 0;
  return (
    <div className="screen-parts webhooks">
      <WebhookFilters
        state={listState}
        counts={value?.counts ?? null}
        publicationTitle={
          value?.webhooks.find(({ publication_id: id }) => id === publication)?.publication_title ?? null
        }
        url={value?.webhook_url ?? null}
        onChange={change}
      />
      {value?.webhook_url === null && <MissingAddress />}
      {error !== null && <ErrorPanel title="Couldn’t load the webhooks" message={error} onRetry={reload} />}
      {!value && isLoading && <TableSkeleton columns={WEBHOOK_COLUMNS} />}
      {value && !hasWebhooks && !isLoading && <NoWebhooks state={listState} onChange={change} />}
      {value && hasWebhooks && (
        <>
          <WebhookTable
            webhooks={value.webhooks}
            isBusy={isLoading}
            canReplay={isManager}
            onDialog={setDialog}
            onFilter={(id) => change({ publication: id, status: null })}
          />
          <Pager
            page={page}
            limit={PAGE_SIZE}
            total={value.pagination.total}
            toHref={(to) => toWebhooksUrl({ ...listState, page: to })}
            onPage={(to) => change({ page: to })}
            noun="webhooks"
          />
        </>
      )}
      <WebhookDialog
        webhook={dialog?.kind === 'details' ? webhook : null}
        onReplay={isManager ? (id) => setDialog({ kind: 'replay', id }) : null}
        onClose={closeDialog}
      />
      <ReplayDialog
        webhook={dialog?.kind === 'replay' ? webhook : null}
        url={value?.webhook_url ?? null}
        onReplayed={reload}
        onClose={closeDialog}
      />
    </div>
  );
}

/** Its next attempt is now or in a few seconds. */
const isDue = ({ next_attempt_at: next }: { next_attempt_at: string | null }): boolean =>
  next !== null && Date.parse(next) - Date.now() < 10 * REFRESH_MS;
