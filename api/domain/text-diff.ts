import { diffArrays, diffWordsWithSpace } from 'diff';

/** The one comparison of texts: of drafts in the browser, of works and revisions on the server. */
export type WordPart = { kind: 'same' | 'added' | 'removed'; text: string };

/** Where two lists agree, and where one has other items than the other. */
export type ListPart<Item> = { isSame: true; items: Item[] } | { isSame: false; before: Item[]; after: Item[] };

/** The differences in words between two texts; null when more than `maxEdits` words were removed and added. */
export function diffWords(before: string, after: string, maxEdits = Infinity): WordPart[] | null {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })) ?? null
  );
}

/** A text that differs too much to be compared by words: all of it is another one. */
export function replaceText(before: string, after: string): WordPart[] {
  const parts: WordPart[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return parts.filter(({ text }) => text !== '');
}

type Limits<Item> = {
  isEqual?: (one: Item, other: Item) => boolean;
  /** The time grows with the square of the differences. */
  maxEdits?: number;
  timeoutMs?: number;
};

/** The differences between two lists, in order; null when they are beyond the limits. Equal items are those of `after`. */
export function diffLists<Item>(
  before: readonly Item[],
  after: readonly Item[],
  { isEqual = Object.is, maxEdits = Infinity, timeoutMs = Infinity }: Limits<Item> = {},
): ListPart<Item>[] | null {
  const limits = { comparator: isEqual, maxEditLength: maxEdits, timeout: timeoutMs };
  const changes = diffArrays([...before], [...after], limits);
  if (!changes) return null;
  const parts: ListPart<Item>[] = [];
  for (const { value, added, removed } of changes) {
    if (!added && !removed) {
      parts.push({ isSame: true, items: value });
      continue;
    }
    const last = parts.at(-1);
    const open = last && !last.isSame ? last : { isSame: false as const, before: [], after: [] };
    if (open !== last) parts.push(open);
    (removed ? open.before : open.after).push(...value);
  }
  return parts;
}

/** Pairs the items of a difference one by one, so that each is compared with what stood in its place. */
export function pairItems<Item>(before: readonly Item[], after: readonly Item[]): [Item | null, Item | null][] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => [
    before[index] ?? null,
    after[index] ?? null,
  ]);
}

/** Words inserted and removed, in all, before a comparison is given up. */
const MAX_COUNTED_EDITS = 400;

/** How many characters of `before` are missing in the text that replaced it; Infinity when the two differ in too much. */
export function countRemovedCharacters(after: string, before: string): number {
  const length = Math.min(before.length, after.length);
  let start = 0;
  while (start < length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (start + end === before.length) return 0;
  const middleOf = (text: string) => text.slice(start, text.length - end);
  const parts = diffWords(middleOf(before), middleOf(after), MAX_COUNTED_EDITS);
  return parts?.reduce((sum, { kind, text }) => sum + (kind === 'removed' ? text.length : 0), 0) ?? Infinity;
}
