import type { RefObject } from 'react';
import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';

type Refs = { search: RefObject<HTMLInputElement | null>; table: RefObject<HTMLTableElement | null> };

/** The keys of a list with a search. `noun` is one of the rows: 'post'; `nouns` is what is searched. */
export function createMoveShortcuts({ search, table }: Refs, noun: string, nouns = `${noun}s`): Shortcut[] {
  return [
    {
      keys: ['/'],
      label: `Search ${nouns}`,
      run: () => {
        search.current?.focus();
        search.current?.select();
      },
    },
    { keys: ['j', 'ArrowDown'], label: `Next ${noun}`, run: () => moveRow(table.current, 1) },
    { keys: ['k', 'ArrowUp'], label: `Previous ${noun}`, run: () => moveRow(table.current, -1) },
  ];
}

/** The same for rows that can be selected. */
export const createRowShortcuts = (refs: Refs, noun: string, nouns?: string): Shortcut[] => [
  ...createMoveShortcuts(refs, noun, nouns),
  {
    keys: ['x'],
    label: `Select or deselect the ${noun}`,
    run: () => getCurrentRow(refs.table.current)?.querySelector('input')?.click(),
  },
];

const getRows = (table: HTMLTableElement | null) => [...(table?.tBodies[0]?.rows ?? [])];
const getTitleLink = (row: HTMLTableRowElement | undefined) => row?.querySelector<HTMLElement>('a.row-title');
const getCurrentRow = (table: HTMLTableElement | null) =>
  getRows(table).find((row) => row.contains(document.activeElement));

/** Follows the title of the row with the focus. */
export const openCurrentRow = (table: HTMLTableElement | null) => getTitleLink(getCurrentRow(table))?.click();

function moveRow(table: HTMLTableElement | null, step: 1 | -1): void {
  const rows = getRows(table);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  focusRow(table, at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step);
}

/** Puts the focus on a row, or on the nearest one that there is. False when there is none. */
export function focusRow(table: HTMLTableElement | null, at: number): boolean {
  const rows = getRows(table);
  const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
  getTitleLink(row)?.focus();
  row?.scrollIntoView({ block: 'nearest' });
  return row !== undefined;
}
