import { useRef, useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { entryList } from '#api/domain/waiting-list.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { toFilterQuery } from '#src/lib/list-address.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { showToast } from '#src/lib/toast.ts';
import { ExportButton } from '#src/ui/crud/ExportButton.tsx';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { BulkRunNotice } from '#src/ui/bulk/BulkRunNotice.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import { useFocusAfterRow } from '#src/ui/lists/use-focus-after-row.ts';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import type { BulkAction } from '#src/features/waiting-list/manager/bulk/bulk-copy.ts';
import { useEntryBulkRun } from '#src/features/waiting-list/manager/bulk/use-entry-bulk-run.ts';
import { EntryDetails } from '#src/features/waiting-list/manager/details/EntryDetails.tsx';
import { InviteNextDialog } from '#src/features/waiting-list/manager/invite-next/InviteNextDialog.tsx';
import { runWithUndo } from '#src/ui/feedback/run-with-undo.ts';
import { ActionButtons } from './ActionButtons.tsx';
import { EXPORT_FAILED, type Entry, type EntrySelection, exportEntries, deleteEntry } from './entries-api.ts';
import { createEntryColumns, createEntryMenu } from './entry-columns.tsx';
import { EntryDialogs, type EntryPrompt } from './EntryDialogs.tsx';
import { listWaitingListProducts } from '#api/domain/catalogue.ts';
import { canResend, formatEntryName } from './entry-labels.ts';
import { StatsBand } from './StatsBand.tsx';
import { type EntryList, useEntries } from './use-entries.ts';

/** Everyone on the waiting lists, for admins: invites and rejects one, many or the next in line. */
export function WaitingListManagerIsland() {
  return <RequireAuth access="waiting-list.manage">{({ id }) => <WaitingListManager userId={id} />}</RequireAuth>;
}

const toSelection = (entry: Entry): EntrySelection => ({ entries: [entry], count: 1, filter: null });

function WaitingListManager({ userId }: { userId: number }) {
  const { list, figures, refreshCount } = useEntries();
  const { state, rows, total, open, change } = list;
  const { selected, isAllMatching, clear } = list.selection;
  const selection: EntrySelection = {
    entries: rows.filter(({ id }) => selected.has(id)),
    count: isAllMatching ? total : selected.size,
    filter: isAllMatching ? toFilterQuery(entryList, state) : null,
  };
  const [prompt, setPrompt] = useState<EntryPrompt | null>(null);
  const [isInvitingNext, setInvitingNext] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfterRow(list, prompt !== null, result);
  const bulk = useEntryBulkRun({ userId, reload: list.reload });
  useNavigationCount('waiting', state.productId === null ? (figures?.stats.pending ?? null) : null);

  /** Asks before an action on one entry or on the selected ones. */
  const ask = (action: BulkAction, subject: EntrySelection = selection) => {
    if (subject.count === 0) showToast('Please select entries to perform this action', 'warning');
    else setPrompt({ kind: 'bulk', action, selection: subject });
  };
  const act = async (action: BulkAction, subject: EntrySelection) => {
    await bulk.start({ action }, { ...subject, ids: subject.entries.map(({ id }) => id) });
    focusAfter(subject.entries[0]?.id);
    clear();
  };
  const remove = async (entry: Entry) => {
    await runWithUndo(() => deleteEntry(entry.id), { note: formatEntryName(entry), onUndone: list.reload });
    focusAfter(entry.id);
    // Closed with the reload, which loads the entry that is open again.
    open(null);
    list.reload();
  };
  const handlers = {
    onOpen: ({ id }: Entry) => open(id),
    onAct: (action: BulkAction, entry: Entry) => ask(action, toSelection(entry)),
    onDelete: (entry: Entry) => setPrompt({ kind: 'delete', entry }),
  };
  return (
    <div className="screen-parts waiting-list">
      <PageAction>
        <ExportButton onExport={() => exportEntries(state)} failure={EXPORT_FAILED} />
        <Button onClick={() => setInvitingNext(true)}>Invite next...</Button>
      </PageAction>
      <StatsBand figures={figures} list={list} />
      <ListScreen
        list={list}
        title="People on the waiting lists"
        noun={{ one: 'person', many: 'people' }}
        failure="Failed to fetch waitinglist entries"
        fields={{ productId: <ProductField key="product" list={list} /> }}
        atLineEnd={selection.count === 0 && !bulk.isRunning && <ActionButtons onAct={ask} />}
        columns={createEntryColumns(list.toRowHref, handlers.onOpen)}
        menu={(entry) => createEntryMenu(entry, handlers)}
        tableClass="has-checks entry-table"
        selection={{
          rowName: formatEntryName,
          actions: !bulk.isRunning && (
            <SelectionActions selection={selection} list={list} isAllMatching={isAllMatching} onAct={ask} />
          ),
        }}
        shortcuts={[
          { keys: ['i'], label: 'Invite the selected people', run: () => ask('invite') },
          { keys: ['r'], label: 'Reject the selected people', run: () => ask('reject') },
          { keys: ['n'], label: 'Invite next...', run: () => setInvitingNext(true) },
        ]}
        noMatches={{ title: 'No one found', message: 'No one on the waiting lists matches your filters.' }}
        empty={<NobodyWaits allCount={figures?.stats.total ?? 0} onShowAll={() => change({ status: null })} />}
      >
        <BulkRunNotice bulk={bulk} focusRef={result} />
      </ListScreen>
      <EntryDetails
        id={Number(state.open) || null}
        row={rows.find(({ id }) => String(id) === state.open)}
        refreshCount={refreshCount}
        onAct={handlers.onAct}
        onDelete={handlers.onDelete}
        onClose={() => open(null)}
      />
      <InviteNextDialog
        isOpen={isInvitingNext}
        productId={state.productId}
        onInvite={(ids) => bulk.start({ action: 'invite' }, { ids, count: ids.length, filter: null })}
        onClose={() => setInvitingNext(false)}
      />
      <EntryDialogs prompt={prompt} onClose={() => setPrompt(null)} onBulk={act} onDelete={remove} />
    </div>
  );
}

const ProductField = ({ list: { state, change } }: { list: Pick<EntryList, 'state' | 'change'> }) => (
  <FilterSelect
    label="Product"
    options={[
      { value: '', label: 'All products' },
      ...listWaitingListProducts().map(({ id, name }) => ({ value: String(id), label: name })),
    ]}
    value={state.productId === null ? '' : String(state.productId)}
    onChange={(value) => change({ productId: Number(value) || null })}
  />
);

type SelectionActionsProps = {
  selection: EntrySelection;
  list: EntryList;
  isAllMatching: boolean;
  onAct: (action: BulkAction) => void;
};

/** What can be done with the people who are selected. Of all that match, the filters say what they are. */
function SelectionActions({ selection: { entries }, list, isAllMatching, onAct }: SelectionActionsProps) {
  const { status, delivery } = list.state;
  const areInvited = status === 'invited' || delivery !== null;
  const canSendAgain = isAllMatching ? areInvited : entries.some(canResend);
  const canPutBack = isAllMatching ? status === 'rejected' : entries.some((entry) => entry.status === 'rejected');
  return (
    <>
      <Button variant="quiet" onClick={() => onAct('invite')}>
        Invite
      </Button>
      <Button variant="quiet" onClick={() => onAct('reject')}>
        Reject
      </Button>
      {canPutBack && (
        <Button variant="quiet" onClick={() => onAct('put-back')}>
          Put back on the list
        </Button>
      )}
      {canSendAgain && (
        <Button variant="quiet" onClick={() => onAct('resend')}>
          Send again
        </Button>
      )}
      <ExportButton
        onExport={() => exportEntries(list.state, isAllMatching ? undefined : [...list.selection.selected])}
        failure={EXPORT_FAILED}
        isInBar
      />
    </>
  );
}

function NobodyWaits({ allCount, onShowAll }: { allCount: number; onShowAll: () => void }) {
  return (
    <EmptyState
      title="Nobody is waiting"
      action={
        allCount > 0 && (
          <Button variant="secondary" onClick={onShowAll}>
            Show all {formatNumber(allCount)}
          </Button>
        )
      }
    >
      <p>
        {allCount > 0 && 'Everyone on the list has been invited or rejected. '}New people appear here when they join.
      </p>
    </EmptyState>
  );
}
