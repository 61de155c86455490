import type { EditorView } from '@milkdown/kit/prose/view';
import { type RefObject, useLayoutEffect } from 'react';
import { measureVisibleArea } from './visible-area.ts';

export type Anchor = { left: number; right: number; top: number; bottom: number };

/** Between what floats and what it belongs to, and from the edges of the window, pixels. */
const GAP = 8;

/**
 * Puts an element of fixed position at a part of the text: centred above it or, from its left edge, below it; on the other
 * side where there is no room. It stays in the window, and off the bars.
 */
export function placeAt(element: HTMLElement, anchor: Anchor, side: 'above' | 'below'): void {
  const { width, height } = element.getBoundingClientRect();
  const area = measureVisibleArea();
  const [above, below] = [anchor.top - GAP - height, anchor.bottom + GAP];
  const hasRoomAbove = above >= area.top + GAP;
  const hasRoomBelow = below + height <= area.bottom - GAP;
  const isAbove = side === 'above' ? hasRoomAbove || !hasRoomBelow : hasRoomAbove && !hasRoomBelow;
  const lowest = Math.max(area.top + GAP, area.bottom - GAP - height);
  const top = Math.min(Math.max(isAbove ? above : below, area.top + GAP), lowest);
  const left = side === 'above' ? (anchor.left + anchor.right - width) / 2 : anchor.left;
  element.style.top = `${Math.round(top)}px`;
  element.style.left = `${Math.round(Math.max(GAP, Math.min(left, window.innerWidth - GAP - width)))}px`;
}

/** Keeps an element at its place in the text while it is shown; each rendering and each scrolling place it anew. */
export function usePlaceAt(
  element: RefObject<HTMLElement | null>,
  getAnchor: () => Anchor,
  side: 'above' | 'below',
): void {
  useLayoutEffect(() => {
    const place = () => {
      if (element.current) placeAt(element.current, getAnchor(), side);
    };
    place();
    const options = { capture: true, passive: true };
    window.addEventListener('scroll', place, options);
    window.addEventListener('resize', place, options);
    // The keyboard of a phone comes up.
    window.visualViewport?.addEventListener('resize', place, options);
    return () => {
      window.removeEventListener('scroll', place, options);
      window.removeEventListener('resize', place, options);
      window.visualViewport?.removeEventListener('resize', place, options);
    };
  });
}

/** Where a part of the text is, in the window. */
export function measureRange(view: EditorView, { from, to }: { from: number; to: number }): Anchor {
  const start = view.coordsAtPos(from, 1);
  const end = view.coordsAtPos(to, -1);
  if (end.top < start.bottom) return { left: start.left, right: end.right, top: start.top, bottom: end.bottom };
  const { left, right } = view.dom.getBoundingClientRect();
  return { left, right, top: start.top, bottom: end.bottom };
}
