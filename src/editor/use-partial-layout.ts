import type { EditorView } from '@milkdown/kit/prose/view';
import { type RefObject, useEffect } from 'react';

const ATTRIBUTE = 'data-partial-layout';
/** Set on the element around the text until all of it is laid out. */
export const PARTIAL_LAYOUT = { [ATTRIBUTE]: '' };

/** Whatever may place the cursor in the text, select, scroll or measure. */
const USES = ['pointerdown', 'mousedown', 'click', 'touchstart', 'wheel', 'keydown', 'selectionchange', 'dragenter'];

/**
 * While a text is opened, only its blocks in the window are laid out. The rest follows when the browser is idle, or before
 * it handles the first event: among blocks without layout Chromium misplaces the cursor. A focus set by a script comes
 * before that, and leaves the cursor at the start, in the window.
 */
export function usePartialLayout(element: RefObject<HTMLElement | null>, view: EditorView | null): void {
  useEffect(() => {
    const listening = new AbortController();
    const layOutAll = () => {
      element.current?.removeAttribute(ATTRIBUTE);
      listening.abort();
    };
    for (const type of USES) window.addEventListener(type, layOutAll, { capture: true, signal: listening.signal });
    // Idle time before the first frame would make that frame late.
    const frame = view ? requestAnimationFrame(() => (window.requestIdleCallback ?? setTimeout)(layOutAll)) : 0;
    return () => {
      listening.abort();
      cancelAnimationFrame(frame);
    };
  }, [element, view]);
}
