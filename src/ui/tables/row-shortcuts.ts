import type { RefObject } from 'react';
import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';

type ListRef = RefObject<HTMLElement | null>;
type Refs = { search: RefObject<HTMLInputElement | null>; table: ListRef };

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
    ...createStepShortcuts(table, noun),
  ];
}

const createStepShortcuts = (list: ListRef, noun: string): Shortcut[] => [
  { keys: ['j', 'ArrowDown'], label: `Next ${noun}`, run: () => moveRow(list.current, 1) },
  { keys: ['k', 'ArrowUp'], label: `Previous ${noun}`, run: () => moveRow(list.current, -1) },
];

const createSelectShortcut = (list: ListRef, noun: string): Shortcut => ({
  keys: ['x'],
  label: `Select or deselect the ${noun}`,
  run: () => getCurrentRow(list.current)?.querySelector('input')?.click(),
});

/** The same for rows that can be selected. */
export const createRowShortcuts = (refs: Refs, noun: string, nouns?: string): Shortcut[] => [
  ...createMoveShortcuts(refs, noun, nouns),
  createSelectShortcut(refs.table, noun),
];

/** The keys of a list of cards, `li` elements, that can be selected. */
export const createCardShortcuts = (list: ListRef, noun: string): Shortcut[] => [
  ...createStepShortcuts(list, noun),
  createSelectShortcut(list, noun),
];

const getRows = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('tbody > tr, li:has(.row-title)') ?? []),
];
/** The title of a row, which opens it; else the first thing in it that can be pressed. */
const getTitleLink = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('.row-title:is(a, button)') ?? row?.querySelector<HTMLElement>('a, button');
const getCurrentRow = (table: HTMLElement | null) => getRows(table).find((row) => row.contains(document.activeElement));

/** Follows the title of the row with the focus. */
export const openCurrentRow = (table: HTMLElement | null) => getTitleLink(getCurrentRow(table))?.click();

function moveRow(table: HTMLElement | null, step: 1 | -1): void {
  const rows = getRows(table);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  focusRow(table, at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step);
}

/** Puts the focus on a row, or on the nearest one that there is. False when there is none. */
export function focusRow(table: HTMLElement | null, at: number): boolean {
  const rows = getRows(table);
  const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
  getTitleLink(row)?.focus();
  row?.scrollIntoView({ block: 'nearest' });
  return row !== undefined;
}
