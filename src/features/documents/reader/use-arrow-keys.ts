import { type RefObject, useEffect } from 'react';

/** From the search field down into what was found, and up again. */
export function useArrowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = frame.current;
    if (!root) return;
    const press = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const stops = [...root.querySelectorAll<HTMLElement>('input[type=search], .document-results li a')];
      const at = stops.indexOf(event.target as HTMLElement);
      if (!step || at < 0 || stops.length < 2) return;
      event.preventDefault();
      stops[(at + step + stops.length) % stops.length]?.focus();
    };
    root.addEventListener('keydown', press);
    return () => root.removeEventListener('keydown', press);
  }, [frame]);
}
