import { useState } from 'react';
import type { ApiKeyJson } from '#api/features/api-keys/api-keys.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { API_KEY_COLUMNS, ApiKeyTable } from './ApiKeyTable.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { Webhooks } from './Webhooks.tsx';

const KEYS = '/api/admin/api-keys';
const load = (signal: AbortSignal) => api.get(KEYS, { signal });

/** How the company's own programs work with the site: keys to call its API, and webhooks that tell them of subscriptions. */
export function ApiKeysIsland() {
  return <RequireAuth access="api.manage">{() => <ApiKeys />}</RequireAuth>;
}

function ApiKeys() {
  const { state, reload } = useQuery('api-keys', load);
  const [isAdding, setAdding] = useState(false);
  const [revoked, setRevoked] = useState<ApiKeyJson | null>(null);
  const add = () => setAdding(true);
  if (state.status === 'loading') return <TableSkeleton columns={API_KEY_COLUMNS} rows={3} />;
  if (state.status === 'failed')
    return <ErrorPanel title="Couldn’t load the API keys" message={formatError(state.error)} onRetry={reload} />;
  const keys = state.value.data;
  const activeCount = keys.filter(({ revoked_at }) => revoked_at === null).length;
  return (
    <>
      {keys.length > 0 && <ScreenCount>{activeCount}</ScreenCount>}
      <PageAction>
        <Button onClick={add}>New key</Button>
      </PageAction>
      <div className="screen-parts api-keys">
        {keys.length === 0 ? (
          <EmptyState title="No API keys yet" icon="webhook" action={<Button onClick={add}>New key</Button>}>
            <p>With a key, a program of yours writes posts or documentation, or asks what a user has paid for.</p>
          </EmptyState>
        ) : (
          <ApiKeyTable keys={keys} onRevoke={setRevoked} />
        )}
        <p className="field-hint">
          Send a key as <code>Authorization: Bearer</code>. Every address is described in{' '}
          <a href="/api/openapi.json">the OpenAPI document</a>.
        </p>
        <Webhooks />
        <KeyboardShortcuts items={[{ keys: ['n'], label: 'New key', run: add }]} />
      </div>
      <NewKeyDialog
        isOpen={isAdding}
        onSave={async (json) => {
          const { key } = await api.post(KEYS, { json });
          reload();
          return key;
        }}
        onClose={() => setAdding(false)}
      />
      <RevokeDialog
        apiKey={revoked}
        onRevoke={async ({ id, name }) => {
          await api.delete(`${KEYS}/:id`, { param: { id } }).finally(reload);
          showToast(`‘${name}’ is revoked`, 'success');
        }}
        onClose={() => setRevoked(null)}
      />
    </>
  );
}

type RevokeProps = {
  /** Null while it is closed. */
  apiKey: ApiKeyJson | null;
  onRevoke: (key: ApiKeyJson) => Promise<void>;
  onClose: () => void;
};

/** Asks before a key is revoked. */
function RevokeDialog({ apiKey, onRevoke, onClose }: RevokeProps) {
  return (
    <ConfirmDialog
      isOpen={apiKey !== null}
      title="Revoke this key?"
      confirmLabel="Revoke key"
      busyLabel="Revoking..."
      failure="Failed to revoke the key"
      isDestructive
      onConfirm={async () => {
        if (apiKey) await onRevoke(apiKey);
      }}
      onClose={onClose}
    >
      {apiKey && (
        <p>
          Programs that use <strong>{apiKey.name}</strong> are refused from their next request on. A revoked key can’t
          be used again: make a new one instead.
        </p>
      )}
    </ConfirmDialog>
  );
}
