import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { nearestOfGroup, nextOfGroup } from './group-strategies.ts';
import { moved } from './reorder.ts';

export type Group = { items: readonly { id: number; name: string }[] };

type Props = {
  /** What can be ordered; within each group only. */
  groups: readonly Group[];
  /** The new order of one group. */
  onOrder: (ids: number[]) => void;
  children: ReactNode;
};

const INSTRUCTIONS =
  'To move this row, press space or enter. Then move it with the up and down arrow keys, press space or enter again to leave it there, or escape to put it back.';
const DRAG_STARTS_AT_PX = 4;

type Board = {
  /** Where something stands in its group, from 0, and how many there are. */
  placeOf(id: number): { at: number; count: number };
  moveBy(id: number, step: 1 | -1): void;
};
const BoardContext = createContext<Board>({ placeOf: () => ({ at: 0, count: 0 }), moveBy: () => undefined });
export const useBoard = () => useContext(BoardContext);

/** Rows that are put in order by mouse, finger or keys; what happens is said to those who do not see it. */
export function OrderBoard({ groups, onOrder, children }: Props) {
  const [said, setSaid] = useState('');
  const told = useRef<UniqueIdentifier | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_STARTS_AT_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextOfGroup }),
  );
  const groupOf = (id: UniqueIdentifier) =>
    groups.find(({ items }) => items.some((item) => item.id === id))?.items ?? [];
  const indexIn = (items: Group['items'], id: UniqueIdentifier) => items.findIndex((item) => item.id === id);

  const move = (id: UniqueIdentifier, to: number) => {
    const items = groupOf(id);
    const from = indexIn(items, id);
    if (to < 0 || to >= items.length || from === to) return;
    onOrder(moved(items, from, to).map((item) => item.id));
  };
  const drop = ({ active, over }: DragEndEvent) => over && move(active.id, indexIn(groupOf(active.id), over.id));
  const placeOf = (id: number) => ({ at: indexIn(groupOf(id), id), count: groupOf(id).length });
  const board: Board = {
    placeOf,
    moveBy(id, step) {
      const to = placeOf(id).at + step;
      move(id, to);
      setSaid(wordsOfPlace(groupOf(id), id, to));
    },
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearestOfGroup}
      onDragEnd={drop}
      accessibility={{
        announcements: announcementsOf(told, (id, over) => {
          const items = groupOf(id);
          return wordsOfPlace(items, id, indexIn(items, over));
        }),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <BoardContext value={board}>{children}</BoardContext>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </DndContext>
  );
}

function wordsOfPlace(items: Group['items'], id: UniqueIdentifier, at: number): string {
  return `${items.find((item) => item.id === id)?.name ?? 'This row'} is at place ${at + 1} of ${items.length}.`;
}

type Told = { current: UniqueIdentifier | null };

/** `told` is the row above which the dragged one was last: at its own place it is when it is picked up. */
function announcementsOf(told: Told, placeOf: (id: UniqueIdentifier, over: UniqueIdentifier) => string): Announcements {
  return {
    onDragStart({ active }) {
      told.current = active.id;
      return `Picked up. ${placeOf(active.id, active.id)}`;
    },
    onDragOver({ active, over }) {
      if (!over || over.id === told.current) return undefined;
      told.current = over.id;
      return placeOf(active.id, over.id);
    },
    onDragEnd: ({ active, over }) => `Left there. ${placeOf(active.id, over?.id ?? active.id)}`,
    onDragCancel: ({ active }) => `Put back. ${placeOf(active.id, active.id)}`,
  };
}
