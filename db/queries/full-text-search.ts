const MAX_TERMS = 12;

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const parseTerms = (query: string): string[] => query.match(/[\p{L}\p{N}]+/gu)?.slice(0, MAX_TERMS) ?? [];

/** The words when an index of whole words cannot find some of them: it takes a sentence in Japanese for one. Else none. */
export const parseUnspacedTerms = (query: string): string[] => (UNSPACED.test(query) ? parseTerms(query) : []);

/**
 * The words as an FTS5 expression, the last one as a beginning: it may be still in the typing. Only letters and digits
 * get through, each word quoted.
 */
export function toFtsQuery(query: string): string | null {
  const terms = parseTerms(query);
  return terms.length > 0 ? `${terms.map((word) => `"${word}"`).join(' ')}*` : null;
}

/** The search indexes of parts of words hold sequences of three characters. */
const TRIGRAM_LENGTH = 3;

/** A text as an FTS5 phrase of an index of trigrams; null when it is too short for one. */
export const toTrigramPhrase = (text: string): string | null =>
  [...text].length < TRIGRAM_LENGTH ? null : `"${text.replaceAll('"', '""')}"`;
