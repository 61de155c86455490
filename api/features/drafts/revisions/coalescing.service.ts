import { htmlToText } from '#api/adapters/html-sanitizer.ts';
import type { Written } from '#api/features/drafts/subjects/subjects.service.ts';

/** A word, as it is compared: what stands between spaces, in pieces when it is long or its script has no spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,40}/gu;
/** Of sanitised HTML, which writes quotes inside values as entities. */
const SAID_IN_TAGS = /\s(?:src|href|alt|title)="([^"]*)"/g;

/** What somebody wrote, as the words of each of its parts: the fields by name, the text, and what tags say. */
export function heldWords({ fields, content }: Written<unknown>): Map<string, string[]> {
  const named = Object.entries(fields as Record<string, unknown>).flatMap(([name, value]): [string, string[]][] =>
    typeof value === 'string' ? [[`field ${name}`, wordsOf(value)]] : [],
  );
  const said = Array.from(content.matchAll(SAID_IN_TAGS), ([, value]) => value).join(' ');
  return new Map([...named, ['text', wordsOf(htmlToText(content))], ['tags', wordsOf(said)]]);
}

const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/**
 * How many words that were held before are not held after, in their order; Infinity when they are more than `most`. A
 * word is held too by one in its place that begins with it: it was being typed.
 */
export function countGone(before: Map<string, string[]>, after: Map<string, string[]>, most: number): number {
  let gone = 0;
  for (const [part, words] of before) {
    gone += goneFrom(words, after.get(part) ?? [], most - gone);
    if (gone > most) return Infinity;
  }
  return gone;
}

/** How many words may go in one save, and which share of all that were held. */
export type GoneLimit = { most: number; share: number };

/** How many words that were held before are not held after, or null when they are more than the limit allows. */
export function countGoneWithin(
  before: Written<unknown>,
  after: Written<unknown>,
  { most, share }: GoneLimit,
): number | null {
  const held = heldWords(before);
  const count = [...held.values()].reduce((sum, words) => sum + words.length, 0);
  const limit = Math.min(most, Math.floor(count * share));
  const gone = countGone(held, heldWords(after), limit);
  return gone > limit ? null : gone;
}

function goneFrom(before: readonly string[], after: readonly string[], most: number): number {
  const [start, end] = differing(before, after);
  const { length } = after;
  // `reached[gone]` is how little of the words after has to be passed when so many of the words before are given up.
  let reached = Array.from({ length: most + 1 }, (_, gone) => (gone === 0 ? start : Infinity));
  const nextPlace = placesOf(after, start);
  for (let at = start; at < before.length - end; at += 1) {
    const word = before[at] as string;
    reached = reached.map((from, gone) => {
      const held = from < length - end && after[from]?.startsWith(word) ? from + 1 : nextPlace(word, from) + 1;
      return Math.min(held, reached[gone - 1] ?? Infinity);
    });
    if (reached.every((place) => place > length - end)) return Infinity;
  }
  const gone = reached.findIndex((place) => place <= length - end);
  return gone === -1 ? Infinity : gone;
}

/** How many words are the same at the start, and of the others at the end. */
function differing(before: readonly string[], after: readonly string[]): [start: number, end: number] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [start, end];
}

/** Answers where a word stands next, from a place on; Infinity when nowhere. */
function placesOf(words: readonly string[], start: number): (word: string, from: number) => number {
  const places = new Map<string, number[]>();
  for (let at = start; at < words.length; at += 1) {
    const word = words[at] as string;
    const known = places.get(word);
    if (known) known.push(at);
    else places.set(word, [at]);
  }
  return (word, from) => {
    const known = places.get(word) ?? [];
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((known[middle] as number) < from) low = middle + 1;
      else high = middle;
    }
    return known[low] ?? Infinity;
  };
}
