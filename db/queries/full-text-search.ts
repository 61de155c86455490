const MAX_TERMS = 12;

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** A word that is searched for. */
export type SearchTerm = {
  word: string;
  /** Words that begin so are found too. */
  isBeginning: boolean;
  /** What is searched for in its place, when no text has it. */
  near?: readonly string[];
};

/** The words of a query; only letters and digits get through. The last one is a beginning: it may be still in the typing. */
export function parseTerms(query: string): SearchTerm[] {
  const words = query.match(/[\p{L}\p{N}]+/gu)?.slice(0, MAX_TERMS) ?? [];
  return words.map((word, at) => ({ word, isBeginning: at === words.length - 1 }));
}

/** Whether an index of whole words cannot find this: it takes a sentence in Japanese for one. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

/** A word as search indexes compare it: small letters without accents. */
export const foldWord = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const quote = (word: string) => `"${word}"`;

/** One word as an FTS5 expression. */
export const toTermMatch = ({ word, isBeginning, near }: SearchTerm): string =>
  near ? `(${near.map(quote).join(' OR ')})` : `${quote(word)}${isBeginning ? '*' : ''}`;

/** All of the words as an FTS5 expression. */
export const toMatch = (terms: readonly SearchTerm[]): string => terms.map(toTermMatch).join(' AND ');

/** A query as an FTS5 expression; null when there is no word in it. */
export function toFtsQuery(query: string): string | null {
  const terms = parseTerms(query);
  return terms.length > 0 ? toMatch(terms) : null;
}

/** The search indexes of parts of words hold sequences of three characters. */
const TRIGRAM_LENGTH = 3;

/** A text as an FTS5 phrase of an index of trigrams; null when it is too short for one. */
export const toTrigramPhrase = (text: string): string | null =>
  [...text].length < TRIGRAM_LENGTH ? null : `"${text.replaceAll('"', '""')}"`;
