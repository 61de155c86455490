import { useEffect, useState } from 'react';

/** The whole seconds until a moment (ms, this browser's clock), down to 0; null counts nothing. */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until === null || left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), (until - Date.now()) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [until, left]);
  return left;
}
