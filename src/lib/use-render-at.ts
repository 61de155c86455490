import { useEffect, useState } from 'react';

/** Renders the component once more at a time to come (UTC ms), for what then reads otherwise. */
export function useRenderAt(at: number | null): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const delay = at === null ? 0 : at - Date.now();
    if (delay <= 0) return;
    const timer = setTimeout(() => setCount((count) => count + 1), delay);
    return () => clearTimeout(timer);
  }, [at]);
}
