import { type SQL, sql } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { toTrigramPhrase } from './full-text-search.ts';

const USER_ID = /^\d{1,15}$/;

/** 'Surname, Name' in the order of the search index. */
export function toNameOrder(text: string): string {
  const [, surname, name] = /^([^,]+),\s*(.+)$/.exec(text.trim()) ?? [];
  return surname && name ? `${name} ${surname}` : text;
}

/** Users whose name or email address matches a LIKE pattern, by the texts of the search index: smaller rows than theirs. */
export const fromUsersLike = (pattern: string): SQL =>
  sql`FROM users_search_content WHERE (c0 LIKE ${pattern} ESCAPE '\\' OR c1 LIKE ${pattern} ESCAPE '\\')`;

/** Selects, as `id`, the users whose name or email address contains a text, and the one with this id. `pattern`: the text for LIKE. */
export function selectUserHits(text: string, pattern: string): SQL {
  const phrase = toTrigramPhrase(text);
  const withText =
    phrase === null
      ? sql`SELECT id ${fromUsersLike(pattern)}`
      : sql`SELECT rowid AS id FROM users_search WHERE users_search MATCH ${phrase}`;
  if (!USER_ID.test(text.trim())) return withText;
  return sql`SELECT ${users.id} AS id FROM ${users} WHERE ${users.id} = ${Number(text)} UNION ${withText}`;
}
