import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';

type Props = {
  isOpen: boolean;
  title: string;
  /** What will happen, naming the thing; and fields, if the act needs any. */
  children: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  isDestructive?: boolean;
  /** False as long as something that it needs is missing. */
  canConfirm?: boolean;
  /** Resolves when it is done; the dialog says what it throws, and stays. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks before an act. The browser's own dialog keeps the focus inside, closes on Escape and gives the focus back. */
export function ConfirmDialog({ isOpen, onClose, ...content }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  const id = useId();
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={id} onClose={onClose}>
      {isOpen && <ConfirmForm {...content} id={id} onClose={onClose} />}
    </dialog>
  );
}

function ConfirmForm(props: Omit<Props, 'isOpen'> & { id: string }) {
  const { isDestructive = false, canConfirm = true } = props;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await props.onConfirm();
      props.onClose();
    } catch (cause) {
      setError(formatError(cause));
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canConfirm && !isBusy) void confirm();
      }}
    >
      <h2 id={props.id}>{props.title}</h2>
      {props.children}
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={isDestructive ? 'danger' : 'primary'}
          disabled={!canConfirm}
          isBusy={isBusy}
          busyLabel={props.busyLabel}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </form>
  );
}
