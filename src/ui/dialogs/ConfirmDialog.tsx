import { type ReactNode, useId } from 'react';
import { useAction } from '#src/lib/use-action.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { useOpenDialog } from './use-open-dialog.ts';

export type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  /** What will happen, naming its subject; and fields, if it needs any. */
  children: ReactNode;
  confirmLabel: string;
  /** 'Cancel' unless that could be read as the action. */
  cancelLabel?: string;
  busyLabel?: string;
  isDestructive?: boolean;
  /** False while a required input is missing. */
  canConfirm?: boolean;
  /** What failed, above the reason, such as 'Failed to delete user'. */
  failure?: string;
  /** Resolves when it is done; the dialog says what it throws, and stays: nobody else does. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks before an action. The browser's own dialog keeps the focus inside, closes on Escape and gives the focus back. */
export function ConfirmDialog({ isOpen, onClose, ...content }: ConfirmDialogProps) {
  const dialog = useOpenDialog(isOpen);
  const id = useId();
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={id} onClose={onClose}>
      {isOpen && <ConfirmForm {...content} id={id} onClose={onClose} />}
    </dialog>
  );
}

function ConfirmForm(props: Omit<ConfirmDialogProps, 'isOpen'> & { id: string }) {
  const { isDestructive = false, canConfirm = true } = props;
  const confirmation = useAction(async () => {
    await props.onConfirm();
    props.onClose();
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canConfirm) void confirmation.run();
      }}
    >
      <h2 id={props.id}>{props.title}</h2>
      {props.children}
      {confirmation.error && (
        <Notice tone="error" title={props.failure}>
          {confirmation.error}
        </Notice>
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={props.onClose}>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          type="submit"
          variant={isDestructive ? 'danger' : 'primary'}
          disabled={!canConfirm}
          isBusy={confirmation.isBusy}
          busyLabel={props.busyLabel}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </form>
  );
}
