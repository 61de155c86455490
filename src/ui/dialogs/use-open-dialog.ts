import { useLayoutEffect, useRef } from 'react';

/** The dialog that is open while `isOpen`. When it closes the browser gives the focus back, also when it is taken away open. */
export function useOpenDialog(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!isOpen || !current) return;
    current.showModal();
    return () => current.close();
  }, [isOpen]);
  return dialog;
}
