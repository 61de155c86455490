import type { StripeEventJson } from '#api/features/billing/billing.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { type BillingState, toBillingUrl } from '#src/features/billing/billing-state.ts';
import { formatEventType } from './event-labels.ts';
import { EventStatus } from './EventStatus.tsx';

export const EVENT_COLUMNS = ['Event', 'User', 'Status', 'Received', 'Actions'];

type RowProps = {
  state: BillingState;
  onOpen: (id: string) => void;
  onSearch: (search: string) => void;
  /** Null for those who may not replay. */
  onReplay: ((id: string) => Promise<void>) | null;
};

type Props = RowProps & { events: readonly StripeEventJson[]; isBusy: boolean };

export function EventTable({ events, isBusy, ...row }: Props) {
  return (
    <table className="admin-table" aria-busy={isBusy}>
      <caption className="visually-hidden">Events</caption>
      <TableHead columns={EVENT_COLUMNS} narrow={['Received']} />
      <tbody>
        {events.map((event) => (
          <EventRow key={event.id} event={event} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function EventRow({ event, state, onOpen, onSearch, onReplay }: RowProps & { event: StripeEventJson }) {
  const label = formatEventType(event.type);
  const { id, object_id: objectId } = event;
  return (
    <tr data-event={id}>
      <td className="title-cell">
        <InPageLink className="row-title" href={toBillingUrl({ ...state, event: id })} onOpen={() => onOpen(id)}>
          {label}
        </InPageLink>
        <span className="row-note">
          <code>{event.type}</code>
        </span>
      </td>
      <td className="text-cell">{event.user_email ?? <span className="none">No user</span>}</td>
      <td className="status-cell">
        <EventStatus event={event} />
      </td>
      <td className="narrow">
        <Time iso={event.received_at} />
      </td>
      <td className="menu-cell narrow">
        <RowMenu
          name={`${label}, ${id}`}
          note={event.type}
          groups={[
            [
              { label: 'Show details', icon: 'eye', onSelect: () => onOpen(id) },
              ...(objectId
                ? [
                    {
                      label: 'Show events of the same object',
                      icon: 'search' as const,
                      onSelect: () => onSearch(objectId),
                    },
                  ]
                : []),
            ],
            onReplay ? [{ label: 'Replay', icon: 'rotate-ccw', onSelect: () => void onReplay(id) }] : [],
          ]}
        />
      </td>
    </tr>
  );
}
