import { type RefObject, useEffect, useRef } from 'react';
import { focusRow } from '#src/ui/tables/row-shortcuts.ts';
import type { AnyList } from './use-list.ts';

type Target = { at: number; rows: readonly unknown[] };

/**
 * What was pressed may be gone with its row once a dialog has acted on it. Returns the function to be called when that was
 * done: once the dialog is closed, the focus moves to the `result` of a bulk run where it shows one, else to the row, and to
 * the one in its place when the list is loaded again; without rows to the search.
 */
export function useFocusAfterRow(
  { rows, tableRef, searchRef }: AnyList,
  isDialogOpen: boolean,
  result?: RefObject<HTMLElement | null>,
) {
  const target = useRef<Target | null>(null);
  useEffect(() => {
    if (isDialogOpen || target.current === null) return;
    const { at, rows: before } = target.current;
    const isLoadedAgain = before !== rows;
    if (isLoadedAgain) target.current = null;
    // The row with the focus may still be there, or the focus may be elsewhere by now.
    if (isLoadedAgain && document.activeElement !== document.body) return;
    if (result?.current) result.current.focus();
    else if (!focusRow(tableRef.current, at)) searchRef.current?.focus();
  }, [isDialogOpen, rows, tableRef, searchRef, result]);
  return (id: number | string | undefined) => {
    target.current = { at: rows.findIndex((row) => row.id === id), rows };
  };
}
