import type { Deps } from '#api/deps.ts';
import { foldWord, isUnspaced, type SearchTerm } from '#db/queries/full-text-search.ts';
import type { SearchResultJson } from '../search.contract.ts';
import { getPageWords } from '../sources/pages.service.ts';
import type { SearchSource } from '../sources/source.service.ts';
import {
  canBeMeant,
  findOneEditAway,
  hasIndexWords,
  loadIndexWords,
  prepareIndexWords,
} from './index-words.service.ts';
import type { NearWord } from './vocabulary.service.ts';

/** Of all words near to another one. */
const NEAR_MAX = 60;
/** Words that one stands for. */
const USED_MAX = 8;

/** How many mistakes a word may have: none in a short one, where every other word is near. */
function getDistance(word: string): number {
  if (word.length < 4 || !canBeMeant(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * The terms with near words in place of those that no text has; null when there are none such, or one of them is like no word. What
 * counts are texts that who searches may read: a word that only other texts have isn’t known here, and is not what another one becomes.
 */
export async function correctTerms(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  sources: readonly SearchSource[],
  terms: readonly SearchTerm[],
): Promise<SearchTerm[] | null> {
  if (terms.some(({ word }) => isUnspaced(word))) return null;
  const counts = await countAll(sources, terms);
  if (counts.every((count) => count > 0)) return null;
  const corrected: SearchTerm[] = [];
  for (const [at, term] of terms.entries()) {
    const folded = foldWord(term.word);
    if (counts[at] !== 0) corrected.push(term);
    else if (getDistance(folded) === 0) return null;
    else {
      const used = await findUsed({ db, site }, sources, folded);
      if (used.length === 0) return null;
      corrected.push({ ...term, near: used });
    }
  }
  return corrected;
}

/** What a word stands for. Most typos are one edit: the first one is found before the words of all texts are read, which the next ones have. */
async function findUsed(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  sources: readonly SearchSource[],
  word: string,
): Promise<string[]> {
  const pageWords = getPageWords(site);
  if (!hasIndexWords(db)) {
    const near = [...(await findOneEditAway(db, word)), ...pageWords.findNear(word, 1, NEAR_MAX)];
    const used = await chooseNearest(sources, near);
    if (used.length > 0) {
      prepareIndexWords(db);
      return used;
    }
  }
  const vocabularies = [await loadIndexWords(db), pageWords];
  const near = vocabularies.flatMap((words) => words?.findNear(word, getDistance(word), NEAR_MAX) ?? []);
  return chooseNearest(sources, near);
}

async function countAll(sources: readonly SearchSource[], terms: readonly SearchTerm[]): Promise<number[]> {
  const counts = await Promise.all(sources.map((source) => source.countTexts(terms)));
  return terms.map((_, at) => counts.reduce((sum, ofSource) => sum + (ofSource[at] ?? 0), 0));
}

/** Of these words the nearest that texts have, the most frequent first. */
async function chooseNearest(sources: readonly SearchSource[], near: readonly NearWord[]): Promise<string[]> {
  const distances = [...new Set(near.map(({ distance }) => distance))].sort();
  for (const distance of distances) {
    const words = [...new Set(near.filter((each) => each.distance === distance).map(({ word }) => word))];
    const counts = await countAll(
      sources,
      words.map((word) => ({ word, isBeginning: false })),
    );
    const used = words.map((word, at) => ({ word, count: counts[at] ?? 0 })).filter(({ count }) => count > 0);
    if (used.length === 0) continue;
    return used
      .sort((a, b) => b.count - a.count)
      .slice(0, USED_MAX)
      .map(({ word }) => word);
  }
  return [];
}

/** The near words that were searched for, with their accents where a result has them; those that no result has in sight were of no use. */
export function listUsedWords(terms: readonly SearchTerm[], results: readonly SearchResultJson[]): string[] {
  const written = new Map<string, string>();
  for (const { title, snippet } of results)
    for (const word of `${title} ${snippet}`.match(/[\p{L}\p{N}]+/gu) ?? [])
      if (!written.has(foldWord(word))) written.set(foldWord(word), word.toLowerCase());
  return terms.flatMap(({ near = [] }) => {
    const shown = near.flatMap((word) => written.get(word) ?? []);
    return shown.length > 0 ? shown : near.slice(0, 1);
  });
}
