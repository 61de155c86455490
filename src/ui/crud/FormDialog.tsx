import { type ReactNode, useState } from 'react';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

type Props = {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  /** The form, made anew each time the dialog opens. It must tell whether it holds what is not saved. */
  children: (onDirty: (isDirty: boolean) => void) => ReactNode;
};

/** A form above its page. What is typed is not lost by a slip: closing asks first, and so does leaving the page. */
export function FormDialog({ isOpen, title, onClose, children }: Props) {
  const [isDirty, setDirty] = useState(false);
  useUnsavedWarning(isDirty);
  return (
    <Modal isOpen={isOpen} title={title} isDirty={isDirty} onClose={onClose}>
      {children(setDirty)}
    </Modal>
  );
}
