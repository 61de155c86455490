import { useEffect, useRef } from 'react';

/**
 * The focused element may be gone after a delete, so the focus moves once the dialog has closed. Returns the
 * function to be called when something was deleted.
 */
export function useFocusAfterDelete(isDialogOpen: boolean, selector = '[data-screen-action] :is(a, button)') {
  const isRemoved = useRef(false);
  useEffect(() => {
    if (isDialogOpen || !isRemoved.current) return;
    isRemoved.current = false;
    document.querySelector<HTMLElement>(selector)?.focus();
  }, [isDialogOpen, selector]);
  return () => {
    isRemoved.current = true;
  };
}
