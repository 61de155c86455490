import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
  closestCenter,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core';
import { arrayMove } from '@dnd-kit/sortable';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { usePointerDrag } from './drag.tsx';

type Sortable = { containerId: string | number; items: (string | number)[] };
const getSortableData = (data: { current?: Record<string, unknown> | undefined }) =>
  data.current?.sortable as Sortable | undefined;

/** The nearest row of the dragged row's group; it cannot move to other groups. */
const detectClosestInGroup: CollisionDetection = (args) => {
  const group = getSortableData(args.active.data)?.containerId;
  const droppableContainers = args.droppableContainers.filter(
    ({ data }) => getSortableData(data)?.containerId === group,
  );
  return closestCenter({ ...args, droppableContainers });
};

/** An arrow key puts the middle of the dragged row onto the middle of the next of its group. */
const getNextInGroup: KeyboardCoordinateGetter = (event, { context }) => {
  const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0;
  const { active, over, collisionRect, droppableRects } = context;
  if (step === 0 || !active || !collisionRect) return;
  event.preventDefault();
  const items = getSortableData(active.data)?.items ?? [];
  const next = items[items.indexOf(over?.id ?? active.id) + step];
  const rect = next === undefined ? undefined : droppableRects.get(next);
  return rect && { x: collisionRect.left, y: rect.top + (rect.height - collisionRect.height) / 2 };
};

/** Rows have a number as their id, parts of a text a name. */
export type SortableGroup<Id extends UniqueIdentifier = UniqueIdentifier> = {
  items: readonly { id: Id; name: string }[];
};

type Props<Id extends UniqueIdentifier> = {
  /** What can be ordered; within each group only. */
  groups: readonly SortableGroup<Id>[];
  /** The new order of one group. */
  onOrder: (ids: Id[]) => void;
  children: ReactNode;
};

const INSTRUCTIONS =
  'To move this row, press Alt with the Up or Down arrow key. Or press Space or Enter, move it with the Up and Down arrow keys, then press Space or Enter again to drop it, or Escape to cancel.';

type Board = {
  /** The position of an item in its group, from 0, and the number of items. */
  getPosition(id: UniqueIdentifier): { at: number; count: number };
  moveBy(id: UniqueIdentifier, step: 1 | -1): void;
};
const BoardContext = createContext<Board>({ getPosition: () => ({ at: 0, count: 0 }), moveBy: () => undefined });
export const useSortableBoard = () => useContext(BoardContext);

/** Rows that are sorted by mouse, touch or keyboard; moves are announced to screen readers. */
export function SortableBoard<Id extends UniqueIdentifier>({ groups, onOrder, children }: Props<Id>) {
  const [announcement, setAnnouncement] = useState('');
  const lastOver = useRef<UniqueIdentifier | null>(null);
  const sensors = useSensors(usePointerDrag(), useSensor(KeyboardSensor, { coordinateGetter: getNextInGroup }));
  const findGroup = (id: UniqueIdentifier) =>
    groups.find(({ items }) => items.some((item) => item.id === id))?.items ?? [];
  const indexIn = (items: SortableGroup<Id>['items'], id: UniqueIdentifier) =>
    items.findIndex((item) => item.id === id);

  const move = (id: UniqueIdentifier, to: number) => {
    const items = findGroup(id);
    const from = indexIn(items, id);
    if (to < 0 || to >= items.length || from === to) return;
    onOrder(arrayMove([...items], from, to).map((item) => item.id));
  };
  const drop = ({ active, over }: DragEndEvent) => over && move(active.id, indexIn(findGroup(active.id), over.id));
  const getPosition = (id: UniqueIdentifier) => ({ at: indexIn(findGroup(id), id), count: findGroup(id).length });
  const board: Board = {
    getPosition,
    moveBy(id, step) {
      const { at, count } = getPosition(id);
      const to = at + step;
      if (to < 0 || to >= count) return;
      move(id, to);
      setAnnouncement(formatPosition(findGroup(id), id, to));
    },
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detectClosestInGroup}
      onDragEnd={drop}
      accessibility={{
        announcements: createAnnouncements(lastOver, (id, over) => {
          const items = findGroup(id);
          return formatPosition(items, id, indexIn(items, over));
        }),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <BoardContext value={board}>{children}</BoardContext>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </DndContext>
  );
}

function formatPosition(items: SortableGroup['items'], id: UniqueIdentifier, at: number): string {
  return `${items.find((item) => item.id === id)?.name ?? 'This row'} is in position ${at + 1} of ${items.length}.`;
}

type LastOver = { current: UniqueIdentifier | null };

/** `lastOver` is the row above which the dragged one was last: at its own place it is when it is picked up. */
function createAnnouncements(
  lastOver: LastOver,
  getPosition: (id: UniqueIdentifier, over: UniqueIdentifier) => string,
): Announcements {
  return {
    onDragStart({ active }) {
      lastOver.current = active.id;
      return `Picked up. ${getPosition(active.id, active.id)}`;
    },
    onDragOver({ active, over }) {
      if (!over || over.id === lastOver.current) return undefined;
      lastOver.current = over.id;
      return getPosition(active.id, over.id);
    },
    onDragEnd: ({ active, over }) => `Dropped. ${getPosition(active.id, over?.id ?? active.id)}`,
    onDragCancel: ({ active }) => `Move cancelled. ${getPosition(active.id, active.id)}`,
  };
}
