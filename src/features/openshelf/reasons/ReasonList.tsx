import type { ReactNode } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { REASON_KEYS } from '#src/features/openshelf/decisions/ReasonChoice.tsx';
import { type Reasons, reorderReasons } from '#src/features/openshelf/openshelf-api.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { SortableBoard } from '#src/ui/sortable/SortableBoard.tsx';
import { SortableRow, SortableRows } from '#src/ui/sortable/SortableRows.tsx';
import { useMoveActions } from '#src/ui/sortable/use-move-actions.ts';
import { useOptimisticOrder } from '#src/ui/sortable/use-optimistic-order.ts';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import type { AnyReason, ReasonDrafts } from './reason-draft.ts';

type Props = {
  reasons: Reasons;
  drafts: ReasonDrafts;
  current: number | null;
  onOpen: (id: number) => void;
  /** Shows another order before the server has it. */
  onOrder: (data: Reasons['data']) => void;
  onReload: () => Promise<void>;
  onRetire: (reason: AnyReason) => void;
  onRestore: (reason: AnyReason) => void;
  onDelete: (reason: AnyReason) => void;
};

/** The reasons in the order of their keys, as they are saved, and below them the retired ones. Unsaved changes are marked. */
export function ReasonList({ reasons, onOrder, onReload, onRetire, onRestore, onDelete, ...links }: Props) {
  const { data, retired } = reasons;
  const applyOrder = useOptimisticOrder({
    noun: 'reasons',
    items: data,
    // Keys follow the order.
    onChange: (items) => onOrder(items.map((reason, at) => ({ ...reason, position: at + 1 }))),
    save: reorderReasons,
    reload: onReload,
  });
  return (
    <nav className="reason-list" aria-label="Reasons">
      {data.length === 0 ? (
        <p className="none">No reasons are offered. Reviewers write what authors read.</p>
      ) : (
        <SortableBoard groups={[{ items: data.map(({ id, label }) => ({ id, name: label })) }]} onOrder={applyOrder}>
          <table className="admin-table has-handles">
            <TableHead columns={COLUMNS} hasHandles />
            <SortableRows id="reasons" ids={data.map(({ id }) => id)}>
              {data.map((reason) => (
                <SortableRow key={reason.id} id={reason.id} name={reason.label}>
                  <ReasonCell {...links} reason={reason} mark={<ReasonKey position={reason.position} />} />
                  <td className="menu-cell narrow">
                    <OfferedMenu reason={reason} onRetire={() => onRetire(reason)} />
                  </td>
                </SortableRow>
              ))}
            </SortableRows>
          </table>
        </SortableBoard>
      )}
      {retired.length > 0 && (
        <section className="reasons-retired" aria-labelledby="reasons-retired">
          <h2 id="reasons-retired">Retired</h2>
          <p className="row-note">Reviewers can’t choose these. Decisions of the past still name them.</p>
          <table className="admin-table">
            <TableHead columns={COLUMNS} />
            <tbody>
              {retired.map((reason) => (
                <tr key={reason.id}>
                  <ReasonCell {...links} reason={reason} />
                  <td className="menu-cell narrow">
                    <RowMenu
                      name={reason.label}
                      groups={[
                        [{ label: 'Restore', icon: 'rotate-ccw', onSelect: () => onRestore(reason) }],
                        [{ label: 'Delete...', icon: 'trash', isDestructive: true, onSelect: () => onDelete(reason) }],
                      ]}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </nav>
  );
}

const COLUMNS = ['Reason', 'Actions'] as const;

/** Its key on the review screen; only the first nine have one. */
const ReasonKey = ({ position }: { position: number }) =>
  position <= REASON_KEYS ? <kbd>{position}</kbd> : <span className="reason-place">{position}</span>;

type CellProps = Pick<Props, 'drafts' | 'current' | 'onOpen'> & { reason: AnyReason; mark?: ReactNode };

const ReasonCell = ({
  reason: { id, label, text, category_texts: texts },
  mark,
  drafts,
  current,
  onOpen,
}: CellProps) => (
  <td className="title-cell">
    <InPageLink
      href={`${openshelfPaths.rejectionReasons}?reason=${id}`}
      aria-current={id === current ? 'true' : undefined}
      onOpen={() => onOpen(id)}
    >
      {mark}
      <span className="reason-words">
        <b>{label}</b>
        <span className="row-note">{text || 'The reviewer writes the text.'}</span>
        {texts.length > 0 && (
          <span className="row-note">{formatCount(texts.length, 'category', 'categories')} with its own text</span>
        )}
      </span>
      {drafts[id] && <Badge tone="yellow">Unsaved</Badge>}
    </InPageLink>
  </td>
);

function OfferedMenu({ reason, onRetire }: { reason: AnyReason; onRetire: () => void }) {
  const moves = useMoveActions(reason.id);
  return <RowMenu name={reason.label} groups={[moves, [{ label: 'Retire', icon: 'archive', onSelect: onRetire }]]} />;
}
