import { useMoveActions } from '#src/ui/sortable/use-move-actions.ts';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';

type Props = {
  id: number;
  name: string;
  /** What is shown is not the whole order. */
  isLocked: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** The menu of a row in an ordered list of things that are edited in a dialog. */
export function CrudRowMenu({ id, name, isLocked, onEdit, onDelete }: Props) {
  const moves = useMoveActions(id);
  return (
    <RowMenu
      name={name}
      groups={[
        [{ label: 'Edit', icon: 'pencil', onSelect: onEdit }, ...(isLocked ? [] : moves)],
        [{ label: 'Delete...', icon: 'trash', isDestructive: true, onSelect: onDelete }],
      ]}
    />
  );
}
