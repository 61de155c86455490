import { useEffect, useState } from 'react';

/** What was typed, once nothing more was for a while (ms): one request for a burst of typing. Empty until then. */
export function useDebounced(text: string, ms: number): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
}
