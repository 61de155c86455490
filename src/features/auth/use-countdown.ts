import { useEffect, useState } from 'react';

const secondsUntil = (instant: number) => Math.max(0, Math.ceil((instant - Date.now()) / 1000));

/** Whole seconds until an instant (UTC ms), counting down to 0. */
export function useCountdown(instant: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(instant));
  useEffect(() => {
    setSeconds(secondsUntil(instant));
    const timer = setInterval(() => {
      const left = secondsUntil(instant);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}

/** True from an instant (UTC ms) on. */
export function useIsPast(instant: number): boolean {
  const [isPast, setPast] = useState(() => instant <= Date.now());
  useEffect(() => {
    setPast(instant <= Date.now());
    const timer = setTimeout(() => setPast(true), Math.max(0, instant - Date.now()));
    return () => clearTimeout(timer);
  }, [instant]);
  return isPast;
}
