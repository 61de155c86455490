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

/** What can be selected, in the order of the rows. */
type Selection = {
  rows: readonly { id: number | string }[];
  selected: ReadonlySet<number | string>;
  select(ids: readonly (number | string)[], isOn: boolean): void;
};

const createSelectShortcut = (list: ListRef, noun: string, { rows, selected, select }: Selection): Shortcut => ({
  keys: ['x'],
  label: `Select or deselect the ${noun}`,
  run() {
    const row = rows[findCurrentRow(list.current)];
    if (row) select([row.id], !selected.has(row.id));
  },
});

/** The same for rows that can be selected. */
export const createRowShortcuts = (refs: Refs, selection: Selection, noun: string, nouns?: string): Shortcut[] => [
  ...createMoveShortcuts(refs, noun, nouns),
  createSelectShortcut(refs.table, noun, selection),
];

/** The keys of a list of cards, `li` elements, that can be selected. */
export const createCardShortcuts = (list: ListRef, selection: Selection, noun: string): Shortcut[] => [
  ...createStepShortcuts(list, noun),
  createSelectShortcut(list, noun, selection),
];

const getRows = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('tbody > tr, li:has(.row-title)') ?? []),
];
/** The title of a row, which opens it; else the first thing in it that can be pressed. */
const getTitleLink = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('.row-title:is(a, button)') ?? row?.querySelector<HTMLElement>('a, button');

/** The place of the row with the focus; -1 where there is none. */
export const findCurrentRow = (table: HTMLElement | null): number =>
  getRows(table).findIndex((row) => row.contains(document.activeElement));

function moveRow(table: HTMLElement | null, step: 1 | -1): void {
  const at = findCurrentRow(table);
  focusRow(table, at < 0 ? (step > 0 ? 0 : getRows(table).length - 1) : at + step);
}

/** Puts the focus on a row, or on the nearest one that there is. False when there is none. */
export function focusRow(table: HTMLElement | null, at: number): boolean {
  const rows = getRows(table);
  const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
  getTitleLink(row)?.focus();
  row?.scrollIntoView({ block: 'nearest' });
  return row !== undefined;
}
