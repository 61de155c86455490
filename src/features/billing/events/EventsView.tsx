import { useState } from 'react';
import { stripeEventList } from '#api/domain/billing-lists.ts';
import type { StripeEventJson } from '#api/features/billing/billing.contract.ts';
import type { StateOf } from '#src/lib/list-address.ts';
import { paths } from '#src/lib/paths.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import type { ListColumn } from '#src/ui/lists/ListTable.tsx';
import { useList } from '#src/ui/lists/use-list.ts';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import type { RowAction } from '#src/ui/tables/RowMenu.tsx';
import { fetchEvents, replayEvent, replayFailedEvents } from '#src/features/billing/billing-api.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { formatEventType } from './event-labels.ts';
import { EventDialog } from './EventDialog.tsx';
import { EventStatus } from './EventStatus.tsx';

/** How often the list is loaded again while an event of this page waits for the worker. */
const REFRESH_MS = 3_000;
const PATH = paths.adminBillingView('events');

type Props = {
  canManage: boolean;
  /** An event was handed to the worker again. */
  onReplayed: () => void;
};

/** Every event that Stripe sent, newest first: what became of it, and a way to apply it again. */
export function EventsView({ canManage, onReplayed }: Props) {
  const list = useList(stripeEventList, PATH, fetchEvents, (loaded) =>
    loaded?.rows.some(({ status }) => status === 'received') ? REFRESH_MS : null,
  );
  const { page, reload, open } = list;
  const { replay, replayFailed } = useReplay(() => {
    reload();
    onReplayed();
  });
  const { counts } = page ?? {};
  return (
    <>
      {canManage && counts && counts.failed > 0 && (
        <PageAction>
          <ReplayAllButton onReplay={replayFailed} />
        </PageAction>
      )}
      <ListScreen
        list={list}
        title="Events"
        noun={{ one: 'event', many: 'events' }}
        failure="Couldn’t load the events"
        counts={counts && { ...counts, all: counts.failed + counts.received + counts.applied + counts.ignored }}
        columns={createColumns(list.toRowHref, open)}
        menu={(event) => ({
          name: `${formatEventType(event.type)}, ${event.id}`,
          note: event.type,
          groups: [
            listViews(event, { onOpen: open, onSearch: (search) => list.change({ search, status: null }) }),
            canManage ? [{ label: 'Replay', icon: 'rotate-ccw', onSelect: () => void replay(event.id) }] : [],
          ],
        })}
        noMatches={describeNoMatches(list.state)}
        empty={
          <EmptyState title="No events yet">
            <p>Stripe sends one for each payment and each change to a subscription.</p>
          </EmptyState>
        }
      />
      <EventDialog id={list.state.open} onReplay={canManage ? replay : null} onClose={() => open(null)} />
    </>
  );
}

const createColumns = (
  toHref: (id: string) => string,
  onOpen: (id: string) => void,
): readonly ListColumn<StripeEventJson>[] => [
  {
    label: 'Event',
    className: 'title-cell',
    cell: ({ id, type }) => (
      <>
        <InPageLink className="row-title" href={toHref(id)} onOpen={() => onOpen(id)}>
          {formatEventType(type)}
        </InPageLink>
        <span className="row-note">
          <code>{type}</code>
        </span>
      </>
    ),
  },
  {
    label: 'User',
    className: 'text-cell',
    cell: ({ user_email: email }) => email ?? <span className="none">No user</span>,
  },
  { label: 'Status', className: 'status-cell', cell: (event) => <EventStatus event={event} /> },
  { label: 'Received', width: 'narrow', cell: ({ received_at: at }) => <Time iso={at} /> },
];

type ViewHandlers = { onOpen: (id: string) => void; onSearch: (search: string) => void };

function listViews({ id, object_id: objectId }: StripeEventJson, { onOpen, onSearch }: ViewHandlers): RowAction[] {
  const views: RowAction[] = [{ label: 'Show details', icon: 'eye', onSelect: () => onOpen(id) }];
  if (objectId) {
    views.push({ label: 'Show events of the same object', icon: 'search', onSelect: () => onSearch(objectId) });
  }
  return views;
}

function describeNoMatches({ search, status }: StateOf<typeof stripeEventList>) {
  const text = search.trim();
  if (text !== '') return { title: 'No events found', message: `No event matches ‘${text}’.` };
  const message = status === 'failed' ? 'Everything Stripe sent has been applied.' : 'No event has this status.';
  return { title: 'No events here', message };
}

function ReplayAllButton({ onReplay }: { onReplay: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const replay = async () => {
    setBusy(true);
    await onReplay();
    setBusy(false);
  };
  return (
    <Button isBusy={isBusy} busyLabel="Replaying..." onClick={() => void replay()}>
      Replay all failed
    </Button>
  );
}

/** Hands events to the worker again. Harmless: an event that was applied changes nothing the second time. */
function useReplay(onReplayed: () => void) {
  const run = async (replay: () => Promise<{ message: string }>): Promise<void> => {
    try {
      showToast((await replay()).message, 'success');
      onReplayed();
    } catch (error) {
      showToast(formatError(error), 'error');
    }
  };
  return { replay: (id: string) => run(() => replayEvent(id)), replayFailed: () => run(replayFailedEvents) };
}
