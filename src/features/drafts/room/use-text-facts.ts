import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { parseInertHtml } from '#src/lib/inert-html.ts';
import { readTextFacts } from './text-facts.ts';

/** Debounced, then computed while the browser is idle, so that typing is never delayed. */
const DEBOUNCE_MS = 400;

/** Words and headings of the text in the editor inside `form`. `schedule` is to be called after every change. */
export function useTextFacts(form: RefObject<HTMLElement | null>, initialHtml: () => string) {
  const [facts, setFacts] = useState(() => readTextFacts(parseInertHtml(`<!doctype html><body>${initialHtml()}`)));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const schedule = useMemo(() => {
    const read = () => {
      const editor = form.current?.querySelector<HTMLElement>('.ProseMirror');
      if (editor) setFacts(readTextFacts(editor));
    };
    return () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(read), DEBOUNCE_MS);
    };
  }, [form]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { facts, schedule };
}
