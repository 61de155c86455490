import { sql } from 'drizzle-orm';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type { Database } from '#db/client.ts';

const COLUMNS = '{title description body}';
/** Weights of title, author, description and text in the ranking: the same author is no similarity. */
const BM25 = sql.raw('bm25(publication_words, 4.0, 0.0, 2.0, 1.0)');
/** Of the works that share words, so many are looked at for a decision. */
const CANDIDATES_MAX = 100;

export type WorkWords = { title: string; description: string; body: string };

/** The indexed words of a work. */
export async function findWorkWords({ orm }: Database, id: number): Promise<WorkWords | undefined> {
  const [row] = await orm.all<WorkWords>(
    sql`SELECT title, description, body FROM publication_words WHERE rowid = ${id}`,
  );
  return row;
}

/** In how many works each word occurs, up to `max`: a common one is not counted to its end. */
export async function countWorksWithWords({ orm }: Database, words: readonly string[], max: number) {
  const rows = await orm.all<{ word: string; works: number }>(sql`
    SELECT value AS word, (
      SELECT count(*) FROM (SELECT 1 FROM publication_words WHERE publication_words MATCH '"' || value || '"' LIMIT ${max})
    ) AS works
    FROM json_each(${JSON.stringify(words)})`);
  return new Map(rows.map(({ word, works }) => [word, works]));
}

export type DecidedWork = {
  id: number;
  title: string;
  author: string;
  /** The version that was decided on, and the latest. */
  versionNumber: number;
  currentVersion: number;
  decisionId: number;
  move: ReviewDecision;
  comments: string | null;
  at: number;
  userId: number | null;
  firstName: string | null;
  lastName: string | null;
};

/**
 * The works that share at least `minWords` of these words, most similar first. The score is 1 for a work that is as near to
 * the words as the work `id` itself.
 */
