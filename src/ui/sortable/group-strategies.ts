import { closestCenter, type CollisionDetection, type KeyboardCoordinateGetter } from '@dnd-kit/core';

type Sortable = { containerId: string | number; items: (string | number)[] };
const getSortableData = (data: { current?: Record<string, unknown> | undefined }) =>
  data.current?.sortable as Sortable | undefined;

/** The nearest row of the dragged row's group; it cannot move to other groups. */
export const detectClosestInGroup: CollisionDetection = (args) => {
  const group = getSortableData(args.active.data)?.containerId;
  const droppableContainers = args.droppableContainers.filter(
    ({ data }) => getSortableData(data)?.containerId === group,
  );
  return closestCenter({ ...args, droppableContainers });
};

/** An arrow key puts the middle of the dragged row onto the middle of the next of its group. */
export const getNextInGroup: KeyboardCoordinateGetter = (event, { context }) => {
  const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0;
  const { active, over, collisionRect, droppableRects } = context;
  if (step === 0 || !active || !collisionRect) return;
  event.preventDefault();
  const items = getSortableData(active.data)?.items ?? [];
  const next = items[items.indexOf(over?.id ?? active.id) + step];
  const rect = next === undefined ? undefined : droppableRects.get(next);
  return rect && { x: collisionRect.left, y: rect.top + (rect.height - collisionRect.height) / 2 };
};
