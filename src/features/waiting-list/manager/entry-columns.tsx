import { paths } from '#src/lib/paths.ts';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { ListColumn, RowMenuProps } from '#src/ui/lists/ListTable.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import type { RowAction } from '#src/ui/tables/RowMenu.tsx';
import type { BulkAction } from './bulk/bulk-copy.ts';
import type { Entry } from './entries-api.ts';
import { EntryBadge } from './EntryBadge.tsx';
import { canResend, formatEntryName, getDeliveryFailure, getProgressNote, NOT_DELIVERED } from './entry-labels.ts';

export type EntryHandlers = {
  onOpen: (entry: Entry) => void;
  onAct: (action: BulkAction, entry: Entry) => void;
  onDelete: (entry: Entry) => void;
};

export const createEntryColumns = (
  toHref: (id: number) => string,
  onOpen: (entry: Entry) => void,
): readonly ListColumn<Entry>[] => [
  {
    sort: 'first_name',
    className: 'title-cell',
    cell: (entry) => {
      const name = formatEntryName(entry);
      return (
        <>
          <InPageLink className="row-title" href={toHref(entry.id)} onOpen={() => onOpen(entry)}>
            {name}
          </InPageLink>
          {name !== entry.email && <span className="row-note">{entry.email}</span>}
        </>
      );
    },
  },
  { label: 'Product', width: 'narrow mid', cell: ({ product_name: name }) => <ProductLabel name={name} /> },
  {
    label: 'Intent',
    width: 'wide',
    className: 'text-cell intent-cell',
    cell: ({ intent }) => (intent ? <span className="intent">{intent}</span> : <span className="none">No answer</span>),
  },
  { label: 'Status', className: 'status-cell', cell: (entry) => <EntryState entry={entry} /> },
  {
    sort: 'created_at',
    width: 'narrow',
    className: 'date-cell',
    cell: ({ created_at: at }) => (
      <>
        <Time iso={at} isDate />
        <span className="row-note">
          <Time iso={at} />
        </span>
      </>
    ),
  },
];

/** The status, and below it how far the person has come or why the invitation did not arrive. */
function EntryState({ entry }: { entry: Entry }) {
  const failure = getDeliveryFailure(entry);
  const note = getProgressNote(entry);
  return (
    <>
      <EntryBadge status={entry.status} />
      {note && <span className="row-note">{note}</span>}
      {failure && (
        <span className="delivery-failure">
          <Badge tone="red">{NOT_DELIVERED}</Badge>
          <span className="row-note">{failure}</span>
        </span>
      )}
    </>
  );
}

export function createEntryMenu(entry: Entry, { onOpen, onAct, onDelete }: EntryHandlers): RowMenuProps {
  const isPending = entry.status === 'pending';
  const decide: RowAction[] = isPending
    ? [
        { label: 'Invite...', icon: 'send', onSelect: () => onAct('invite', entry) },
        { label: 'Reject...', icon: 'ban', onSelect: () => onAct('reject', entry) },
      ]
    : [];
  if (entry.status === 'rejected') {
    decide.push({ label: 'Put back on the list...', icon: 'undo-2', onSelect: () => onAct('put-back', entry) });
  }
  if (canResend(entry)) decide.push({ label: 'Send again...', icon: 'send', onSelect: () => onAct('resend', entry) });
  const view: RowAction[] = [{ label: 'Show details', icon: 'eye', onSelect: () => onOpen(entry) }];
  if (entry.user_id !== null) view.push({ label: 'Open user', icon: 'user', href: paths.userDetail(entry.user_id) });
  const remove: RowAction = {
    label: 'Delete...',
    icon: 'trash',
    isDestructive: true,
    onSelect: () => onDelete(entry),
  };
  return { name: formatEntryName(entry), note: entry.email, groups: [view, decide, [remove]] };
}
