import { formatNumber } from '#api/domain/numbers.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import { QUEUE_ORDERS } from '#src/features/openshelf/waiting-time.ts';
import { useBulkDecision } from '#src/features/openshelf/decisions/use-bulk-decision.tsx';
import type { DecisionRequest } from '#src/features/openshelf/decisions/use-decisions.ts';
import { QueueRow } from './QueueRow.tsx';
import type { QueueOrder } from './review-queue.ts';
import type { useReview } from './use-review.ts';

type Props = {
  review: ReturnType<typeof useReview>;
  viewerId: number;
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], isOn: boolean) => void;
  onOrder: (order: QueueOrder) => void;
};

/** What waits for a reviewer, at the left of the text. */
export function QueuePane({ review, viewerId, selected, onSelect, onOrder }: Props) {
  const { queue, error, reload, loadMore } = review.queue;
  const publications = queue?.publications ?? [];
  const waiting = publications.filter(({ id }) => !review.decisions.has(id));
  const isLoading = queue === null && error === null;
  return (
    <section className="review-queue" aria-label="Queue" aria-busy={isLoading}>
      <header className="queue-head">
        <h2>
          Pending reviews <span className="count">{queue && formatNumber(queue.total)}</span>
        </h2>
        <FilterSelect
          label="Order"
          isOrder
          options={QUEUE_ORDERS}
          value={review.order}
          onChange={(value) => onOrder(value as QueueOrder)}
        />
      </header>
      <QueueNote waiting={waiting} selected={selected} decidedToday={queue?.decidedToday ?? null} onSelect={onSelect} />
      {selected.size > 0 && (
        <BulkActions
          publications={waiting.filter(({ id }) => selected.has(id))}
          onDecide={(request) => {
            review.decideMany(request);
            onSelect(
              request.publications.map(({ id }) => id),
              false,
            );
          }}
        />
      )}
      {error !== null && <ErrorPanel title="Error Loading Reviews" message={error} onRetry={reload} />}
      {isLoading && <Skeleton kind="card" count={5} />}
      {queue?.publications.length === 0 && <p className="queue-none">Nothing is waiting.</p>}
      <ol className="queue-list" aria-label="Waiting publications">
        {publications.map((publication) => (
          <QueueRow
            key={publication.id}
            publication={publication}
            viewerId={viewerId}
            order={review.order}
            isCurrent={publication.id === review.id}
            isSelected={selected.has(publication.id)}
            local={review.decisions.get(publication.id) ?? null}
            hasFailed={review.failures.has(publication.id)}
            onOpen={() => review.open(publication.id, { isPush: true })}
            onSelect={(isOn) => onSelect([publication.id], isOn)}
          />
        ))}
        {loadMore && (
          <li className="queue-more">
            <Button variant="quiet" onClick={loadMore}>
              Show more
            </Button>
          </li>
        )}
      </ol>
    </section>
  );
}

type NoteProps = Pick<Props, 'selected' | 'onSelect'> & {
  waiting: readonly PublicationJson[];
  decidedToday: number | null;
};

function QueueNote({ waiting, selected, decidedToday, onSelect }: NoteProps) {
  const isAll = waiting.length > 0 && waiting.every(({ id }) => selected.has(id));
  const selectAll = (isOn: boolean) =>
    onSelect(
      waiting.map(({ id }) => id),
      isOn,
    );
  return (
    <div className="queue-note">
      <CheckField
        label={`${selected.size} selected`}
        aria-label={`Select all, ${selected.size} selected`}
        checked={isAll}
        isMixed={!isAll && selected.size > 0}
        disabled={waiting.length === 0}
        onChange={(event) => selectAll(event.target.checked)}
      />
      {decidedToday !== null && <span>{formatNumber(decidedToday)} decided today</span>}
    </div>
  );
}

type BulkActionsProps = { publications: readonly PublicationJson[]; onDecide: (request: DecisionRequest) => void };

/** Decides on all selected publications. */
function BulkActions({ publications, onDecide }: BulkActionsProps) {
  const { approve, reject, dialogs } = useBulkDecision(onDecide);
  return (
    <div className="queue-bulk">
      <Button variant="secondary" className="button-small" onClick={() => approve(publications)}>
        Approve Selected
      </Button>
      <Button variant="secondary" className="button-small" onClick={() => reject(publications)}>
        Reject Selected
      </Button>
      {dialogs}
    </div>
  );
}
