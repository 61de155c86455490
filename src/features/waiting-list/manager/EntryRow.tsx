import { paths } from '#src/lib/paths.ts';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import type { Entry } from './entries-api.ts';
import { canResend, formatEntryName, getDeliveryFailure, getProgressNote, NOT_DELIVERED } from './entry-labels.ts';
import { EntryBadge } from './EntryBadge.tsx';
import { type ListState, toListUrl } from './list-state.ts';
import type { BulkAction } from './bulk/entry-bulk-run.ts';

export type EntryHandlers = {
  onOpen: (entry: Entry) => void;
  onAct: (action: BulkAction, entry: Entry) => void;
  onDelete: (entry: Entry) => void;
};

type Props = {
  entry: Entry;
  listState: ListState;
  isSelected: boolean;
  onSelect: (isOn: boolean) => void;
  handlers: EntryHandlers;
};

export function EntryRow({ entry, listState, isSelected, onSelect, handlers }: Props) {
  const { id, email, intent, created_at } = entry;
  const name = formatEntryName(entry);
  return (
    <tr className={isSelected ? 'is-selected' : undefined} data-entry={id}>
      <td className="check-cell narrow">
        <CheckField
          label={`Select ${name}`}
          isLabelHidden
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </td>
      <td className="title-cell">
        <InPageLink
          className="row-title"
          href={toListUrl({ ...listState, entryId: id })}
          onOpen={() => handlers.onOpen(entry)}
        >
          {name}
        </InPageLink>
        {name !== email && <span className="row-note">{email}</span>}
      </td>
      <td className="narrow mid">
        <ProductLabel name={entry.product_name} />
      </td>
      <td className="text-cell intent-cell wide">
        {intent ? <span className="intent">{intent}</span> : <span className="none">No answer</span>}
      </td>
      <td className="status-cell">
        <EntryState entry={entry} />
      </td>
      <td className="date-cell narrow">
        <Time iso={created_at} isDate />
        <span className="row-note">
          <Time iso={created_at} />
        </span>
      </td>
      <td className="menu-cell narrow">
        <RowMenu name={name} note={email} groups={createRowActions(entry, handlers)} />
      </td>
    </tr>
  );
}

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

function createRowActions(entry: Entry, { onOpen, onAct, onDelete }: EntryHandlers): RowAction[][] {
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
  return [view, decide, [{ label: 'Delete...', icon: 'trash', isDestructive: true, onSelect: () => onDelete(entry) }]];
}
