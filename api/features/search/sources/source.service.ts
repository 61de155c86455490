import type { SearchTerm } from '#db/queries/full-text-search.ts';
import type { SearchResultJson } from '../search.contract.ts';

/** Texts of one kind, as far as who searches may read them. */
export type SearchSource = {
  type: SearchResultJson['type'];
  /** The texts with all of the words, best first. */
  find(terms: readonly SearchTerm[]): Promise<SearchResultJson[]>;
  /** How many texts have each of the words, as far as it matters (`COUNTED_MAX`). */
  countTexts(terms: readonly SearchTerm[]): Promise<number[]>;
};

export const RESULTS_MAX = 10;
