import { useEffect, useState } from 'react';

const secondsUntil = (deadline: number) => Math.max(0, Math.ceil((deadline - Date.now()) / 1000));

/** Whole seconds until an instant (UTC ms), counting down to 0. */
export function useCountdown(deadline: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(deadline));
  useEffect(() => {
    setSeconds(secondsUntil(deadline));
    const timer = setInterval(() => {
      const left = secondsUntil(deadline);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  return seconds;
}

/** True from an instant (UTC ms) on. */
export function useHasPassed(deadline: number): boolean {
  const [isPast, setPast] = useState(() => deadline <= Date.now());
  useEffect(() => {
    setPast(deadline <= Date.now());
    const timer = setTimeout(() => setPast(true), Math.max(0, deadline - Date.now()));
    return () => clearTimeout(timer);
  }, [deadline]);
  return isPast;
}
