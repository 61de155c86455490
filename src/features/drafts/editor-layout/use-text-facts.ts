import { type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { NO_TEXT, readHtmlFacts } from '#src/editor/text-facts.ts';

/** Debounced, then computed while the browser is idle, so that typing is never delayed. */
const DEBOUNCE_MS = 400;

/** Words and headings of the text in the editor. `schedule` is to be called after every change. */
export function useTextFacts(editor: RefObject<RichTextEditorHandle | null>, initialHtml: () => string) {
  const [facts, setFacts] = useState(NO_TEXT);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { schedule, readWhenIdle } = useMemo(() => {
    const read = () => {
      const next = editor.current?.readFacts() ?? readHtmlFacts(initialHtml());
      // A transition: it renders the whole screen, and gives way to a key.
      startTransition(() => setFacts(next));
    };
    const whenIdle = () => void (window.requestIdleCallback ?? setTimeout)(read);
    return {
      readWhenIdle: whenIdle,
      schedule() {
        clearTimeout(timer.current);
        timer.current = setTimeout(whenIdle, DEBOUNCE_MS);
      },
    };
  }, [editor, initialHtml]);
  useEffect(() => {
    readWhenIdle();
    return () => clearTimeout(timer.current);
  }, [readWhenIdle]);
  return { facts, schedule };
}