export async function listSimilarIds(
  { orm }: Database,
  id: number,
  words: readonly string[],
  limit: { minScore: number; minWords: number },
): Promise<number[]> {
  const match = `${COLUMNS} : (${words.map((word) => `"${word}"`).join(' OR ')})`;
  const rows = await orm.all<{ id: number }>(sql`
    WITH own AS MATERIALIZED (
      SELECT ${BM25} AS rank FROM publication_words WHERE publication_words MATCH ${match} AND rowid = ${id}
    ), sharing AS MATERIALIZED (
      SELECT works.rowid AS id FROM json_each(${JSON.stringify(words)}) AS word
      CROSS JOIN publication_words AS works ON works.publication_words MATCH ${`${COLUMNS} : "`} || word.value || '"'
      WHERE works.rowid <> ${id} GROUP BY works.rowid HAVING count(*) >= ${limit.minWords}
    ), similar AS (
      SELECT rowid AS id, ${BM25} / (SELECT rank FROM own) AS score FROM publication_words
      WHERE publication_words MATCH ${match} AND rowid IN (SELECT id FROM sharing) ORDER BY score DESC LIMIT ${CANDIDATES_MAX}
    )
    SELECT id FROM similar WHERE score >= ${limit.minScore} ORDER BY score DESC, id DESC`);
  return rows.map((row) => row.id);
}

/** From a publication `work` to the text of its current version. */
const joinText = (work: string, text: string) =>
  sql.raw(`
  JOIN publication_versions AS ${text}_version ON ${text}_version.publication_id = ${work}.id AND ${text}_version.number = ${work}.version_number
  JOIN publication_texts AS ${text} ON ${text}.version_id = ${text}_version.id`);
const isStandingDecision = sql`move IN ('approve', 'reject', 'request_changes') AND NOT is_undone`;
const isWaitingCopy = sql.raw("(other.status = 'ADMIN_REVIEWING' AND other.version_number = same_version.number)");

/** From `own`, a text, to versions of other works with the same words that were decided on, or wait. */
const joinSameTexts = sql`
  JOIN publication_texts AS same ON same.words_hash = own.words_hash AND same.version_id <> own.version_id
  JOIN publication_versions AS same_version ON same_version.id = same.version_id
  JOIN publications AS other ON other.id = same_version.publication_id AND other.id <> work.id
  LEFT JOIN publication_history AS decision ON NOT ${isWaitingCopy} AND decision.id = (
    SELECT max(id) FROM publication_history
    WHERE publication_id = other.id AND version_number = same_version.number AND ${isStandingDecision})`;
const isDecidedOrWaiting = sql`(decision.id IS NOT NULL OR ${isWaitingCopy})`;

/** Other works with the same words as the current version of this one: the last decision on them, or null for one that waits. */
export const listSameTexts = ({ orm }: Database, id: number) =>
  orm.all<{ id: number; decisionId: number | null }>(sql`
    SELECT other.id, max(decision.id) AS decisionId
    FROM publications AS work ${joinText('work', 'own')} ${joinSameTexts}
    WHERE work.id = ${id} AND ${isDecidedOrWaiting} GROUP BY other.id, ${isWaitingCopy}
    ORDER BY decisionId DESC, other.id DESC LIMIT ${CANDIDATES_MAX}`);

type SameText = { ownId: number; id: number; title: string; move: ReviewDecision | null };

/** For each of these works that has the words of another one: the one that was decided on last, else one that waits. */
export async function findSameText({ orm }: Database, ids: readonly number[]): Promise<Map<number, SameText>> {
  const rows = await orm.all<SameText>(sql`
    SELECT work.id AS ownId, other.id, other.title, decision.move, max(coalesce(decision.id, 0)) AS decisionId
    FROM json_each(${JSON.stringify(ids)}) AS listed
    JOIN publications AS work ON work.id = listed.value ${joinText('work', 'own')} ${joinSameTexts}
    WHERE ${isDecidedOrWaiting} GROUP BY work.id`);
  return new Map(rows.map((row) => [row.ownId, row]));
}

const selectDecided = sql`
  SELECT publications.id, publications.title, publications.author_name AS author, decision.version_number AS versionNumber,
    publications.version_number AS currentVersion, decision.id AS decisionId, decision.move, decision.comments, decision.at,
    users.id AS userId, users.first_name AS firstName, users.last_name AS lastName`;
const selectLastDecision = sql`(
  SELECT max(id) FROM publication_history WHERE publication_id = publications.id AND ${isStandingDecision})`;
const joinDecider = sql`LEFT JOIN users ON users.id = decision.user_id`;

/** The decisions with these ids, or the latest ones on these works, in their order; works without any are left out. */
export const listDecidedWorks = (
  { orm }: Database,
  works: readonly { id: number; decisionId?: number | null }[],
  count: number,
) =>
  orm.all<DecidedWork>(sql`${selectDecided}
    FROM json_each(${JSON.stringify(works)}) AS similar
    JOIN publications ON publications.id = similar.value ->> 'id'
    JOIN publication_history AS decision ON decision.id = coalesce(similar.value ->> 'decisionId', ${selectLastDecision})
    ${joinDecider}
    ORDER BY similar.key LIMIT ${count}`);

/** Names that differ in capitals only, of any alphabet, are one. */
const toFolded = (name: string) => name.normalize('NFC').toUpperCase();

type Author = { id: number; author: string; versionNumber: number; count: number };

/** The latest decisions on works of this author, on earlier versions of the work `id` among them; the newest first. */
export async function listDecidedByAuthor({ orm }: Database, { id, author, versionNumber, count }: Author) {
  const words = author.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  // The index finds the words of the name; the comparison leaves out who has others besides. SQLite folds the case of ASCII only.
  const match = `{author_name} : "${words.join(' ')}"`;
  const names = await orm.all<{ name: string }>(sql`
    SELECT DISTINCT publications.author_name AS name FROM publication_words AS works
    JOIN publications ON publications.id = works.rowid WHERE works.publication_words MATCH ${match}`);
  const spellings = names.map(({ name }) => name).filter((name) => toFolded(name) === toFolded(author));
  return orm.all<DecidedWork>(sql`${selectDecided}
    FROM publication_words AS works
    JOIN publications ON publications.id = works.rowid
    JOIN publication_history AS decision ON decision.id = ${selectLastDecision}
    ${joinDecider}
    WHERE works.publication_words MATCH ${match}
      AND publications.author_name IN (SELECT value FROM json_each(${JSON.stringify(spellings)}))
      AND (publications.id <> ${id} OR decision.version_number < ${versionNumber})
    ORDER BY decision.at DESC, decision.id DESC LIMIT ${count}`);
}

type WaitingWork = { id: number; title: string; author: string; versionNumber: number; queuedAt: number | null };

/** Those of these works that wait for a reviewer, in the order of the ids. */
export const listWaitingWorks = ({ orm }: Database, ids: readonly number[], count: number) =>
  orm.all<WaitingWork>(sql`
    SELECT publications.id, title, author_name AS author, version_number AS versionNumber, queued_at AS queuedAt
    FROM json_each(${JSON.stringify(ids)}) AS similar JOIN publications ON publications.id = similar.value
    WHERE publications.status = 'ADMIN_REVIEWING' ORDER BY similar.key LIMIT ${count}`);

/** The beginnings of the indexed texts, by the id of the work; those whose current version has none yet are left out. */
export async function listBodies({ orm }: Database, ids: readonly number[], length: number) {
  const rows = await orm.all<{ id: number; body: string }>(sql`
    SELECT work.id, substr(words.body, 1, ${length}) AS body FROM json_each(${JSON.stringify(ids)}) AS listed
    JOIN publications AS work ON work.id = listed.value ${joinText('work', 'own')}
    JOIN publication_words AS words ON words.rowid = work.id WHERE own.error IS NULL`);
  return new Map(rows.map(({ id, body }) => [id, body]));
}
