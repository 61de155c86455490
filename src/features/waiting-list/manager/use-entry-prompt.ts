import { type RefObject, useEffect, useRef, useState } from 'react';
import { focusRow } from '#src/ui/tables/row-shortcuts.ts';
import type { EntryPrompt } from './EntryDialogs.tsx';

type Refs = {
  search: RefObject<HTMLInputElement | null>;
  table: RefObject<HTMLTableElement | null>;
  /** Shows the progress and the result of a bulk action. */
  result: RefObject<HTMLElement | null>;
};

/** The confirmation that is open, and where the focus moves when what was pressed is gone. */
export function useEntryPrompt({ search, table, result }: Refs) {
  const [prompt, setPrompt] = useState<EntryPrompt | null>(null);
  const focusAt = useRef<number | null>(null);
  useEffect(() => {
    if (prompt !== null || focusAt.current === null) return;
    const at = focusAt.current;
    focusAt.current = null;
    if (result.current) result.current.focus();
    else if (!focusRow(table.current, at)) search.current?.focus();
  }, [prompt, search, table, result]);
  return {
    prompt,
    open: setPrompt,
    close: () => setPrompt(null),
    /** Called when it was done: the focus moves to the result, or to the row at this place. */
    moveFocus: (at: number) => {
      focusAt.current = at;
    },
  };
}
