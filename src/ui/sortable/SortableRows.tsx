import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { UniqueIdentifier } from '@dnd-kit/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { getDragTransition, GripMark } from './drag.tsx';
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

type RowProps = {
  id: number;
  /** What its handle moves. */
  name: string;
  /** Without handles, as during a search: only a part of the order is shown. */
  isLocked?: boolean;
  children: ReactNode;
};

function useSortableItem(id: UniqueIdentifier, isLocked: boolean) {
  const { getPosition, moveBy } = useSortableBoard();
  const { count } = getPosition(id);
  const isDisabled = isLocked || count < 2;
  const { transform, transition, isDragging, ...sortable } = useSortable({
    id,
    disabled: isDisabled,
    transition: getDragTransition(),
  });
  const style = { transform: transform ? `translateY(${transform.y}px)` : undefined, transition };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.altKey ? STEPS[event.key] : undefined;
    if (step === undefined) return sortable.listeners?.onKeyDown?.(event);
    event.preventDefault();
    moveBy(id, step);
  };
  return { ...sortable, listeners: { ...sortable.listeners, onKeyDown: press }, isDisabled, isDragging, style };
}

/** At the handle, with Alt. */
const STEPS: Record<string, 1 | -1 | undefined> = { ArrowUp: -1, ArrowDown: 1 };

type HandleProps = { item: ReturnType<typeof useSortableItem>; name: string };

const DragHandle = ({ item: { isDisabled, setActivatorNodeRef, attributes, listeners }, name }: HandleProps) =>
  !isDisabled && (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      className="drag-handle"
      title="Drag, or press Alt with the arrow keys"
      aria-label={`Reorder ${name}`}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
    >
      <GripMark />
    </button>
  );

/** A row with a handle to drag it by. */
export function SortableRow({ id, name, isLocked = false, children }: RowProps) {
  const item = useSortableItem(id, isLocked);
  return (
    <tr ref={item.setNodeRef} style={item.style} className={item.isDragging ? 'is-dragged' : undefined}>
      <td className="handle">
        <DragHandle item={item} name={name} />
      </td>
      {children}
    </tr>
  );
}

type ListProps = { id: string; ids: UniqueIdentifier[]; className: string; children: ReactNode };

/** The items of a list that is no table. */
export function SortableList({ id, ids, className, children }: ListProps) {
  return (
    <SortableContext id={id} items={ids} strategy={verticalListSortingStrategy}>
      <ol className={className}>{children}</ol>
    </SortableContext>
  );
}

type ItemProps = { id: UniqueIdentifier; name: string; className: string; children: ReactNode };

/** An item with a handle to drag it by. */
export function SortableItem({ id, name, className, children }: ItemProps) {
  const item = useSortableItem(id, false);
  return (
    <li ref={item.setNodeRef} style={item.style} className={item.isDragging ? `${className} is-dragged` : className}>
      <DragHandle item={item} name={name} />
      {children}
    </li>
  );
}
