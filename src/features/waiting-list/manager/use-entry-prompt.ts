import { type RefObject, useEffect, useRef, useState } from 'react';
import { focusRow } from '#src/ui/tables/row-shortcuts.ts';
import type { Entry } from './entries-api.ts';
import type { EntryPrompt } from './EntryDialogs.tsx';

type Refs = {
  search: RefObject<HTMLInputElement | null>;
  table: RefObject<HTMLTableElement | null>;
  /** Shows the progress and the result of a bulk action. */
  result: RefObject<HTMLElement | null>;
};

type FocusTarget = { at: number; entries: readonly Entry[] };

/** The confirmation that is open, and where the focus moves when what was pressed is gone. */
export function useEntryPrompt({ search, table, result }: Refs, entries: readonly Entry[]) {
  const [prompt, setPrompt] = useState<EntryPrompt | null>(null);
  const target = useRef<FocusTarget | null>(null);
  useEffect(() => {
    if (prompt !== null || target.current === null) return;
    const { at, entries: before } = target.current;
    // The row with the focus may leave the list once it is loaded again: then the row in its place gets it.
    if (before !== entries) target.current = null;
    if (result.current) result.current.focus();
    else if (!focusRow(table.current, at)) search.current?.focus();
  }, [prompt, entries, search, table, result]);
  return {
    prompt,
    open: setPrompt,
    close: () => setPrompt(null),
    /** Called when it was done to an entry: the focus moves to the result, or to the row in its place. */
    moveFocus: (entry: Entry | undefined) => {
      target.current = { at: entries.findIndex(({ id }) => id === entry?.id), entries };
    },
  };
}
