const WORDS_MAX = 12;

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const wordsOf = (query: string): string[] => query.match(/[\p{L}\p{N}]+/gu)?.slice(0, WORDS_MAX) ?? [];

/** The words when an index of whole words cannot find some of them: it takes a sentence in Japanese for one. Else none. */
export const unspacedWords = (query: string): string[] => (UNSPACED.test(query) ? wordsOf(query) : []);

/**
 * The words as an FTS5 expression, the last one as a beginning: it may be still in the typing. Only letters and digits
 * get through, each word quoted.
 */
export function toMatch(query: string): string | null {
  const words = wordsOf(query);
  return words.length > 0 ? `${words.map((word) => `"${word}"`).join(' ')}*` : null;
}
