import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { isUnspaced, type SearchTerm, toMatch, toTermMatch } from './full-text-search.ts';

/** A full-text index, and how its texts are ranked. */
export type SearchIndex = {
  table: 'blogs_search' | 'documents_search' | 'shelf_words';
  /** The rows with the texts, whose `id` is the number in the index; as a join behind ‘FROM’. */
  rows: { from: SQL; id: SQL; title: SQL; text: SQL };
  /** Of the columns of the index, the first of which is the title. */
  weights: readonly number[];
  /** Which column shows what was found; -1: the one with the most of it. */
  snippetColumn: number;
  /** The rows by the index of those alone that have words of scripts without spaces, and its condition. */
  unspaced?: { from: SQL; condition: SQL };
};

/** Of words that more texts hold, the newest so many are ranked, and as many with them in their title, which come first. */
const RANKED_MAX = 300;
const SNIPPET_WORDS = 24;
/** Characters in front of what was found, and of all. */
const PASSAGE = { before: 20, length: 100 };

type Search = { terms: readonly SearchTerm[]; isVisible: SQL; limit: number };
type Hit = { id: number; snippet: string };

/** The texts that hold all the terms, best first, each with what was found in it. */
export async function searchIndex(db: Database, index: SearchIndex, search: Search): Promise<Hit[]> {
  if (search.terms.length === 0) return [];
  if (search.terms.some(({ word }) => isUnspaced(word))) return searchParts(db, index, search);
  const match = toMatch(search.terms);
  const found = await rank(db, index, match, search);
  const inTitle = found.hits < RANKED_MAX ? [] : (await rank(db, index, `{title} : (${match})`, search)).ids;
  const ids = [...new Set([...inTitle, ...found.ids])].slice(0, search.limit);
  const snippets = await readSnippets(db, index, match, ids);
  return ids.map((id) => ({ id, snippet: snippets.get(id) ?? '' }));
}

/** `hits`: how many were ranked. */
async function rank(
  db: Database,
  { table, rows, weights }: SearchIndex,
  match: string,
  { isVisible, limit }: Omit<Search, 'terms'>,
) {
  const name = sql.raw(table);
  const ranked = await db.orm.all<{ id: number; hits: number }>(sql`
    SELECT id, count(*) OVER () AS hits FROM (
      SELECT ${name}.rowid AS id, bm25(${name}, ${sql.raw(weights.join(', '))}) AS score
      FROM ${name} JOIN ${rows.from} ON ${rows.id} = ${name}.rowid
      WHERE ${name} MATCH ${match} AND ${isVisible} ORDER BY ${name}.rowid DESC LIMIT ${RANKED_MAX})
    ORDER BY score, id LIMIT ${limit}`);
  return { ids: ranked.map(({ id }) => id), hits: ranked[0]?.hits ?? 0 };
}

/** By themselves, since each reads its whole text. */
async function readSnippets(db: Database, { table, snippetColumn }: SearchIndex, match: string, ids: number[]) {
  const name = sql.raw(table);
  const rows = await db.orm.all<Hit>(sql`
    SELECT rowid AS id, snippet(${name}, ${snippetColumn}, '', '', ${'…'}, ${SNIPPET_WORDS}) AS snippet
    FROM ${name} WHERE ${name} MATCH ${match} AND rowid IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map(({ id, snippet }) => [id, snippet]));
}

/** Compares every text, for terms that the index cannot find. The passage begins a little before the first term. */
async function searchParts(
  db: Database,
  { rows: { from, id, title, text }, unspaced = { from, condition: sql`TRUE` } }: SearchIndex,
  { terms, isVisible, limit }: Search,
): Promise<Hit[]> {
  const words = terms.map(({ word }) => word);
  const first = words[0] ?? '';
  return db.orm.all<Hit>(sql`
    SELECT ${id} AS id, substr(${text}, max(1, instr(${text}, ${first}) - ${PASSAGE.before}), ${PASSAGE.length}) AS snippet
    FROM ${unspaced.from}
    WHERE ${unspaced.condition} AND ${isVisible} AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(words)}) AS item
      WHERE ${title} || char(10) || ${text} NOT LIKE '%' || item.value || '%')
    ORDER BY instr(${title}, ${first}) = 0, ${id} LIMIT ${limit}`);
}

/** More texts with a word count as so many. */
export const COUNTED_MAX = 20;

/** How many texts have each of the terms. */
export async function countTexts(
  db: Database,
  { table, rows }: SearchIndex,
  { terms, isVisible }: Omit<Search, 'limit'>,
): Promise<number[]> {
  const name = sql.raw(table);
  const matches = JSON.stringify(terms.map(toTermMatch));
  const counts = await db.orm.all<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM (
      SELECT 1 FROM ${name} JOIN ${rows.from} ON ${rows.id} = ${name}.rowid
      WHERE ${name} MATCH item.value AND ${isVisible} LIMIT ${COUNTED_MAX})) AS count
    FROM json_each(${matches}) AS item ORDER BY item.key`);
  return counts.map(({ count }) => count);
}
