import { createContext, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { useOpenDialog } from './use-open-dialog.ts';

type Props = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** Asked for by Escape, by the cross, or after Discard. */
  onClose: () => void;
  isWide?: boolean;
  /** Another shape, such as a sheet at the side. */
  className?: string;
};

/** Told by the form inside whether it has unsaved changes. */
export const DirtyContext = createContext<(isDirty: boolean) => void>(() => undefined);

/**
 * A form or a list above the page, mounted again each time it opens. The browser's own dialog keeps the focus inside and
 * gives it back. Closing it asks first while a form in it has unsaved changes (`useDirtyDialog`).
 */
export function Modal({ isOpen, title, children, onClose, isWide = false, className }: Props) {
  const dialog = useOpenDialog(isOpen);
  const [isDirty, setDirty] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!isOpen) setConfirming(false);
  }, [isOpen]);

  const requestClose = () => (isDirty && !isConfirming ? setConfirming(true) : onClose());
  // The browser closes on a second Escape whatever `cancel` says; the key itself it respects.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isDirty) return;
    event.preventDefault();
    setConfirming(!isConfirming);
  };
  return (
    <dialog
      ref={dialog}
      className={['modal', isWide && 'modal-wide', className].filter(Boolean).join(' ')}
      aria-labelledby={id}
      onKeyDown={press}
      onCancel={(event) => {
        if (event.target !== dialog.current || !isDirty) return;
        event.preventDefault();
        setConfirming(true);
      }}
      onClose={(event) => event.target === dialog.current && isOpen && onClose()}
    >
      {isOpen && (
        <>
          <div className="modal-head">
            <h2 id={id}>{title}</h2>
            <button type="button" className="icon-button" aria-label="Close" onClick={requestClose}>
              <span aria-hidden="true">×</span>
            </button>
          </div>
          {isConfirming && (
            <div className="form-info" role="alert">
              <p>Your changes aren’t saved.</p>
              <div className="form-actions">
                <Button variant="secondary" onClick={() => setConfirming(false)}>
                  Keep editing
                </Button>
                <Button variant="danger" onClick={onClose}>
                  Discard
                </Button>
              </div>
            </div>
          )}
          <DirtyContext value={setDirty}>{children}</DirtyContext>
        </>
      )}
    </dialog>
  );
}
