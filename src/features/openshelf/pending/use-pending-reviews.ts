import { useRef, useState } from 'react';
import { BULK_DECISION_MAX } from '#api/domain/publication-states.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { useSelection } from '#src/ui/tables/use-selection.ts';
import { type DecisionAction, useDecidableList } from '#src/features/openshelf/decisions/use-decidable-list.ts';
import {
  type BulkDecided,
  decidePublications,
  fetchPending,
  type Rejection,
} from '#src/features/openshelf/openshelf-api.ts';
import { useApproval } from '#src/features/openshelf/decisions/use-approval.ts';
import { BULK_DRAFT_KEY, toDraftKey } from '#src/features/openshelf/decisions/use-comment-draft.ts';
import { listMatching } from './list-matching.ts';
import { PAGE_SIZE, parsePendingState, toPendingQuery, toPendingUrl } from './pending-state.ts';

const BULK_FAILED = 'Failed to perform bulk action';
const NO_PUBLICATIONS: PublicationJson[] = [];

/** Those of a bulk action that were left as they are, and why. */
export type Skipped = { id: number; title: string; reason: string };

export type PendingReviews = ReturnType<typeof usePendingReviews>;

/** The state of the screen: its list, what is selected, and the decisions on it. */
export function usePendingReviews() {
  const { listState, change } = useListState({ parse: parsePendingState, toUrl: toPendingUrl });
  const listUrl = toPendingUrl(listState);
  const list = useDecidableList(listUrl, (signal) =>
    fetchPending({ ...toPendingQuery(listState), page: listState.page, limit: PAGE_SIZE }, signal),
  );
  const { page } = list;
  const publications = page?.publications ?? NO_PUBLICATIONS;
  const rows = publications.filter(({ id }) => list.getDecision(id) === null);
  const total = (page?.pagination.total ?? 0) - (publications.length - rows.length);
  useClampedPage(listState.page, list.isCurrent ? (page?.pagination.totalPages ?? null) : null, change);
  // A row that was decided on stays selected: it is back when the decision failed or was undone.
  const { selected, isAllMatching, ...choose } = useSelection(listUrl, publications);
  const selectedRows = rows.filter(({ id }) => selected.has(id));
  const selectedCount = isAllMatching ? Math.min(total, BULK_DECISION_MAX) : selectedRows.length;
  const bulk = useBulkDecision(list, {
    rows: selectedRows,
    count: selectedCount,
    // All that match are also on other pages.
    listSelected: async () => (isAllMatching ? listMatching(listState) : selectedRows),
    onDone: (ids) => choose.select(ids, false),
  });
  return { listState, change, list, rows, total, selected, isAllMatching, selectedCount, choose, bulk };
}

type Selection = {
  /** Those on the page. */
  rows: readonly PublicationJson[];
  count: number;
  listSelected: () => Promise<readonly PublicationJson[]>;
  onDone: (ids: readonly number[]) => void;
};

/** Decides on everything selected in one request, and reports what the server skipped. */
function useBulkDecision(list: Pick<ReturnType<typeof useDecidableList>, 'run' | 'fail'>, selection: Selection) {
  /** How many are being decided on: their rows have left the list. */
  const [busyCount, setBusyCount] = useState<number | null>(null);
  const [skipped, setSkipped] = useState<readonly Skipped[]>([]);
  const latest = useRef(selection);
  latest.current = selection;
  const decide = async (
    publications: readonly PublicationJson[],
    action: DecisionAction,
    { draftKeys = [], ...rejection }: Rejection & { draftKeys?: readonly string[] },
  ) => {
    const ids = publications.map(({ id }) => id);
    setBusyCount(ids.length);
    setSkipped([]);
    const response = await list.run<BulkDecided>({
      ids: selection.rows.map(({ id }) => id).filter((id) => ids.includes(id)),
      action,
      failed: BULK_FAILED,
      subject: formatCount(ids.length, 'publication'),
      draftKeys: [...publications.map(toDraftKey), ...draftKeys],
      send: () => decidePublications(ids, action, rejection),
    });
    setBusyCount(null);
    if (!response) return;
    const getTitle = (id: number) => publications.find((each) => each.id === id)?.title ?? `Publication ${id}`;
    setSkipped(response.data.skipped.map(({ id, reason }) => ({ id, title: getTitle(id), reason })));
    latest.current.onDone(ids);
  };
  const approval = useApproval((publications, comments) => void decide(publications, 'approve', { comments }));
  const [rejected, setRejected] = useState<readonly PublicationJson[] | null>(null);
  /** Loads what is selected on other pages, and asks what there is to ask. */
  const ask = async (action: DecisionAction) => {
    setBusyCount(selection.count);
    const publications = await selection.listSelected().catch((error: unknown) => {
      list.fail({ subject: formatCount(selection.count, 'publication'), failed: BULK_FAILED }, error);
      return null;
    });
    setBusyCount(null);
    if (publications && action === 'approve') approval.approve(publications);
    if (publications && action === 'reject') setRejected(publications);
  };
  return {
    busyCount,
    skipped,
    closeSkipped: () => setSkipped([]),
    ask: (action: DecisionAction) => void ask(action),
    approveDialog: approval.dialog,
    rejectDialog: {
      publications: rejected,
      onReject: (publications: readonly PublicationJson[], rejection: Rejection) =>
        void decide(publications, 'reject', { ...rejection, draftKeys: [BULK_DRAFT_KEY] }),
      onClose: () => setRejected(null),
    },
  };
}
