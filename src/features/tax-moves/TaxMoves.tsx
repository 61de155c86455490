import './tax-moves.css';
import { useEffect, useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { MovableProductJson, TaxMoveJson } from '#api/features/tax-moves/tax-moves.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { runWithUndo } from '#src/ui/feedback/run-with-undo.ts';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import {
  describeTaxMember,
  fetchTaxMoveMembers,
  fetchTaxMoves,
  type NewTaxMove,
  startTaxMove,
} from './tax-move-api.ts';
import { TaxMoveDialog } from './TaxMoveDialog.tsx';

type Props = {
  /** Rises with each change of the plans: what is shown is loaded again. */
  revision: number;
};

const HEADING = 'tax-moves';

/** Leads whoever follows the link to this part of the screen there: it’s loaded after the page. */
function useFocusFromLink(isLoaded: boolean) {
  useEffect(() => {
    const isLinked = `${location.pathname}${location.search}` === paths.adminTaxMoves;
    if (isLoaded && isLinked) document.getElementById(HEADING)?.focus();
  }, [isLoaded]);
}

/** Who pays with an earlier tax rate, and moves to the rate of today. Nothing where everybody pays with that of today. */
export function TaxMoves({ revision }: Props) {
  const { value, error, reload } = useQuery(`tax moves ${revision}`, fetchTaxMoves, { keepsPrevious: true });
  const [asked, setAsked] = useState<MovableProductJson | null>(null);
  const [shown, setShown] = useState<TaxMoveJson | null>(null);
  const focusHeading = useFocusAfterDelete(asked !== null, `#${HEADING}`);
  useFocusFromLink(value !== null);
  if (error !== null)
    return <ErrorPanel title="Couldn’t load who pays with an earlier tax rate" message={error} onRetry={reload} />;
  if (value === null || value.products.length + value.moves.length === 0) return null;
  const move = async (request: NewTaxMove) => {
    await runWithUndo(() => startTaxMove(request), {
      note: 'Stripe gets the rate when the time to undo is up.',
      onUndone: reload,
    });
    focusHeading();
    reload();
  };
  return (
    <section className="tax-moves" aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        Subscribers at earlier tax rates
      </h2>
      {value.products.length > 0 && (
        <ul>
          {value.products.map((product) => (
            <li key={product.product_id}>
              <span>{describeProduct(product)}</span>
              <Button
                variant="secondary"
                className="button-small"
                aria-label={`Move subscribers of ${product.name} to another tax rate...`}
                onClick={() => setAsked(product)}
              >
                Move subscribers...
              </Button>
            </li>
          ))}
        </ul>
      )}
      {value.moves.length > 0 && <MoveTable moves={value.moves} onShow={setShown} />}
      <TaxMoveDialog product={asked} onMove={move} onClose={() => setAsked(null)} />
      <Modal
        isOpen={shown !== null}
        title={`Subscribers of ${shown?.product_name ?? ''}`}
        onClose={() => setShown(null)}
      >
        {shown && <Members id={shown.id} />}
      </Modal>
    </section>
  );
}

/** 'Werkbank: 3 people pay with 20% USt. Today it’s 22% USt.' */
function describeProduct({ name, now, rates }: MovableProductJson): string {
  const paid = rates
    .map(({ count, words }) => `${formatCount(count, 'person pays', 'people pay')} with ${words}`)
    .join(', ');
  return [`${name}: ${paid}`, `Today it’s ${now}`].map((each) => (each.endsWith('.') ? each : `${each}.`)).join(' ');
}

const COLUMNS = ['Product', 'Tax', 'Started', 'Subscribers', 'Actions'];

const MoveTable = ({ moves, onShow }: { moves: readonly TaxMoveJson[]; onShow: (move: TaxMoveJson) => void }) => (
  <table className="admin-table tight-table">
    <caption className="visually-hidden">Moves to another tax rate</caption>
    <TableHead columns={COLUMNS} />
    <tbody>
      {moves.map((move) => (
        <tr key={move.id}>
          <td className="title-cell">{move.product_name}</td>
          <td data-label="Tax">{move.to}</td>
          <td data-label="Started">{formatLongDate(move.created_at)}</td>
          <td className="full">{describeCounts(move)}</td>
          <td className="menu-cell narrow">
            <RowMenu
              name={`the move of ${move.product_name} to ${move.to}`}
              groups={[[{ label: 'See subscribers...', icon: 'eye', onSelect: () => onShow(move) }]]}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** '2 to move, 1 moved, 1 left out' */
function describeCounts({ counts, undone_at: undoneAt }: TaxMoveJson): string {
  if (undoneAt !== null) return 'Undone';
  return [
    counts.waiting > 0 && `${counts.waiting} to move`,
    counts.moved > 0 && `${counts.moved} moved`,
    counts.left_out > 0 && `${counts.left_out} left out`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Each subscriber of a move, with what became of it, a page at a time. */
function Members({ id, after = 0 }: { id: string; after?: number }) {
  const [hasNext, setNext] = useState(false);
  const { value, error, reload } = useQuery(`tax move members ${id} ${after}`, (signal) =>
    fetchTaxMoveMembers(id, after, signal),
  );
  if (error !== null) return <ErrorPanel message={error} onRetry={reload} />;
  if (value === null) return <Skeleton kind="field" count={3} />;
  const { members, left } = value;
  const last = members.at(-1)?.id;
  return (
    <>
      <ul className="tax-members">
        {members.map((member) => (
          <li key={member.id}>
            <b>{member.email ?? 'A deleted account'}</b>
            <span className="row-note">
              From {member.from_rates}: {describeTaxMember(member)}
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
