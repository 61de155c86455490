import { useEffect, useRef } from 'react';
import { DEFAULT_REJECTION_COMMENTS } from '#api/domain/publication-states.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { createCardShortcuts } from '#src/ui/tables/row-shortcuts.ts';
import { AllReviewed } from '#src/features/openshelf/decisions/AllReviewed.tsx';
import { useRowDecision } from '#src/features/openshelf/decisions/use-row-decision.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { PendingCard } from './PendingCard.tsx';
import { isFiltered, PAGE_SIZE, toPendingUrl } from './pending-state.ts';
import type { PendingReviews } from './use-pending-reviews.ts';

/** The cards of a page and its pager, or what replaces them. */
export function PendingList({ screen, viewerId }: { screen: PendingReviews; viewerId: number }) {
  const { listState, change, list, rows, total, selected, choose } = screen;
  const focus = useFocusOnNext(rows);
  const shortcuts = createCardShortcuts(focus.list, { rows, selected, select: choose.select }, 'publication');
  const decision = useRowDecision({
    defaultComments: DEFAULT_REJECTION_COMMENTS.quick,
    onDecide(publication, action, rejection) {
      focus.mark(publication.id);
      list.decideRow(publication, action, rejection);
    },
  });
  return (
    <div ref={focus.list} tabIndex={-1}>
      {rows.length > 0 ? (
        <>
          <ul className="pending-cards" aria-label="Publications awaiting review" aria-busy={list.isLoading}>
            {rows.map((publication) => (
              <PendingCard
                key={publication.id}
                publication={publication}
                viewerId={viewerId}
                isSelected={selected.has(publication.id)}
                onSelect={(isOn) => choose.select([publication.id], isOn)}
                onDecide={(action) => decision.ask(publication, action)}
              />
            ))}
          </ul>
          <div className="manager-foot">
            <Pager
              page={listState.page}
              limit={PAGE_SIZE}
              total={total}
              noun={pluralize(total, 'publication')}
              toHref={(page) => toPendingUrl({ ...listState, page })}
              onPage={(page) => change({ page })}
            />
            <KeyboardShortcuts items={shortcuts} />
          </div>
        </>
      ) : (
        list.error === null && (
          <NoPending
            isLoading={list.isLoading || total > 0}
            isFiltered={isFiltered(listState)}
            onClear={() => change({ category: null, aiDecision: null })}
          />
        )
      )}
      {decision.dialogs}
    </div>
  );
}

type NoPendingProps = { isLoading: boolean; isFiltered: boolean; onClear: () => void };

/** In place of the cards: they load, none match, or all are done. */
function NoPending({ isLoading, isFiltered, onClear }: NoPendingProps) {
  if (isLoading) {
    return (
      <div className="table-skeleton pending-skeleton">
        <Skeleton kind="card" count={4} />
      </div>
    );
  }
  if (isFiltered) return <NoMatches message="No publications awaiting review match your filters." onClear={onClear} />;
  return <AllReviewed />;
}

/**
 * The card that is decided on leaves with the focus on its button: the focus goes to the next card, or to the list when
 * there is none. `mark` is called with the card before it leaves.
 */
function useFocusOnNext(rows: readonly { id: number }[]) {
  const list = useRef<HTMLDivElement>(null);
  const next = useRef<{ id: number | null } | null>(null);
  const mark = (id: number) => {
    const at = rows.findIndex((row) => row.id === id);
    next.current = { id: (rows[at + 1] ?? rows[at - 1])?.id ?? null };
  };
  useEffect(() => {
    if (!next.current) return;
    const { id } = next.current;
    next.current = null;
    const card = id === null ? list.current : list.current?.querySelector<HTMLElement>(`[data-publication="${id}"]`);
    card?.focus({ preventScroll: true });
  });
  return { list, mark };
}
