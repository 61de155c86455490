import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';

type Props = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** Asked for by Escape, by the cross, or after Discard. */
  onClose: () => void;
  /** Something is typed and not saved: closing asks first. */
  isDirty?: boolean;
  isWide?: boolean;
  /** Another shape, such as a sheet at the side. */
  className?: string;
};

/** A form or a list above the page. The browser's own dialog keeps the focus inside and gives it back. */
export function Modal({ isOpen, title, children, onClose, isDirty = false, isWide = false, className }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const id = useId();
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
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
          {children}
        </>
      )}
    </dialog>
  );
}
