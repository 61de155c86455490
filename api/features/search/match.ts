const WORDS_MAX = 12;

/**
 * The words as an FTS5 expression, the last one as a beginning: it may be still in the typing. Only letters and digits
 * get through, each word quoted.
 */
export function toMatch(query: string): string | null {
  const words = query.match(/[\p{L}\p{N}]+/gu)?.slice(0, WORDS_MAX);
  return words ? `${words.map((word) => `"${word}"`).join(' ')}*` : null;
}
