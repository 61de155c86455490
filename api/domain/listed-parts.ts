import { formatNumber } from './numbers.ts';
import type { FieldChange } from './fields.ts';

/** What products and plans have besides the fields of their forms. */
export type Listed = {
  /** From 1. */
  position: number;
  is_archived: boolean;
};

/** In their order. */
export const sortListed = <Part extends Listed & { key: string }>(parts: readonly Part[]): Part[] =>
  parts.toSorted((a, b) => a.position - b.position || (a.key < b.key ? -1 : 1));

/** What was changed of it, in words. */
export const listListedChanges = (before: Listed, after: Listed): FieldChange[] => [
  ...(before.position === after.position ? [] : [{ label: 'Place in the order', value: formatNumber(after.position) }]),
  ...(before.is_archived === after.is_archived ? [] : [{ label: 'Archived', value: after.is_archived ? 'Yes' : 'No' }]),
];

export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase('en') === other.trim().toLocaleLowerCase('en');
