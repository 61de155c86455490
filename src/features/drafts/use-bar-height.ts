import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Tells the style sheet how high the bar is, `--drafting-bar`: what sticks below it must know, and its buttons wrap. */
export function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      element.parentElement?.style.setProperty('--drafting-bar', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return bar;
}
