import { useState } from 'react';
import { pluralize } from '#api/domain/plurals.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import type { BulkAction, EntrySelection } from '#src/features/waiting-list/manager/bulk/entry-bulk-run.ts';
import { EntryBulkBar } from '#src/features/waiting-list/manager/bulk/EntryBulkBar.tsx';
import { EntryBulkResult } from '#src/features/waiting-list/manager/bulk/EntryBulkResult.tsx';
import { hasNotice } from '#src/features/waiting-list/manager/bulk/use-entry-bulk-run.ts';
import { EntryDetails } from '#src/features/waiting-list/manager/details/EntryDetails.tsx';
import { InviteNextDialog } from '#src/features/waiting-list/manager/invite-next/InviteNextDialog.tsx';
import { ActionButtons } from './ActionButtons.tsx';
import { BarActions } from './BarActions.tsx';
import { type Entry, exportEntries } from './entries-api.ts';
import { EntryDialogs } from './EntryDialogs.tsx';
import { EntryFilters } from './EntryFilters.tsx';
import { EntryList } from './EntryList.tsx';
import { canResend } from './entry-labels.ts';
import { DEFAULT_LIST_STATE, isInvitedOnly, PAGE_SIZE, toListUrl } from './list-state.ts';
import { createShortcuts } from './shortcuts.ts';
import { StatsBand } from './StatsBand.tsx';
import { useWaitingList } from './use-waiting-list.ts';

/** Everyone on the waiting lists, for admins: invites and rejects one, many or the next in line. */
export function WaitingListManagerIsland() {
  return <RequireAuth access="waiting-list.manage">{({ id }) => <WaitingListManager userId={id} />}</RequireAuth>;
}

const toSelection = (entry: Entry): EntrySelection => ({ entries: [entry], count: 1, filter: null });

function WaitingListManager({ userId }: { userId: number }) {
  const screen = useWaitingList(userId);
  const { listState, change, list, entries, total, selected, selection, prompt, bulk, refs } = screen;
  const [isInvitingNext, setInvitingNext] = useState(false);
  const pending = list.figures?.stats.pending ?? null;
  useNavigationCount('waiting', listState.productId === null ? pending : null);
  const handlers = {
    onOpen: ({ id }: Entry) => screen.open(id),
    onAct: (action: BulkAction, entry: Entry) => screen.ask(action, toSelection(entry)),
    onDelete: (entry: Entry) => prompt.open({ kind: 'delete', entry }),
  };
  const isRunning = bulk.run?.isRunning === true;
  return (
    <div className="screen-parts waiting-list">
      <BarActions onExport={() => exportEntries(listState)} onInviteNext={() => setInvitingNext(true)} />
      <StatsBand figures={list.figures} listState={listState} onChange={change} />
      <EntryFilters listState={listState} onChange={change} searchRef={refs.search}>
        {selection.count === 0 && !isRunning && <ActionButtons onAct={(action) => screen.ask(action)} />}
      </EntryFilters>
      {bulk.run && hasNotice(bulk.run) && (
        <EntryBulkResult
          run={bulk.run}
          focusRef={refs.result}
          onStop={bulk.stop}
          onResume={bulk.resume}
          onRetryRefused={bulk.retryRefused}
          onClose={bulk.close}
        />
      )}
      {list.error !== null && (
        <ErrorPanel title="Failed to fetch waitinglist entries" message={list.error} onRetry={list.reload} />
      )}
      <EntryList
        page={list.page}
        listState={listState}
        isLoading={list.isLoading}
        hasFailed={list.error !== null}
        allCount={list.figures?.stats.total ?? null}
        selected={selected}
        tableRef={refs.table}
        onSelect={screen.choose.select}
        onSort={(sort) => change({ sort })}
        handlers={handlers}
        onShowAll={() => change({ status: null })}
        onClear={() => change({ ...DEFAULT_LIST_STATE, sort: listState.sort })}
      />
      {!isRunning && (
        <EntryBulkBar
          count={selection.count}
          matches={
            selected.size === entries.length && total > entries.length
              ? { total, isSelected: screen.isAllMatching, onSelect: screen.choose.selectAllMatching }
              : undefined
          }
          canResend={screen.isAllMatching ? isInvitedOnly(listState) : selection.entries.some(canResend)}
          canPutBack={
            screen.isAllMatching
              ? listState.status === 'rejected'
              : selection.entries.some(({ status }) => status === 'rejected')
          }
          onClear={screen.choose.clear}
          onExport={() => exportEntries(listState, screen.isAllMatching ? undefined : [...selected])}
          onAct={(action) => screen.ask(action)}
        />
      )}
      <div className="manager-foot">
        {entries.length > 0 && (
          <Pager
            page={listState.page}
            limit={PAGE_SIZE}
            total={total}
            noun={pluralize(total, 'person', 'people')}
            toHref={(page) => toListUrl({ ...listState, page, entryId: null })}
            onPage={(page) => change({ page })}
          />
        )}
        <KeyboardShortcuts
          items={createShortcuts(refs, { act: screen.ask, inviteNext: () => setInvitingNext(true) })}
        />
      </div>
      <EntryDetails
        id={listState.entryId}
        row={entries.find(({ id }) => id === listState.entryId)}
        refreshCount={list.refreshCount}
        onAct={handlers.onAct}
        onDelete={handlers.onDelete}
        onClose={() => screen.open(null)}
      />
      <InviteNextDialog
        isOpen={isInvitingNext}
        productId={listState.productId}
        onInvite={(ids) => bulk.inviteNext(ids)}
        onClose={() => setInvitingNext(false)}
      />
      <EntryDialogs prompt={prompt.prompt} onClose={prompt.close} onBulk={screen.act} onDelete={screen.remove} />
    </div>
  );
}
