import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import { toTrigramPhrase } from '#db/queries/full-text-search.ts';

/** The users whose name or email address contains a text. */
export type Match = {
  /** How many there are, those in deletion included. */
  total: number;
  /** A query of their ids. */
  ids: SQL;
  /** True for a user that is one of them. */
  condition: SQL;
  /** There are so many that looking at a user takes less than a list of them all. */
  isCommon: boolean;
};

const COMMON_HITS = 10_000;

export async function findMatch({ orm }: Database, text: string): Promise<Match> {
  // The texts of the index, as FTS5 keeps them: smaller rows than those of the users.
  const containing = sql`FROM users_search_content WHERE ${contains(sql`c0`, sql`c1`, text)}`;
  const phrase = toTrigramPhrase(text);
  const hits =
    phrase === null
      ? sql`SELECT id ${containing}`
      : sql`SELECT rowid AS id FROM users_search WHERE users_search MATCH ${phrase}`;
  const { list, total } = await orm.get<{ list: string; total: number }>(
    sql`SELECT json_group_array(id) AS list, count(*) AS total FROM (${hits} LIMIT ${COMMON_HITS + 1})`,
  );
  if (total <= COMMON_HITS) {
    const ids = sql`(SELECT value FROM json_each(${list}))`;
    return { total, ids, condition: isOneOf(ids), isCommon: false };
  }
  const name = sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`;
  return {
    total: (await orm.get<{ total: number }>(sql`SELECT count(*) AS total ${containing}`)).total,
    ids: sql`(SELECT id ${containing})`,
    condition: contains(sql`${users.email}`, name, text),
    isCommon: true,
  };
}

/** The unary plus keeps the order of the index that is read. */
export const isOneOf = (ids: SQL): SQL => sql`+${users.id} IN ${ids}`;

function contains(email: SQL, name: SQL, text: string): SQL {
  const pattern = toLikePattern(text);
  return sql`(${email} LIKE ${pattern} ESCAPE '\\' OR ${name} LIKE ${pattern} ESCAPE '\\')`;
}
