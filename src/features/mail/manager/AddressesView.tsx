import { useState } from 'react';
import { pluralize } from '#api/domain/plurals.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { showToast } from '#src/lib/toast.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { createSearchShortcut } from '#src/ui/tables/TextFilterLine.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { fetchAddresses, unsuppressAddress } from './mail-api.ts';
import { type MailState, PAGE_SIZE, toMailUrl } from './mail-state.ts';

const COLUMNS = ['Address', 'Suppressed by', 'Since', 'Actions'];
const SHORTCUTS = [createSearchShortcut('addresses')];

type Props = { state: MailState; onChange: (update: Partial<MailState>) => void; canManage: boolean };

/** The addresses that get no email except sign-in codes. */
export function AddressesView({ state, onChange, canManage }: Props) {
  const { value, error, isLoading, reload } = useListQuery(toMailUrl(state), (signal) => fetchAddresses(state, signal));
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  useClampedPage(state.page, value?.pagination.page === state.page ? value.pagination.totalPages : null, onChange);
  const search = state.search.trim();
  return (
    <>
      {canManage && (
        <PageAction>
          <Button onClick={() => setAdding(true)}>Suppress address</Button>
        </PageAction>
      )}
      <FilterLine
        label="Suppressed addresses"
        search={
          <SearchField
            label="Search addresses"
            placeholder="Search addresses"
            value={state.search}
            onSearch={(query) => onChange({ search: query })}
          />
        }
      />
      {error !== null && <ErrorPanel title="Failed to fetch addresses" message={error} onRetry={reload} />}
      {!value && isLoading && <TableSkeleton columns={COLUMNS} />}
      {value?.data.length === 0 && !isLoading && search !== '' && (
        <NoMatches
          title="No addresses found"
          message={`No suppressed address matches ‘${search}’.`}
          onClear={() => onChange({ search: '' })}
        />
      )}
      {value?.data.length === 0 && !isLoading && search === '' && (
        <EmptyState title="No suppressed addresses">
          <p>A suppressed address gets no email from us, except sign-in codes.</p>
        </EmptyState>
      )}
      {value && value.data.length > 0 && (
        <table className="admin-table" aria-busy={isLoading}>
          <caption className="visually-hidden">Suppressed addresses</caption>
          <TableHead columns={COLUMNS} narrow={['Since']} />
          <tbody>
            {value.data.map(({ email, suppressed_by: actor, created_at: at }) => (
              <tr key={email}>
                <td className="title-cell">
                  <span className="row-title">{email}</span>
                </td>
                <td className="text-cell">{actor ?? <span className="none">Deleted account</span>}</td>
                <td className="narrow">
                  <Time iso={at} />
                </td>
                <td className="menu-cell narrow">
                  {canManage && (
                    <RowMenu
                      name={email}
                      groups={[[{ label: 'Remove...', icon: 'undo-2', onSelect: () => setRemoved(email) }]]}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="manager-foot">
        {value && value.data.length > 0 && (
          <Pager
            page={state.page}
            limit={PAGE_SIZE}
            total={value.pagination.total}
            toHref={(page) => toMailUrl({ ...state, page })}
            onPage={(page) => onChange({ page })}
            noun={pluralize(value.pagination.total, 'address', 'addresses')}
          />
        )}
        <KeyboardShortcuts items={SHORTCUTS} />
      </div>
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
