import { createHash } from 'node:crypto';

/** As much of a text as the index of similar works takes, in words as `toPlainText` separates them. */
export const INDEXED_WORDS_MAX = 20_000;
/** Words in a row that make a passage: fewer are common phrases. */
const PASSAGE_WORDS = 5;

/** Letters and digits only: markup, punctuation and case make no other text. */
const listWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** SHA-256 of all words of a plain text; of the text itself where it has neither letters nor digits. */
export function hashWords(text: string): string {
  const words = listWords(text);
  return createHash('sha256')
    .update(words.length === 0 ? text : words.join(' '))
    .digest('hex');
}

/**
 * How many percent of the passages of a text each of the others holds, rounded down; null for one without a text. 100 says that
 * the other holds all of it, not that the other holds nothing else.
 */
export function measureSharedText(text: string, ...others: string[]): (number | null)[] {
  const own = new Set(listPassages(text));
  return others.map((other) => {
    const shared = new Set<string>();
    let isEmpty = true;
    for (const passage of listPassages(other)) {
      isEmpty = false;
      if (own.has(passage)) shared.add(passage);
    }
    return own.size === 0 || isEmpty ? null : Math.floor((100 * shared.size) / own.size);
  });
}

function* listPassages(text: string): Generator<string> {
  const words = listWords(text);
  const length = Math.min(PASSAGE_WORDS, words.length);
  for (let at = 0; length > 0 && at + length <= words.length; at += 1) yield words.slice(at, at + length).join(' ');
}
