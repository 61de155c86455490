import type { z } from 'zod';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { INDEXED_WORDS_MAX } from '#api/adapters/html/shared-text.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type { ReadTextDeps } from './fetch-text.service.ts';
import {
  countWorksWithWords,
  type DecidedWork,
  findSameText,
  findWorkWords,
  listBodies,
  listDecidedByAuthor,
  listDecidedWorks,
  listSameTexts,
  listSimilarIds,
  listWaitingWorks,
  type WorkWords,
} from './similar.queries.ts';
import type { PrecedentJson, precedentsResponse, SharedTextJson } from './texts.contract.ts';
import type { TextRow } from './texts.queries.ts';
import { readText, requireVersion } from './texts.service.ts';

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
/** As much of the text as is read for its frequent words, and as is compared with another. */
const READ_CHARACTERS_MAX = 60_000;
const COMPARED_CHARACTERS_MAX = 200_000;
const WORD_LENGTH_MIN = 4;

const decisionNames = { approve: 'approved', reject: 'rejected', request_changes: 'changes_requested' } as const;

/**
 * The decisions on similar texts and on works of the same author, and similar texts that wait. The text of the work is fetched
 * first where it was not yet: without it the first reviewer, who needs them most, would see none. @throws not_found
 */
export async function listPrecedents(deps: ReadTextDeps, id: number): Promise<z.infer<typeof precedentsResponse>> {
  const { db } = deps;
  const version = await requireVersion(db, id);
  const text = await readText(deps, version);
  const work = await findWorkWords(db, id);
  const sameTexts = await listSameTexts(db, id);
  const others = (work ? await findSimilarIds({ db }, id, work) : []).map((similarId) => ({ id: similarId }));
  const decidedTexts = sameTexts.filter(({ decisionId }) => decisionId !== null);
  const waitingCopies = sameTexts.filter(({ decisionId }) => decisionId === null);
  const [similar, byAuthor, waiting] = await Promise.all([
    listDecidedWorks(db, mergeById(decidedTexts, others), RESULTS_MAX),
    listDecidedByAuthor(db, { id, author: version.authorName, versionNumber: version.number, count: RESULTS_MAX }),
    listWaitingWorks(
      db,
      mergeById(waitingCopies, others).map((each) => each.id),
      RESULTS_MAX,
    ),
  ]);
  const shared = await measureShared(deps, { text, work }, [...similar, ...byAuthor, ...waiting]);
  const equalDecisions = new Set(decidedTexts.map(({ decisionId }) => decisionId));
  const equalIds = new Set(waitingCopies.map((copy) => copy.id));
  const toJson = (decided: DecidedWork): PrecedentJson => ({
    ...toPrecedentJson(decided),
    ...toSharedJson(equalDecisions.has(decided.decisionId), isOfCurrentText(decided, id) && shared.get(decided.id)),
  });
  const similarIds = new Set(similar.map((each) => each.id));
  return {
    data: {
      similar: similar.map(toJson),
      by_author: byAuthor.filter((each) => !similarIds.has(each.id)).map(toJson),
      waiting: waiting.map(({ author, versionNumber, queuedAt, ...each }) => ({
        ...each,
        author_name: author,
        version_number: versionNumber,
        ...toSharedJson(equalIds.has(each.id), shared.get(each.id)),
        queued_at: toIsoOrNull(queuedAt),
      })),
    },
  };
}

/** Works that have the words of another one, by their ids, with that other and what was decided on it. */
export async function findSameTexts({ db }: Pick<Deps, 'db'>, ids: readonly number[]) {
  const found = await findSameText(db, ids);
  return new Map(
    [...found].map(([ownId, { id, title, move }]) => [ownId, { id, title, decision: move && decisionNames[move] }]),
  );
}

type Work = { id: number; decisionId?: number | null };

/** Those of `first`, then the others. */
function mergeById(first: readonly Work[], others: readonly Work[]): Work[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...others.filter(({ id }) => !ids.has(id))];
}

/** Only the text of a current version is indexed; that of this work is no other text. */
const isOfCurrentText = ({ id, versionNumber, currentVersion }: DecidedWork, ownId: number) =>
  id !== ownId && versionNumber === currentVersion;

const toSharedJson = (isEqual: boolean, measured: SharedTextJson | false | undefined): SharedTextJson =>
  isEqual
    ? { same_text_percent: 100, same_text_basis: 'equal' }
    : measured || { same_text_percent: null, same_text_basis: null };

/** The works that share most of the rare words of this one, the most similar first. */
async function findSimilarIds({ db }: Pick<Deps, 'db'>, id: number, work: WorkWords): Promise<number[]> {
  const weights = weighWords(work);
  const works = await countWorksWithWords(db, [...weights.keys()], COMMON_WORD_WORKS);
  const words = chooseWords(weights, works);
  if (words.length < SHARED_WORDS_MIN) return [];
  const minWords = Math.max(SHARED_WORDS_MIN, Math.floor(words.length / 4));
  return listSimilarIds(db, id, words, { minScore: MIN_SCORE, minWords });
}

/** How much of the text of a work each of the others holds, by their ids. Long texts are compared by their beginnings. */
async function measureShared(
  { db, clientHtml }: ReadTextDeps,
  { text, work }: { text: TextRow | null; work: WorkWords | undefined },
  others: readonly { id: number }[],
): Promise<Map<number, SharedTextJson>> {
  if (!text?.html || !work) return new Map();
  const bodies = [...(await listBodies(db, [...new Set(others.map(({ id }) => id))], COMPARED_CHARACTERS_MAX))];
  const body = work.body.slice(0, COMPARED_CHARACTERS_MAX);
  const percents = await clientHtml.run('measureSharedText', body, ...bodies.map(([, other]) => other));
  const isCut = body !== work.body || text.wordCount > INDEXED_WORDS_MAX;
  const basis = isCut ? 'beginning' : 'whole';
  return new Map(
    bodies.flatMap(([id], at) => {
      const percent = percents[at] ?? null;
      return percent === null ? [] : [[id, { same_text_percent: percent, same_text_basis: basis }]];
    }),
  );
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

const toPrecedentJson = (work: DecidedWork) => ({
  id: work.id,
  title: work.title,
  author_name: work.author,
  version_number: work.versionNumber,
  decision: decisionNames[work.move],
  comments: work.comments,
  user: toUserRefJson(work),
  at: toIso(work.at),
});
