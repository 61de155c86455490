import { toPlainText } from './html-sanitizer.ts';

/** The fields of a draft by name, and its HTML. */
export type DraftText = { fields: unknown; content: string };

/** A token: text between spaces, split when it is long or its script has no spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,40}/gu;
/** Of sanitised HTML, which writes quotes inside values as entities. */
const ATTRIBUTE_TEXT = /\s(?:src|href|alt|title)="([^"]*)"/g;

/** The tokens of a draft by part: each field, the text, and the attributes of tags. */
export function tokenizeDraft({ fields, content }: DraftText): Map<string, string[]> {
  const named = Object.entries(fields as Record<string, unknown>).flatMap(([name, value]): [string, string[]][] =>
    typeof value === 'string' ? [[`field ${name}`, tokenize(value)]] : [],
  );
  const attributeText = Array.from(content.matchAll(ATTRIBUTE_TEXT), ([, value]) => value).join(' ');
  return new Map([...named, ['text', tokenize(toPlainText(content))], ['tags', tokenize(attributeText)]]);
}

const tokenize = (text: string): string[] => text.match(WORD) ?? [];

/**
 * How many words that were held before are not held after, in their order; Infinity when they are more than `limit`. A
 * word is held too by one in its place that begins with it: it was being typed.
 */
export function countRemovedTokens(before: Map<string, string[]>, after: Map<string, string[]>, limit: number): number {
  let removed = 0;
  for (const [part, words] of before) {
    removed += countRemoved(words, after.get(part) ?? [], limit - removed);
    if (removed > limit) return Infinity;
  }
  return removed;
}

/** How many words one save may remove, and which share of all words. */
export type RemovalLimit = { limit: number; share: number };

/** How many words of `before` are missing in `after`, or null when they exceed the limit. */
export function countRemovedWithin(before: DraftText, after: DraftText, { limit, share }: RemovalLimit): number | null {
  const tokens = tokenizeDraft(before);
  const count = [...tokens.values()].reduce((sum, words) => sum + words.length, 0);
  const maxRemoved = Math.min(limit, Math.floor(count * share));
  const removed = countRemovedTokens(tokens, tokenizeDraft(after), maxRemoved);
  return removed > maxRemoved ? null : removed;
}

function countRemoved(before: readonly string[], after: readonly string[], limit: number): number {
  const [start, end] = findCommonEnds(before, after);
  const { length } = after;
  // `reached[gone]` is how little of the words after has to be passed when so many of the words before are given up.
  let frontier = Array.from({ length: limit + 1 }, (_, removed) => (removed === 0 ? start : Infinity));
  const findNextIndex = indexPositions(after, start);
  for (let at = start; at < before.length - end; at += 1) {
    const word = before[at] as string;
    frontier = frontier.map((from, removed) => {
      const nextIndex = from < length - end && after[from]?.startsWith(word) ? from + 1 : findNextIndex(word, from) + 1;
      return Math.min(nextIndex, frontier[removed - 1] ?? Infinity);
    });
    if (frontier.every((position) => position > length - end)) return Infinity;
  }
  const removed = frontier.findIndex((position) => position <= length - end);
  return removed === -1 ? Infinity : removed;
}

/** The lengths of the common start and, behind it, of the common end. */
function findCommonEnds(before: readonly string[], after: readonly string[]): [start: number, end: number] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [start, end];
}

/** Returns a function that finds the next index of a word from an index on; Infinity when there is none. */
function indexPositions(words: readonly string[], start: number): (word: string, from: number) => number {
  const positions = new Map<string, number[]>();
  for (let at = start; at < words.length; at += 1) {
    const word = words[at] as string;
    const indexes = positions.get(word);
    if (indexes) indexes.push(at);
    else positions.set(word, [at]);
  }
  return (word, from) => {
    const indexes = positions.get(word) ?? [];
    let [low, high] = [0, indexes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((indexes[middle] as number) < from) low = middle + 1;
      else high = middle;
    }
    return indexes[low] ?? Infinity;
  };
}
