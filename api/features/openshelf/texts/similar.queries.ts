import { sql } from 'drizzle-orm';
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
  move: 'approve' | 'reject' | 'request_changes';
  comments: string | null;
  at: number;
  userId: number | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
};

/**
 * The works that share at least `minWords` of these words and that a reviewer decided on, with the latest decision, most similar
 * first. `score` is 1 for a work that is as near to the words as the work `id` itself.
 */
export async function listDecidedWorks(
  { orm }: Database,
  id: number,
  words: readonly string[],
  limit: { minScore: number; minWords: number; count: number },
) {
  const match = `${COLUMNS} : (${words.map((word) => `"${word}"`).join(' OR ')})`;
  return orm.all<DecidedWork>(sql`
    WITH own AS MATERIALIZED (
      SELECT ${BM25} AS rank FROM publication_words WHERE publication_words MATCH ${match} AND rowid = ${id}
    ), sharing AS MATERIALIZED (
      SELECT works.rowid AS id FROM json_each(${JSON.stringify(words)}) AS word
      CROSS JOIN publication_words AS works ON works.publication_words MATCH ${`${COLUMNS} : "`} || word.value || '"'
      WHERE works.rowid <> ${id} GROUP BY works.rowid HAVING count(*) >= ${limit.minWords}
    ), similar AS MATERIALIZED (
      SELECT rowid AS id, ${BM25} / (SELECT rank FROM own) AS score FROM publication_words
      WHERE publication_words MATCH ${match} AND rowid IN (SELECT id FROM sharing) ORDER BY score DESC LIMIT ${CANDIDATES_MAX}
    )
    SELECT similar.id, publications.title, publications.author_name AS author, decision.move, decision.comments, decision.at,
      users.id AS userId, users.first_name AS firstName, users.last_name AS lastName, users.email
    FROM similar
    JOIN publications ON publications.id = similar.id
    JOIN publication_history AS decision ON decision.id = (
      SELECT max(id) FROM publication_history
      WHERE publication_id = similar.id AND move IN ('approve', 'reject', 'request_changes') AND NOT is_undone
    )
    LEFT JOIN users ON users.id = decision.user_id
    WHERE similar.score >= ${limit.minScore} ORDER BY similar.score DESC, similar.id DESC LIMIT ${limit.count}`);
}
