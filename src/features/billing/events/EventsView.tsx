import { useEffect } from 'react';
import type { StripeEventStatus } from '#api/domain/enums.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { createSearchShortcut } from '#src/ui/tables/TextFilterLine.tsx';
import { type EventPage, fetchEvents } from '#src/features/billing/billing-api.ts';
import { type BillingState, PAGE_SIZE, toBillingUrl } from '#src/features/billing/billing-state.ts';
import { EVENT_STATUS_LABELS } from './event-labels.ts';
import { EventDialog } from './EventDialog.tsx';
import { EVENT_COLUMNS, EventTable } from './EventTable.tsx';
import { ReplayAllButton } from './ReplayAllButton.tsx';
import { useReplay } from './use-replay.ts';

/** How often the list is loaded again while an event of this page waits for the worker. */
const REFRESH_MS = 3_000;
const STATUS_ORDER = ['failed', 'received', 'applied', 'ignored'] as const;
const SHORTCUTS = [createSearchShortcut('events')];

type Props = {
  state: BillingState;
  onChange: (update: Partial<BillingState>) => void;
  canManage: boolean;
  /** An event was handed to the worker again. */
  onReplayed: () => void;
};

/** Every event that Stripe sent, newest first: what became of it, and a way to apply it again. */
export function EventsView({ state, onChange, canManage, onReplayed }: Props) {
  const { value, error, isLoading, reload } = useListQuery(toBillingUrl({ ...state, event: '' }), (signal) =>
    fetchEvents(state, signal),
  );
  const replay = useReplay(() => {
    reload();
    onReplayed();
  });
  useClampedPage(state.page, value?.pagination.page === state.page ? value.pagination.totalPages : null, onChange);
  const isWaiting = value?.data.some(({ status }) => status === 'received') ?? false;
  useEffect(() => {
    if (!isWaiting || isLoading) return;
    const timer = setTimeout(reload, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, isLoading, reload]);
  return (
    <>
      {canManage && value && value.counts.failed > 0 && (
        <PageAction>
          <ReplayAllButton onReplay={replay.replayFailed} />
        </PageAction>
      )}
      <EventFilters state={state} counts={value?.counts ?? null} onChange={onChange} />
      {error !== null && <ErrorPanel title="Couldn’t load the events" message={error} onRetry={reload} />}
      {!value && isLoading && <TableSkeleton columns={EVENT_COLUMNS} />}
      {value?.data.length === 0 && !isLoading && <NoEvents state={state} onChange={onChange} />}
      {value && value.data.length > 0 && (
        <>
          <EventTable
            events={value.data}
            state={state}
            isBusy={isLoading}
            onOpen={(event) => onChange({ event, page: state.page })}
            onSearch={(search) => onChange({ search, status: null })}
            onReplay={canManage ? replay.replay : null}
          />
          <Pager
            page={state.page}
            limit={PAGE_SIZE}
            total={value.pagination.total}
            toHref={(page) => toBillingUrl({ ...state, page })}
            onPage={(page) => onChange({ page })}
            noun="events"
          />
        </>
      )}
      <EventDialog
        id={state.event}
        onReplay={canManage ? replay.replay : null}
        onClose={() => onChange({ event: '', page: state.page })}
      />
      <KeyboardShortcuts items={SHORTCUTS} />
    </>
  );
}

type FilterProps = Pick<Props, 'state' | 'onChange'> & { counts: EventPage['counts'] | null };

function EventFilters({ state, counts, onChange }: FilterProps) {
  const toView = (label: string, count: number | null, status: StripeEventStatus | null) => ({
    label,
    count,
    isCurrent: state.status === status,
    href: toBillingUrl({ ...state, status, page: 1, event: '' }),
    onOpen: () => onChange({ status }),
  });
  const total = counts && STATUS_ORDER.reduce((sum, status) => sum + counts[status], 0);
  return (
    <FilterLine
      label="Events"
      views={[
        toView('All', total, null),
        ...STATUS_ORDER.map((status) => toView(EVENT_STATUS_LABELS[status].label, counts?.[status] ?? null, status)),
      ]}
      search={
        <SearchField
          label="Search events"
          placeholder="Search by type or id"
          value={state.search}
          onSearch={(search) => onChange({ search })}
        />
      }
    />
  );
}

function NoEvents({ state, onChange }: Pick<Props, 'state' | 'onChange'>) {
  if (state.search.trim() !== '') {
    return (
      <NoMatches
        title="No events found"
        message={`No event matches ‘${state.search.trim()}’.`}
        onClear={() => onChange({ search: '', status: null })}
      />
    );
  }
  if (state.status !== null) {
    return (
      <NoMatches
        title="No events here"
        message={state.status === 'failed' ? 'Everything Stripe sent has been applied.' : 'No event has this status.'}
        onClear={() => onChange({ status: null })}
      />
    );
  }
  return (
    <EmptyState title="No events yet">
      <p>Stripe sends one for each payment and each change to a subscription.</p>
    </EmptyState>
  );
}
