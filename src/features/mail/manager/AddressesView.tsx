import { useState } from 'react';
import { suppressedAddressList } from '#api/domain/mail-list.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import { useList } from '#src/ui/lists/use-list.ts';
import { AddressDialog } from './AddressDialog.tsx';
import { fetchAddresses, unsuppressAddress } from './mail-api.ts';

const PATH = `${paths.adminMail}?view=addresses`;

/** The addresses that get no email except sign-in codes. */
export function AddressesView({ canManage }: { canManage: boolean }) {
  const list = useList(suppressedAddressList, PATH, fetchAddresses);
  const { reload } = list;
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  return (
    <>
      {canManage && (
        <PageAction>
          <Button onClick={() => setAdding(true)}>Suppress address</Button>
        </PageAction>
      )}
      <ListScreen
        list={list}
        title="Suppressed addresses"
        noun={{ one: 'address', many: 'addresses' }}
        failure="Failed to fetch addresses"
        columns={[
          {
            label: 'Address',
            className: 'title-cell',
            cell: ({ email }) => <span className="row-title">{email}</span>,
          },
          {
            label: 'Suppressed by',
            className: 'text-cell',
            cell: ({ suppressed_by: actor }) => actor ?? <span className="none">Deleted account</span>,
          },
          { label: 'Since', width: 'narrow', cell: ({ created_at: at }) => <Time iso={at} /> },
        ]}
        menu={({ email }) =>
          canManage
            ? { name: email, groups: [[{ label: 'Remove...', icon: 'undo-2', onSelect: () => setRemoved(email) }]] }
            : null
        }
        noMatches={{
          title: 'No addresses found',
          message: `No suppressed address matches ‘${list.state.search.trim()}’.`,
        }}
        empty={
          <EmptyState title="No suppressed addresses">
            <p>A suppressed address gets no email from us, except sign-in codes.</p>
          </EmptyState>
        }
      />
      <AddressDialog isOpen={isAdding} onClose={() => setAdding(false)} onSuppressed={reload} />
      <ConfirmDialog
        isOpen={removed !== null}
        title="Remove this address?"
        confirmLabel="Remove address"
        busyLabel="Removing..."
        onConfirm={async () => {
          if (removed === null) return;
          showToast((await unsuppressAddress(removed)).message, 'success');
          reload();
        }}
        onClose={() => setRemoved(null)}
      >
        <p>{removed} gets email from us again. Emails that weren’t sent in the meantime stay unsent.</p>
      </ConfirmDialog>
    </>
  );
}
