import { diffWordsWithSpace } from 'diff';

/** Words inserted and removed, in all, before a comparison is given up. */
const MAX_EDIT_LENGTH = 400;

/** How many characters of `before` are missing in the text that replaced it; Infinity when the two differ in too much. */
export function countRemovedCharacters(after: string, before: string): number {
  const length = Math.min(before.length, after.length);
  let start = 0;
  while (start < length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (start + end === before.length) return 0;
  const [removed, inserted] = [before, after].map((text) => text.slice(start, text.length - end));
  const changes = diffWordsWithSpace(removed ?? '', inserted ?? '', { maxEditLength: MAX_EDIT_LENGTH });
  return changes?.reduce((sum, change) => sum + (change.removed ? change.value.length : 0), 0) ?? Infinity;
}
