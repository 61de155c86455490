import { useRef } from 'react';
import { showToast } from '#src/lib/toast.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { useSelection } from '#src/ui/tables/use-selection.ts';
import type { BulkAction, EntrySelection } from '#src/features/waiting-list/manager/bulk/entry-bulk-run.ts';
import { useEntryBulkRun } from '#src/features/waiting-list/manager/bulk/use-entry-bulk-run.ts';
import type { Entry } from './entries-api.ts';
import { PAGE_SIZE, parseListState, toEntryFilter, toListKey, toListUrl } from './list-state.ts';
import { useEntries, useRefreshWhenSent } from './use-entries.ts';
import { useEntryActions } from './use-entry-actions.ts';
import { useEntryPrompt } from './use-entry-prompt.ts';

const NO_ENTRIES: Entry[] = [];

/** The state of the screen: its list, what is selected, the question that is open, and the actions. */
export function useWaitingList(userId: number) {
  const { listState, change } = useListState({ parse: parseListState, toUrl: toListUrl });
  const list = useEntries(listState);
  const entries = list.page?.entries ?? NO_ENTRIES;
  const total = list.page?.total ?? 0;
  const isCurrent = list.page !== null && toListKey(list.page.listState) === toListKey(listState);
  useClampedPage(listState.page, isCurrent ? Math.ceil(total / PAGE_SIZE) : null, change);
  useRefreshWhenSent(entries, list.reload);
  const { selected, isAllMatching, ...choose } = useSelection(toListKey(listState), entries);
  const selection: EntrySelection = {
    entries: entries.filter(({ id }) => selected.has(id)),
    count: isAllMatching ? total : selected.size,
    filter: isAllMatching ? toEntryFilter(listState) : null,
  };
  const refs = {
    search: useRef<HTMLInputElement>(null),
    table: useRef<HTMLTableElement>(null),
    result: useRef<HTMLDivElement>(null),
  };
  const prompt = useEntryPrompt(refs, entries);
  const actions = useEntryActions(list.reload);
  const bulk = useEntryBulkRun({ userId, reload: list.reload, showUndo: actions.showUndo });
  const open = (entryId: number | null) => change({ entryId, page: listState.page });

  /** Asks before an action on one entry or on the selected ones. */
  const ask = (action: BulkAction, subject: EntrySelection = selection) => {
    if (subject.count === 0) showToast('Please select entries to perform this action', 'warning');
    else prompt.open({ kind: 'bulk', action, selection: subject });
  };
  const act = async (action: BulkAction, subject: EntrySelection) => {
    await bulk.start(action, subject);
    prompt.moveFocus(subject.entries[0]);
    choose.clear();
  };
  const remove = async (entry: Entry) => {
    await actions.remove(entry);
    prompt.moveFocus(entry);
    open(null);
  };
  return {
    listState,
    change,
    list,
    entries,
    total,
    selected,
    selection,
    isAllMatching,
    choose,
    refs,
    prompt,
    bulk,
    open,
    ask,
    act,
    remove,
  };
}
