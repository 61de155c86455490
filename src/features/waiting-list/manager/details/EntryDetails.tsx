import '#src/ui/dialogs/side-sheet.css';
import { formatNumber } from '#api/domain/numbers.ts';
import type { ReactNode } from 'react';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useExport } from '#src/ui/crud/ExportButton.tsx';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { BulkAction } from '#src/features/waiting-list/manager/bulk/bulk-copy.ts';
import {
  type Entry,
  type EntryDetail,
  fetchEntry,
  exportEntry,
} from '#src/features/waiting-list/manager/entries-api.ts';
import { EntryBadge } from '#src/features/waiting-list/manager/EntryBadge.tsx';
import {
  canResend,
  formatEntryName,
  getDeliveryFailure,
  NOT_DELIVERED,
} from '#src/features/waiting-list/manager/entry-labels.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';

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

/** What happened to an entry, in order. */
function EntryLog({ entry }: { entry: Entry }) {
  const events = [
    { label: 'Joined the waiting list', at: entry.created_at },
    { label: 'Address confirmed', at: entry.confirmed_at },
    { label: 'Invited', at: entry.invited_at },
    { label: 'Signed up', at: entry.signed_up_at },
    { label: 'Paid for the first time', at: entry.paid_at },
  ].flatMap(({ label, at }) => (at === null ? [] : [{ label, at }]));
  events.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <ol className="entry-log" aria-label="What happened">
      {events.map(({ label, at }) => (
        <li key={label}>
          <Time iso={at} isFull /> <span>{label}</span>
        </li>
      ))}
    </ol>
  );
}

/** For a privacy request of a person who has no account; that of a user is on their page. */
function ExportEntry({ id }: { id: number }) {
  const { run, isBusy } = useExport(() => exportEntry(id), 'Failed to export the data');
  return (
    <button type="button" className="link-button" disabled={isBusy} onClick={() => void run()}>
      {isBusy ? 'Exporting...' : 'Export data'}
    </button>
  );
}

/** What became of the invitation email, in a sentence. */
function InvitationState({ entry }: { entry: Entry }) {
  const { invitation, invited_at } = entry;
  const failure = getDeliveryFailure(entry);
  if (failure !== null) {
    return (
      <span className="delivery-failure">
        <Badge tone="red">{NOT_DELIVERED}</Badge>
        <span>{failure}</span>
      </span>
    );
  }
  if (invitation?.status === 'sent' && invitation.sent_at) return <>Sent on {formatDateTime(invitation.sent_at)}</>;
  if (invitation?.status === 'waiting') {
    const reason = invitation.error && ` The last try failed: ${invitation.error}`;
    return invitation.leaves_at ? (
      <>
        Leaves at {formatDateTime(invitation.leaves_at)}.{reason}
      </>
    ) : (
      <>Not sent yet.{reason}</>
    );
  }
  return invited_at ? <>Invited on {formatDateTime(invited_at)}</> : <span className="none">Not invited</span>;
}
