import type { RefObject } from 'react';
import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { paths } from '#src/lib/paths.ts';

type Refs = { search: RefObject<HTMLInputElement | null>; table: RefObject<HTMLTableElement | null> };

/** The keys of the blog manager. */
export function createShortcuts({ search, table }: Refs): Shortcut[] {
  return [
    {
      keys: ['/'],
      label: 'Search posts',
      run: () => {
        search.current?.focus();
        search.current?.select();
      },
    },
    { keys: ['n'], label: 'New post', run: () => window.location.assign(paths.addBlog) },
    { keys: ['j', 'ArrowDown'], label: 'Next post', run: () => moveRow(table.current, 1) },
    { keys: ['k', 'ArrowUp'], label: 'Previous post', run: () => moveRow(table.current, -1) },
    {
      keys: ['x'],
      label: 'Select or deselect the post',
      run: () => getCurrentRow(table.current)?.querySelector('input')?.click(),
    },
    { keys: ['e'], label: 'Edit the post', run: () => getTitleLink(getCurrentRow(table.current))?.click() },
  ];
}

const getRows = (table: HTMLTableElement | null) => [...(table?.tBodies[0]?.rows ?? [])];
const getTitleLink = (row: HTMLTableRowElement | undefined) => row?.querySelector<HTMLElement>('a.row-title');
const getCurrentRow = (table: HTMLTableElement | null) =>
  getRows(table).find((row) => row.contains(document.activeElement));

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
