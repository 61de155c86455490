import type { UniqueIdentifier } from '@dnd-kit/core';
import type { RowAction } from '#src/ui/tables/RowMenu.tsx';
import { useSortableBoard } from './SortableBoard.tsx';

/** 'Move up' and 'Move down' in the row menu, as an alternative to dragging; none for a single row. */
export function useMoveActions(id: UniqueIdentifier): RowAction[] {
  const { getPosition, moveBy } = useSortableBoard();
  const { at, count } = getPosition(id);
  if (count < 2) return [];
  return [
    { label: 'Move up', icon: 'arrow-up', isDisabled: at <= 0, onSelect: () => moveBy(id, -1) },
    { label: 'Move down', icon: 'arrow-down', isDisabled: at >= count - 1, onSelect: () => moveBy(id, 1) },
  ];
}
