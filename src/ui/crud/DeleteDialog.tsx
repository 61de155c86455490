import type { ReactNode } from 'react';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';

type Props<Item> = {
  kind: string;
  /** What it asks about; null while it does not ask. */
  item: Item | null;
  onDelete: (item: Item) => Promise<void>;
  onClose: () => void;
  /** What will happen, or why it cannot. */
  children: (item: Item) => ReactNode;
  /** Deleting is not allowed: only a message is shown. */
  isBlocked?: boolean;
};

/** Confirms a permanent deletion. */
export function DeleteDialog<Item>({ kind, item, onDelete, onClose, children, isBlocked = false }: Props<Item>) {
  return (
    <ConfirmDialog
      isOpen={item !== null}
      title={`Delete ${kind}`}
      confirmLabel={`Delete ${kind}`}
      busyLabel="Deleting..."
      failure={`Failed to delete ${kind}`}
      isDestructive
      canConfirm={!isBlocked}
      onConfirm={async () => {
        if (item) await onDelete(item);
      }}
      onClose={onClose}
    >
      {!isBlocked && <p>Are you sure you want to delete this {kind}?</p>}
      {item && <p>{children(item)}</p>}
    </ConfirmDialog>
  );
}
