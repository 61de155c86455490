import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { useSortableBoard } from './SortableBoard.tsx';

type BodyProps = { id: string; ids: number[]; isDisabled?: boolean; children: ReactNode };

/** The rows of one group. */
export function SortableRows({ id, ids, isDisabled = false, children }: BodyProps) {
  return (
    <SortableContext id={id} items={ids} strategy={verticalListSortingStrategy} disabled={isDisabled}>
      <tbody>{children}</tbody>
    </SortableContext>
  );
}

const hasMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

type RowProps = {
  id: number;
  /** What its handle moves. */
  name: string;
  /** Without handles, as during a search: only a part of the order is shown. */
  isLocked?: boolean;
  children: ReactNode;
};

/** A row with a handle to drag it by. */
export function SortableRow({ id, name, isLocked = false, children }: RowProps) {
  const { count } = useSortableBoard().getPosition(id);
  const isDisabled = isLocked || count < 2;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled: isDisabled,
    transition: hasMotion() ? { duration: 150, easing: 'ease' } : null,
  });
  const style = { transform: transform ? `translateY(${transform.y}px)` : undefined, transition };
  return (
    <tr ref={setNodeRef} style={style} className={isDragging ? 'is-dragged' : undefined}>
      <td className="handle">
        {!isDisabled && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            className="drag-handle"
            aria-label={`Reorder ${name}`}
          >
            <svg viewBox="0 0 12 18" width="12" height="18" aria-hidden="true">
              <path d="M3 3h.01M9 3h.01M3 9h.01M9 9h.01M3 15h.01M9 15h.01" />
            </svg>
          </button>
        )}
      </td>
      {children}
    </tr>
  );
}
