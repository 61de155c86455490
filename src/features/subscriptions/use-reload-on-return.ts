import { useEffect, useRef } from 'react';

/** Loads again when the tab is shown again while a payment is missing: it may have been made in the other tab. */
export function useReloadOnReturn(awaitsPayment: boolean, reload: () => void) {
  const reloadRef = useRef(reload);
  reloadRef.current = reload;
  useEffect(() => {
    if (!awaitsPayment) return;
    const showAgain = () => document.visibilityState === 'visible' && reloadRef.current();
    document.addEventListener('visibilitychange', showAgain);
    return () => document.removeEventListener('visibilitychange', showAgain);
  }, [awaitsPayment]);
}
