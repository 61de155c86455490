import type { EditorView } from '@milkdown/kit/prose/view';
import { type RefObject, useEffect } from 'react';
import { revealCursor } from '#src/editor/visible-area.ts';

/** Zoomed in, the visual viewport is smaller without any keyboard. */
const UNZOOMED = 1.05;

/** Keeps `--keyboard-height` on the element: how much of the window the keyboard of a phone covers. */
export function useKeyboardHeight(element: RefObject<HTMLElement | null>, view: EditorView | null): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => {
      const covered = viewport.scale > UNZOOMED ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      element.current?.style.setProperty('--keyboard-height', `${Math.max(0, Math.round(covered))}px`);
      if (view && covered > 0) revealCursor(view);
    };
    // Not now: the height of the window needs a layout, which the next frame makes anyway.
    const frame = requestAnimationFrame(update);
    viewport.addEventListener('resize', update);
    viewport.addEventListener('scroll', update);
    return () => {
      cancelAnimationFrame(frame);
      viewport.removeEventListener('resize', update);
      viewport.removeEventListener('scroll', update);
    };
  }, [element, view]);
}
