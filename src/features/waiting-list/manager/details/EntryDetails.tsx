import { formatNumber } from '#api/domain/numbers.ts';
import type { ReactNode } from 'react';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { BulkAction } from '#src/features/waiting-list/manager/bulk/bulk-copy.ts';
import { type Entry, type EntryDetail, fetchEntry } from '#src/features/waiting-list/manager/entries-api.ts';
import { EntryBadge } from '#src/features/waiting-list/manager/EntryBadge.tsx';
import { canResend, formatEntryName } from '#src/features/waiting-list/manager/entry-labels.ts';
import { ExportEntry } from './ExportEntry.tsx';
import { EntryLog } from './EntryLog.tsx';
import { InvitationState } from './InvitationState.tsx';

type Place = EntryDetail['place'];
type Handlers = { onAct: (action: BulkAction, entry: Entry) => void; onDelete: (entry: Entry) => void };

type Props = Handlers & {
  /** Null while it is closed. */
  id: number | null;
  /** The row of the list, shown until the entry itself is loaded. */
  row: Entry | undefined;
  /** Another value loads the entry again. */
  refreshCount: number;
  onClose: () => void;
};

/** Everything about one entry, at the right of the list. */
export function EntryDetails({ id, row, onClose, ...content }: Props) {
  const { refreshCount } = content;
  // The heading of the dialog names the person, so the entry is loaded here and the last one kept while it closes.
  const { value, error, isLoading, reload } = useQuery(
    id === null ? null : `entry ${id} ${refreshCount}`,
    (signal) => fetchEntry(id ?? 0, signal),
    { keepsPrevious: true },
  );
  const detail = value?.id === id ? value : null;
  const entry = detail ?? (row?.id === id ? row : null);
  return (
    <Modal
      isOpen={id !== null}
      title={entry ? formatEntryName(entry) : 'Waiting list entry'}
      className="side-sheet"
      onClose={onClose}
    >
      {entry && <Details entry={entry} place={detail?.place ?? null} {...content} />}
      {!entry && error !== null && !isLoading && (
        <ErrorPanel title="Couldn’t load this entry" message={error} onRetry={reload} />
      )}
      {!entry && (error === null || isLoading) && <Skeleton kind="line" count={6} />}
    </Modal>
  );
}

function Details({ entry, place, onAct, onDelete }: Handlers & { entry: Entry; place: Place }) {
  const facts: [string, ReactNode][] = [
    ['Email', entry.email],
    ['First name', entry.first_name ?? <span className="none">Not given</span>],
    ['Last name', entry.last_name ?? <span className="none">Not given</span>],
    ['Product', <ProductLabel key="product" name={entry.product_name} />],
    ['Status', <EntryBadge key="status" status={entry.status} />],
    ...(place ? [['Place', formatPlace(place)] satisfies [string, string]] : []),
    ['Invitation', <InvitationState key="invitation" entry={entry} />],
    ['Intent', entry.intent ?? <span className="none">No answer</span>],
    ['Account', <AccountLink key="account" userId={entry.user_id} />],
    ...(entry.user_id === null
      ? [['Data', <ExportEntry key="data" id={entry.id} />] satisfies [string, ReactNode]]
      : []),
  ];
  return (
    <>
      <dl className="entry-facts">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <EntryLog entry={entry} />
      <div className="form-actions">
        <Button variant="quiet" className="button-delete" onClick={() => onDelete(entry)}>
          <Icon name="trash" size={16} />
          Delete...
        </Button>
        {entry.status === 'pending' && (
          <>
            <Button variant="secondary" onClick={() => onAct('reject', entry)}>
              Reject
            </Button>
            <Button onClick={() => onAct('invite', entry)}>Invite</Button>
          </>
        )}
        {entry.status === 'rejected' && <Button onClick={() => onAct('put-back', entry)}>Put back on the list</Button>}
        {canResend(entry) && <Button onClick={() => onAct('resend', entry)}>Send again</Button>}
      </div>
    </>
  );
}

const formatPlace = ({ position, total }: NonNullable<Place>) => `${formatNumber(position)} of ${formatNumber(total)}`;

function AccountLink({ userId }: { userId: number | null }) {
  if (userId === null) return <span className="none">None yet</span>;
  return <a href={paths.userDetail(userId)}>Open user</a>;
}
