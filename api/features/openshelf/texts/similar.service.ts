import type { z } from 'zod';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { PublicationStatus } from '#api/domain/publication-states.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type { FetchTextDeps } from './fetch-text.service.ts';
import { measureSharedText } from './shared-text.service.ts';
import {
  countWorksWithWords,
  type DecidedWork,
  findWorkWords,
  listBodies,
  listDecidedByAuthor,
  listDecidedWorks,
  listSameTextIds,
  listSameTexts,
  listSimilarIds,
  listWaitingWorks,
  type WorkWords,
} from './similar.queries.ts';
import type { PrecedentJson, precedentsResponse } from './texts.contract.ts';
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
/** As much of the text as is read for its frequent words. */
const READ_CHARACTERS_MAX = 60_000;
const WORD_LENGTH_MIN = 4;

const decisionNames = { approve: 'approved', reject: 'rejected', request_changes: 'changes_requested' } as const;

/**
 * The decisions on similar texts and on works of the same author, and similar texts that wait. The text of the work is fetched
 * first where it was not yet: without it the first reviewer, who needs them most, would see none. @throws not_found
 */
export async function listPrecedents(deps: FetchTextDeps, id: number): Promise<z.infer<typeof precedentsResponse>> {
  const { db } = deps;
  const version = await requireVersion(db, id);
  await readText(deps, version);
  const work = await findWorkWords(db, id);
  const ids = [
    ...new Set([...(await listSameTextIds(db, id)), ...(work ? await findSimilarIds({ db }, id, work) : [])]),
  ];
  const [similar, byAuthor, waiting] = await Promise.all([
    listDecidedWorks(db, ids, RESULTS_MAX),
    listDecidedByAuthor(db, { id, author: version.authorName, versionNumber: version.number, count: RESULTS_MAX }),
    listWaitingWorks(db, ids, RESULTS_MAX),
  ]);
  const shared = await measureShared({ db }, work, [...similar, ...byAuthor, ...waiting]);
  const toJson = (decided: DecidedWork) => toPrecedentJson(decided, id, shared);
  const similarIds = new Set(similar.map((each) => each.id));
  return {
    data: {
      similar: similar.map(toJson),
      by_author: byAuthor.filter((each) => !similarIds.has(each.id)).map(toJson),
      waiting: waiting.map(({ author, versionNumber, queuedAt, ...each }) => ({
        ...each,
        author_name: author,
        version_number: versionNumber,
        same_text_percent: shared.get(each.id) ?? null,
        queued_at: toIsoOrNull(queuedAt),
      })),
    },
  };
}

/** Works that have the words of another one, by their ids, with that other and what was decided on it. */
export async function findSameTexts({ db }: Pick<Deps, 'db'>, ids: readonly number[]) {
  const found = await listSameTexts(db, ids);
  return new Map(
    [...found].map(([ownId, { id, title, status, changesRequested }]) => [
      ownId,
      { id, title, decision: toDecision(status, changesRequested === 1) },
    ]),
  );
}

function toDecision(status: PublicationStatus, areChangesRequested: boolean): PrecedentJson['decision'] | null {
  if (status === 'ADMIN_REVIEWING') return null;
  if (status !== 'REJECTED') return 'approved';
  return areChangesRequested ? 'changes_requested' : 'rejected';
}

/** The works that share most of the rare words of this one, the most similar first. */
async function findSimilarIds({ db }: Pick<Deps, 'db'>, id: number, work: WorkWords): Promise<number[]> {
  const weights = weighWords(work);
  const works = await countWorksWithWords(db, [...weights.keys()], COMMON_WORD_WORKS);
  const words = chooseWords(weights, works);
  if (words.length < SHARED_WORDS_MIN) return [];
  const minWords = Math.max(SHARED_WORDS_MIN, Math.floor(words.length / 4));
  return listSimilarIds(db, id, words, { minScore: MIN_SCORE, minWords });
}

/** How much of the text of `work` each of the others holds, in percent, by their ids. */
async function measureShared({ db }: Pick<Deps, 'db'>, work: WorkWords | undefined, others: readonly { id: number }[]) {
  if (!work?.body) return new Map<number, number>();
  const bodies = await listBodies(db, [...new Set(others.map(({ id }) => id))], READ_CHARACTERS_MAX);
  return measureSharedText(work.body.slice(0, READ_CHARACTERS_MAX), bodies);
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

/** An earlier version of the work itself has no share: only the text of the current version is indexed. */
const toPrecedentJson = (work: DecidedWork, ownId: number, shared: ReadonlyMap<number, number>): PrecedentJson => ({
  id: work.id,
  title: work.title,
  author_name: work.author,
  version_number: work.versionNumber,
  same_text_percent: work.id === ownId ? null : (shared.get(work.id) ?? null),
  decision: decisionNames[work.move],
  comments: work.comments,
  user_name: toUserRefJson(work)?.name ?? null,
  at: toIso(work.at),
});
