import { sql } from 'drizzle-orm';
import type { PublicationStatus } from '#api/domain/publication-states.ts';
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
  versionNumber: number;
  move: 'approve' | 'reject' | 'request_changes';
  comments: string | null;
  at: number;
  userId: number | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
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
/** From `own`, a text, to other works that have the same words now. */
const joinSameText = sql`
  JOIN publication_texts AS same ON same.words_hash = own.words_hash AND same.version_id <> own.version_id
  JOIN publication_versions AS same_version ON same_version.id = same.version_id
  JOIN publications AS other ON other.id = same_version.publication_id AND other.version_number = same_version.number
    AND other.id <> work.id`;

/** Works whose current text has the same words, the latest first. */
export async function listSameTextIds({ orm }: Database, id: number): Promise<number[]> {
  const rows = await orm.all<{ id: number }>(sql`
    SELECT other.id FROM publications AS work ${joinText('work', 'own')} ${joinSameText}
    WHERE work.id = ${id} ORDER BY other.id DESC LIMIT ${CANDIDATES_MAX}`);
  return rows.map((row) => row.id);
}

type SameText = { ownId: number; id: number; title: string; status: PublicationStatus; changesRequested: number };

/** For each of these works that has the words of another one: the last that was decided on, else one that waits. */
export async function listSameTexts({ orm }: Database, ids: readonly number[]): Promise<Map<number, SameText>> {
  const rows = await orm.all<SameText>(sql`
    SELECT work.id AS ownId, other.id, other.title, other.status, other.are_changes_requested AS changesRequested,
      max(coalesce(CASE WHEN other.status <> 'ADMIN_REVIEWING' THEN other.decided_at END, 0)) AS decidedAt
    FROM json_each(${JSON.stringify(ids)}) AS listed
    JOIN publications AS work ON work.id = listed.value ${joinText('work', 'own')} ${joinSameText}
    WHERE other.status IN ('ADMIN_REVIEWING', 'APPROVED', 'PUBLISHED', 'REJECTED') GROUP BY work.id`);
  return new Map(rows.map((row) => [row.ownId, row]));
}

const selectDecided = sql`
  SELECT publications.id, publications.title, publications.author_name AS author, decision.version_number AS versionNumber,
    decision.move, decision.comments, decision.at,
    users.id AS userId, users.first_name AS firstName, users.last_name AS lastName, users.email`;
const isStandingDecision = sql`move IN ('approve', 'reject', 'request_changes') AND NOT is_undone`;
const joinDecision = sql`
  JOIN publication_history AS decision ON decision.id = (
    SELECT max(id) FROM publication_history WHERE publication_id = publications.id AND ${isStandingDecision}
  )
  LEFT JOIN users ON users.id = decision.user_id`;

/** The latest decision on each of these works that a reviewer decided on, in the order of the ids. */
export const listDecidedWorks = ({ orm }: Database, ids: readonly number[], count: number) =>
  orm.all<DecidedWork>(sql`${selectDecided}
    FROM json_each(${JSON.stringify(ids)}) AS similar
    JOIN publications ON publications.id = similar.value
    ${joinDecision}
    ORDER BY similar.key LIMIT ${count}`);

type Author = { id: number; author: string; versionNumber: number; count: number };

/** The latest decisions on works of this author, on earlier versions of the work `id` among them; the newest first. */
export async function listDecidedByAuthor({ orm }: Database, { id, author, versionNumber, count }: Author) {
  const words = author.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  // The index finds the words of the name; the comparison leaves out who has others besides.
  const match = `{author_name} : "${words.join(' ')}"`;
  return orm.all<DecidedWork>(sql`${selectDecided}
    FROM publication_words AS works
    JOIN publications ON publications.id = works.rowid
    ${joinDecision}
    WHERE works.publication_words MATCH ${match} AND lower(publications.author_name) = lower(${author})
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

/** The beginnings of the indexed texts, by the id of the work. */
export async function listBodies({ orm }: Database, ids: readonly number[], length: number) {
  const rows = await orm.all<{ id: number; body: string }>(sql`
    SELECT rowid AS id, substr(body, 1, ${length}) AS body FROM publication_words
    WHERE rowid IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map(({ id, body }) => [id, body]));
}
