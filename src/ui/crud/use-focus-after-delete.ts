import { useEffect, useRef } from 'react';

/**
 * What had the focus may be gone after a delete, so it goes on elsewhere once the dialog has closed. Answers the
 * function to be called when something was deleted.
 */
export function useFocusAfterRemoval(isAsking: boolean, selector = '[data-screen-action] :is(a, button)') {
  const isRemoved = useRef(false);
  useEffect(() => {
    if (isAsking || !isRemoved.current) return;
    isRemoved.current = false;
    document.querySelector<HTMLElement>(selector)?.focus();
  }, [isAsking, selector]);
  return () => {
    isRemoved.current = true;
  };
}
