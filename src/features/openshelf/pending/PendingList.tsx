import { DEFAULT_REJECTION_COMMENTS } from '#api/domain/publication-states.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { createCardShortcuts } from '#src/ui/tables/row-shortcuts.ts';
import { useRowDecision } from '#src/features/openshelf/decisions/use-row-decision.tsx';
import { NoPending } from './NoPending.tsx';
import { PendingCard } from './PendingCard.tsx';
import { isFiltered, PAGE_SIZE, toPendingUrl } from './pending-state.ts';
import { useFocusOnNext } from './use-focus-on-next.ts';
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
