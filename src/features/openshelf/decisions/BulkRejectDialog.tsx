import { formatCount } from '#api/domain/plurals.ts';
import { DEFAULT_REJECTION_COMMENTS } from '#api/domain/publication-states.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '#src/ui/dialogs/ConfirmDialog.tsx';

type Props = Pick<ConfirmDialogProps, 'isOpen' | 'onConfirm' | 'onClose'> & { count: number };

/** Asks before many publications are rejected with the same comment. */
export const BulkRejectDialog = ({ count, ...dialog }: Props) => (
  <ConfirmDialog
    title={`Reject ${formatCount(count, 'publication')}?`}
    confirmLabel={`Reject ${count.toLocaleString('en-NZ')}`}
    busyLabel="Rejecting..."
    isDestructive
    {...dialog}
  >
    <p>
      {count === 1 ? 'Its author reads' : 'Their authors read'} ‘{DEFAULT_REJECTION_COMMENTS.bulk}’ and no other reason.
      You can undo this for 10 seconds.
    </p>
  </ConfirmDialog>
);
