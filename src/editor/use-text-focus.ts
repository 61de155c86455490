import type { EditorView } from '@milkdown/kit/prose/view';
import { type RefObject, useEffect, useState } from 'react';

/** Whether the focus is in the text, or in what floats at it. */
export function useTextFocus(view: EditorView, floating: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setFocus] = useState(true);
  useEffect(() => {
    const frame = view.dom.closest('.editor-frame');
    const check = () => setFocus(view.hasFocus() || floating.current?.contains(document.activeElement) === true);
    // The focus is nowhere between the two events of a move.
    const checkLater = () => setTimeout(check);
    checkLater();
    for (const type of ['focusin', 'focusout']) frame?.addEventListener(type, checkLater);
    return () => {
      for (const type of ['focusin', 'focusout']) frame?.removeEventListener(type, checkLater);
    };
  }, [view, floating]);
  return hasFocus;
}
