import {
  type Announcements,
  closestCenter,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  useDroppable,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { getDragTransition, usePointerDrag } from './drag.tsx';

type Props = {
  /** Puts the item at the one path to the other path, as in 'menu.2' and 'menu.0'. */
  onMove: (from: string, to: string) => void;
  /** The path of a place where a dragged item may go, by how far it is drawn to the side (px); places of its own kind unless said. */
  findTarget?: (from: string, offset: number) => string;
  children: ReactNode;
};

/**
 * Lists whose items are dragged by a grip: within a list, and to lists of the same kind, as from 'menu.0.links' to 'menu.3.links'.
 * An item is known by its path. Keys are the business of the list: they can say more than up and down.
 */
export function DragLists({ onMove, findTarget = (from) => from, children }: Props) {
  const sensors = useSensors(usePointerDrag());
  const detectTarget: CollisionDetection = (args) => {
    const from = String(args.active.id);
    const initial = args.active.rect.current.initial;
    const target = getKind(findTarget(from, initial ? args.collisionRect.left - initial.left : 0));
    const droppableContainers = args.droppableContainers.filter(
      ({ id }) => getKind(String(id)) === target && !String(id).startsWith(`${from}.`),
    );
    return closestCenter({ ...args, droppableContainers });
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detectTarget}
      onDragEnd={drop}
      accessibility={{ announcements: NO_ANNOUNCEMENTS, restoreFocus: false }}
    >
      {children}
    </DndContext>
  );
}

const getKind = (path: string) => path.replace(/\d+/g, '#');
const getList = (path: string) => path.slice(0, path.lastIndexOf('.'));

/** Whoever moves an item by keys is told by the list itself. */
const NO_ANNOUNCEMENTS: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

type ListProps = { path: string; count: number; layout?: 'rows' | 'columns'; children: ReactNode };

/** The items of one list, at `path.0` to `path.<count - 1>`. */
export function DragList({ path, count, layout = 'rows', children }: ListProps) {
  const ids = Array.from({ length: count }, (_, at) => `${path}.${at}`);
  return (
    <SortableContext
      id={path}
      items={ids}
      strategy={layout === 'columns' ? rectSortingStrategy : verticalListSortingStrategy}
    >
      {children}
    </SortableContext>
  );
}

/** What the element of an item and its grip need. */
export function useDragItem(path: string) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging, isOver, active } = useSortable(
    {
      id: path,
      transition: getDragTransition(),
    },
  );
  const isTarget = isOver && active !== null && getList(String(active.id)) !== getList(path);
  return {
    item: {
      ref: setNodeRef,
      style: { transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined, transition },
      className: [isDragging && 'is-dragged', isTarget && 'is-drop-target'].filter(Boolean).join(' ') || undefined,
    },
    grip: { ref: setActivatorNodeRef, ...listeners },
  };
}

/** The place behind the last item, where also an empty list takes one. */
export function DragEnd({ path, count, children }: { path: string; count: number; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id: `${path}.${count}` });
  return (
    <div ref={setNodeRef} className={isOver ? 'is-drop-target' : undefined}>
      {children}
    </div>
  );
}
