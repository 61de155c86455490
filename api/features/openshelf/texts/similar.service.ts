import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { SimilarDecisionJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import {
  countWorksWithWords,
  type DecidedWork,
  findWorkWords,
  listDecidedWorks,
  type WorkWords,
} from './similar.queries.ts';

const RESULTS_MAX = 5;
/** How near a work must be, as a share of how near the work is to its own words. */
const MIN_SCORE = 0.3;
/** The most frequent words of a work, of which the rarest in all works are searched. */
const CANDIDATE_WORDS_MAX = 40;
const SEARCHED_WORDS_MAX = 12;
/** Two works with fewer rare words in common are not similar: at least this many, and a quarter of those that are searched. */
const SHARED_WORDS_MIN = 3;
/** A word that so many works have says nothing about them. */
const COMMON_WORD_WORKS = 1_000;
/** As much of the text as is read for its frequent words. */
const READ_CHARACTERS_MAX = 60_000;
const WORD_LENGTH_MIN = 4;

const decisionNames = { approve: 'approved', reject: 'rejected', request_changes: 'changes_requested' } as const;

/** The decisions on the works that share most of the rare words of this one, the most similar first; at most five. */
export async function listSimilarDecisions({ db }: Pick<Deps, 'db'>, id: number): Promise<SimilarDecisionJson[]> {
  const work = await findWorkWords(db, id);
  if (!work) return [];
  const weights = weighWords(work);
  const works = await countWorksWithWords(db, [...weights.keys()], COMMON_WORD_WORKS);
  const words = chooseWords(weights, works);
  if (words.length < SHARED_WORDS_MIN) return [];
  const minWords = Math.max(SHARED_WORDS_MIN, Math.floor(words.length / 4));
  const decided = await listDecidedWorks(db, id, words, { minScore: MIN_SCORE, minWords, count: RESULTS_MAX });
  return decided.map(toSimilarDecision);
}

/** The words that a work repeats most; title and description count more than the text. */
function weighWords({ title, description, body }: WorkWords): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
      if (word.length >= WORD_LENGTH_MIN) weights.set(word, (weights.get(word) ?? 0) + weight);
    }
  };
  add(title, 4);
  add(description, 2);
  add(body.slice(0, READ_CHARACTERS_MAX), 0.5);
  return new Map([...weights].sort(([, a], [, b]) => b - a).slice(0, CANDIDATE_WORDS_MAX));
}

/** Those of the words that other works have too, but not many of them; frequent here and rare elsewhere first. */
function chooseWords(weights: ReadonlyMap<string, number>, works: ReadonlyMap<string, number>): string[] {
  const rated = [...weights].flatMap(([word, weight]) => {
    const count = works.get(word) ?? 0;
    const isTelling = count >= 2 && count < COMMON_WORD_WORKS;
    return isTelling ? [{ word, rating: Math.log(1 + weight) * Math.log(COMMON_WORD_WORKS / count) }] : [];
  });
  return rated
    .sort((a, b) => b.rating - a.rating)
    .slice(0, SEARCHED_WORDS_MAX)
    .map(({ word }) => word);
}

const toSimilarDecision = (work: DecidedWork): SimilarDecisionJson => ({
  id: work.id,
  title: work.title,
  author_name: work.author,
  decision: decisionNames[work.move],
  comments: work.comments,
  user_name: toUserRefJson(work)?.name ?? null,
  at: toIso(work.at),
});
