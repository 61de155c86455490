import { useState } from 'react';
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
import { listMatching } from './list-matching.ts';
import { PAGE_SIZE, parsePendingState, toPendingQuery, toPendingUrl } from './pending-state.ts';

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
  const bulk = useBulkDecision(list, {
    rows: selectedRows,
    // All that match are also on other pages.
    listSelected: async () => (isAllMatching ? listMatching(listState) : selectedRows),
    onDone: choose.clear,
  });
  const selectedCount = isAllMatching ? Math.min(total, BULK_DECISION_MAX) : selectedRows.length;
  return { listState, change, list, rows, total, selected, isAllMatching, selectedCount, choose, bulk };
}

type Selection = {
  /** Those on the page. */
  rows: readonly PublicationJson[];
  listSelected: () => Promise<readonly PublicationJson[]>;
  onDone: () => void;
};

/** Decides on everything selected in one request, and reports what the server skipped. */
function useBulkDecision(
  list: Pick<ReturnType<typeof useDecidableList>, 'run'>,
  { rows, listSelected, onDone }: Selection,
) {
  const [isBusy, setBusy] = useState(false);
  const [skipped, setSkipped] = useState<readonly Skipped[]>([]);
  const decide = async (action: DecisionAction, count: number, rejection: Rejection = { comments: '' }) => {
    setBusy(true);
    setSkipped([]);
    let publications: readonly PublicationJson[] = [];
    const response = await list.run<BulkDecided>({
      ...{
        ids: rows.map(({ id }) => id),
        action,
        failed: 'Failed to perform bulk action',
        subject: formatCount(count, 'publication'),
      },
      send: async () => {
        publications = await listSelected();
        return decidePublications(
          publications.map(({ id }) => id),
          action,
          rejection,
        );
      },
    });
    setBusy(false);
    if (!response) return;
    const getTitle = (id: number) => publications.find((each) => each.id === id)?.title ?? `Publication ${id}`;
    setSkipped(response.data.skipped.map(({ id, reason }) => ({ id, title: getTitle(id), reason })));
    onDone();
  };
  return { isBusy, skipped, decide, closeSkipped: () => setSkipped([]) };
}
