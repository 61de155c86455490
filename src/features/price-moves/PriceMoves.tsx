import './price-moves.css';
import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { MovablePlanJson, PriceMoveJson } from '#api/features/price-moves/price-moves.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { runWithUndo } from '#src/ui/feedback/run-with-undo.ts';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import {
  cancelPriceMove,
  describeMember,
  fetchMoveMembers,
  fetchPriceMoves,
  type NewMove,
  startPriceMove,
} from './price-move-api.ts';

type Props = {
  /** Rises with each change of the plans: what is shown is loaded again. */
  revision: number;
};

/** Who pays earlier prices, and moves to the present ones. Nothing where everybody pays what plans are sold for. */
export function PriceMoves({ revision }: Props) {
  const { value, error, reload } = useQuery(`price moves ${revision}`, fetchPriceMoves, { keepsPrevious: true });
  const [asked, setAsked] = useState<MovablePlanJson | null>(null);
  const [shown, setShown] = useState<PriceMoveJson | null>(null);
  const [cancelled, setCancelled] = useState<PriceMoveJson | null>(null);
  const focusHeading = useFocusAfterDelete(asked !== null || cancelled !== null, '#price-moves');
  if (error !== null)
    return <ErrorPanel title="Couldn’t load who pays earlier prices" message={error} onRetry={reload} />;
  if (value === null || value.plans.length + value.moves.length === 0) return null;
  const move = async (request: NewMove) => {
    await runWithUndo(() => startPriceMove(request), {
      note: 'The emails leave when the time to undo is up.',
      onUndone: reload,
    });
    focusHeading();
    reload();
  };
  return (
    <section className="price-moves" aria-labelledby="price-moves">
      <h2 id="price-moves" tabIndex={-1}>
        Subscribers at earlier prices
      </h2>
      {value.plans.length > 0 && (
        <ul>
          {value.plans.map((plan) => (
            <li key={plan.key}>
              <span>{describePlan(plan)}</span>
              <Button variant="secondary" className="button-small" onClick={() => setAsked(plan)}>
                {plan.is_free ? 'End their payments...' : 'Move subscribers...'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {value.moves.length > 0 && <MoveTable moves={value.moves} onShow={setShown} onCancel={setCancelled} />}
      <MoveDialog plan={asked} onMove={move} onClose={() => setAsked(null)} />
      <Modal isOpen={shown !== null} title={`Subscribers of ${shown?.plan_name ?? ''}`} onClose={() => setShown(null)}>
        {shown && <Members id={shown.id} />}
      </Modal>
      <ConfirmDialog
        isOpen={cancelled !== null}
        title={`Cancel the move of ${cancelled?.plan_name ?? ''}?`}
        confirmLabel="Cancel the move"
        cancelLabel="Go on with it"
        busyLabel="Cancelling..."
        isDestructive
        onClose={() => setCancelled(null)}
        onConfirm={async () => {
          if (!cancelled) return;
          showToast((await cancelPriceMove(cancelled.id)).message, 'success');
          focusHeading();
          reload();
        }}
      >
        <p>Who was told gets an email that the price stays. Who has moved already keeps the new price.</p>
      </ConfirmDialog>
    </section>
  );
}

/** 'Buoy Crew: 2 people pay $30.00 per month. It costs $24.00 per month now.' */
function describePlan({ name, is_free: isFree, now, prices }: MovablePlanJson): string {
  const paid = prices
    .map(({ count, words }) => `${formatCount(count, 'person pays', 'people pay')} ${words}`)
    .join(', ');
  const present = isFree ? 'The plan is free now.' : `It costs ${now.map(({ words }) => words).join(' or ')} now.`;
  return `${name}: ${paid}. ${present}`;
}

const COLUMNS = ['Plan', 'Price', 'From', 'Subscribers', 'Actions'];

type TableProps = {
  moves: readonly PriceMoveJson[];
  onShow: (move: PriceMoveJson) => void;
  onCancel: (move: PriceMoveJson) => void;
};

const MoveTable = ({ moves, onShow, onCancel }: TableProps) => (
  <table className="admin-table tight-table">
    <caption className="visually-hidden">Moves</caption>
    <TableHead columns={COLUMNS} />
    <tbody>
      {moves.map((move) => (
        <tr key={move.id}>
          <td className="title-cell">{move.plan_name}</td>
          <td data-label="Price">{move.to_price ?? 'Free'}</td>
          <td data-label="From">{formatLongDate(move.effective_from)}</td>
          <td className="full">{describeCounts(move)}</td>
          <td className="menu-cell narrow">
            <RowMenu name={`the move of ${move.plan_name}`} groups={listActions(move, { onShow, onCancel })} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function listActions(move: PriceMoveJson, { onShow, onCancel }: Omit<TableProps, 'moves'>): RowAction[][] {
  const see: RowAction[] = [{ label: 'See subscribers...', icon: 'eye', onSelect: () => onShow(move) }];
  const isOpen = move.cancelled_at === null && move.counts.waiting + move.counts.scheduled > 0;
  if (!isOpen) return [see];
  return [see, [{ label: 'Cancel the move...', icon: 'ban', isDestructive: true, onSelect: () => onCancel(move) }]];
}

/** '2 to move, 1 moved, 1 left out' */
function describeCounts({ counts, cancelled_at: cancelledAt }: PriceMoveJson): string {
  const parts = [
    counts.waiting + counts.scheduled > 0 && `${counts.waiting + counts.scheduled} to move`,
    counts.moved > 0 && `${counts.moved} moved`,
    counts.left_out > 0 && `${counts.left_out} left out`,
    counts.cancelled > 0 && `${counts.cancelled} as before`,
  ].filter(Boolean);
  return `${cancelledAt === null ? '' : 'Cancelled: '}${parts.join(', ')}`;
}

/** Each subscriber of a move, with what became of it, a page at a time. */
function Members({ id, after = 0 }: { id: string; after?: number }) {
  const [hasNext, setNext] = useState(false);
  const { value, error, reload } = useQuery(`move members ${id} ${after}`, (signal) =>
    fetchMoveMembers(id, after, signal),
  );
  if (error !== null) return <ErrorPanel message={error} onRetry={reload} />;
  if (value === null) return <Skeleton kind="field" count={3} />;
  const { members, left } = value;
  const last = members.at(-1)?.id;
  return (
    <>
      <ul className="move-members">
        {members.map((member) => (
          <li key={member.id}>
            <b>{member.email ?? 'A deleted account'}</b>
            <span className="row-note">
              {member.from_price}. {describeMember(member)}
              {member.moves_at && member.state !== 'left_out' && `, ${formatLongDate(member.moves_at)}`}
              {member.last_error && `. ${member.last_error} We try again.`}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && !hasNext && (
        <p>
          <Button variant="secondary" onClick={() => setNext(true)}>
            Show more
          </Button>{' '}
          <span className="row-note">{formatCount(left, 'more subscriber')}</span>
        </p>
      )}
      {hasNext && last !== undefined && <Members id={id} after={last} />}
    </>
  );
}
