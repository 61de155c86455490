import type { RowAction } from '#src/ui/tables/RowMenu.tsx';
import { useSortableBoard } from './SortableBoard.tsx';

/** One place up or down, in the menu of a row, for those who do not drag; nothing where there is one row only. */
export function useMoveActions(id: number): RowAction[] {
  const { getPosition, moveBy } = useSortableBoard();
  const { at, count } = getPosition(id);
  if (count < 2) return [];
  return [
    { label: 'Move up', icon: 'arrow-up', isDisabled: at <= 0, onSelect: () => moveBy(id, -1) },
    { label: 'Move down', icon: 'arrow-down', isDisabled: at >= count - 1, onSelect: () => moveBy(id, 1) },
  ];
}
