import { useRef, useState } from 'react';
import { BULK_DECISION_MAX } from '#api/domain/publication-states.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { useSelection } from '#src/ui/tables/use-selection.ts';
import { useBulkDecision } from '#src/features/openshelf/decisions/use-bulk-decision.tsx';
import { BULK_FAILED } from '#src/features/openshelf/decisions/decision-words.ts';
import { type DecisionAction, useDecidableList } from '#src/features/openshelf/decisions/use-decidable-list.ts';
import type { DecisionRequest } from '#src/features/openshelf/decisions/use-decisions.ts';
import { type BulkDecided, fetchPending } from '#src/features/openshelf/openshelf-api.ts';
import { PAGE_SIZE, parsePendingState, toPendingQuery, toPendingUrl, type PendingState } from './pending-state.ts';

/** The longest page that the API gives. */
const PAGE_LIMIT = 100;

/** All publications that match the filters, on every page; at most as many as one request decides on. */
async function listMatching(listState: PendingState): Promise<PublicationJson[]> {
  const found = new Map<number, PublicationJson>();
  for (let page = 1; page <= BULK_DECISION_MAX / PAGE_LIMIT; page += 1) {
    const { publications, pagination } = await fetchPending({ ...toPendingQuery(listState), page, limit: PAGE_LIMIT });
    for (const publication of publications) found.set(publication.id, publication);
    if (page >= pagination.totalPages) break;
  }
  return [...found.values()];
}

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
  const bulk = useSelectionDecision(list, {
    count: selectedCount,
    // All that match are also on other pages.
    listSelected: async () => (isAllMatching ? listMatching(listState) : selectedRows),
    onDone: (ids) => choose.select(ids, false),
  });
  return { listState, change, list, rows, total, selected, isAllMatching, selectedCount, choose, bulk };
}

type Selection = {
  count: number;
  listSelected: () => Promise<readonly PublicationJson[]>;
  onDone: (ids: readonly number[]) => void;
};

/** Decides on everything selected in one request, and reports what the server skipped. */
function useSelectionDecision(
  list: Pick<ReturnType<typeof useDecidableList>, 'decide' | 'fail'>,
  selection: Selection,
) {
  /** How many are being decided on: their rows have left the list. */
  const [busyCount, setBusyCount] = useState<number | null>(null);
  const [skipped, setSkipped] = useState<readonly Skipped[]>([]);
  const latest = useRef(selection);
  latest.current = selection;
  const decide = async (request: DecisionRequest<BulkDecided>) => {
    const { publications } = request;
    setBusyCount(publications.length);
    setSkipped([]);
    const response = await list.decide(request);
    setBusyCount(null);
    if (!response) return;
    const getTitle = (id: number) => publications.find((each) => each.id === id)?.title ?? `Publication ${id}`;
    setSkipped(response.data.skipped.map(({ id, reason }) => ({ id, title: getTitle(id), reason })));
    latest.current.onDone(publications.map(({ id }) => id));
  };
  const { approve, reject, dialogs } = useBulkDecision((request) => void decide(request));
  /** Loads what is selected on other pages, and asks what there is to ask. */
  const ask = async (action: DecisionAction) => {
    setBusyCount(selection.count);
    const publications = await selection.listSelected().catch((error: unknown) => {
      list.fail(formatCount(selection.count, 'publication'), BULK_FAILED, error);
      return null;
    });
    setBusyCount(null);
    if (publications && action === 'approve') approve(publications);
    if (publications && action === 'reject') reject(publications);
  };
  return {
    busyCount,
    skipped,
    closeSkipped: () => setSkipped([]),
    ask: (action: DecisionAction) => void ask(action),
    dialogs,
  };
}
