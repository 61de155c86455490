import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { isUnspaced, type SearchTerm, toMatch, toTermMatch } from './full-text-search.ts';
import { cutBeginning, cutPassage } from './passage.ts';

/** A full-text index, and how its texts are ranked. */
export type SearchIndex = {
  table: 'blogs_search' | 'documents_search' | 'shelf_words';
  /** The rows with the texts, whose `id` is the number in the index; as a join behind ‘FROM’. */
  rows: { from: SQL; id: SQL; title: SQL; text: SQL };
  /** Of the columns of the index, the first of which is the title. */
  weights: readonly number[];
  /** The rows by the index of those alone that have words of scripts without spaces, and its condition. */
  unspaced: { from: SQL; condition: SQL };
};

/** Texts with letters of scripts without spaces. The indexes of these repeat it letter by letter. */
export const UNSPACED_GLOB: SQL = sql.raw(`'*[฀-໿က-႟ក-៿぀-ヿ㐀-䶿一-鿿豈-﫿ｦ-ﾝ𠀀-𿿿]*'`);

/** Of words that more texts hold, the newest so many are ranked, and as many with them in their title, which come first. */
const RANKED_MAX = 300;
/** So many times the texts that are wanted are asked at once whether they may be read. */
const PORTION = 2;
/** A word that more texts of an index have is a frequent one: ranks would need the number of all of them. */
const FREQUENT = 5_000;
/** Beginnings of up to so many letters have an index of their own. */
const PREFIX_MAX = 5;
/** Characters of a text in which the passage is looked for. */
const READ_MAX = 100_000;
/** Where texts are compared: characters in front of what was found, and of all. */
const PASSAGE = { before: 20, length: 100 };

type Search = { terms: readonly SearchTerm[]; isVisible: SQL; limit: number };
type Hit = { id: number; snippet: string };

/** The texts that hold all the terms, best first, each with what was found in it. */
export async function searchIndex(db: Database, index: SearchIndex, search: Search): Promise<Hit[]> {
  const { terms } = search;
  if (terms.length === 0) return [];
  if (terms.some(({ word }) => isUnspaced(word))) return searchParts(db, index, search);
  const ids = await listBest(db, index, search);
  const texts = await readTexts(db, index, ids);
  return ids.map((id) => {
    const text = texts.get(id) ?? '';
    return { id, snippet: cutPassage(text, terms) ?? cutBeginning(text) };
  });
}

/** Frequent words say nothing about the order: texts are ranked by the others, or are the newest, those with the words in their title first. */
async function listBest(db: Database, index: SearchIndex, search: Search): Promise<number[]> {
  const { limit } = search;
  const terms = await endFrequentWord(db, index, search.terms);
  const match = toMatch(terms);
  const [hits = 0, ...counts] = await countHits(db, index, [
    match,
    ...(terms.length > 1 ? terms.map(toTermMatch) : []),
  ]);
  if (hits === 0) return [];
  const telling = terms.filter((_, at) => (counts[at] ?? hits) < FREQUENT);
  const isRanked = hits < FREQUENT && telling.length > 0;
  const list = (columns: string) =>
    isRanked
      ? rank(db, index, { match: `${columns}(${match})`, rankedBy: `${columns}(${toMatch(telling)})` }, search)
      : listNewest(db, index, `${columns}(${match})`, search);
  const found = await list('');
  const isAll = isRanked && found.hits < RANKED_MAX;
  const inTitle = isAll ? [] : (await list('{title} : ')).ids;
  return [...new Set([...inTitle, ...found.ids])].slice(0, limit);
}

/** The last word is not a beginning where it is frequent itself: an index of words puts all that begin so together, which takes longer. */
async function endFrequentWord(
  db: Database,
  index: SearchIndex,
  terms: readonly SearchTerm[],
): Promise<readonly SearchTerm[]> {
  const last = terms.at(-1);
  if (!last?.isBeginning || last.near || last.word.length <= PREFIX_MAX) return terms;
  const word = { ...last, isBeginning: false };
  const [hits = 0] = await countHits(db, index, [toTermMatch(word)]);
  return hits < FREQUENT ? terms : [...terms.slice(0, -1), word];
}

/** How many texts match each of these, as far as it matters, whoever may read them. */
async function countHits(db: Database, { table }: SearchIndex, matches: readonly string[]): Promise<number[]> {
  const name = sql.raw(table);
  const rows = await db.orm.all<{ hits: number }>(sql`
    SELECT (SELECT count(*) FROM (SELECT 1 FROM ${name} WHERE ${name} MATCH item.value LIMIT ${FREQUENT})) AS hits
    FROM json_each(${JSON.stringify(matches)}) AS item ORDER BY item.key`);
  return rows.map(({ hits }) => hits);
}

type Found = { ids: number[]; hits: number };

/**
 * The best of the texts that match, by some of the terms. `hits`: how many were ranked. Few of them are asked whether they may be read: only where these are too few
 * are more ranked than the newest of all.
 */
async function rank(db: Database, index: SearchIndex, matches: Matches, search: Search): Promise<Found> {
  const ranked = await rankNewest(db, index, matches);
  const ids: number[] = [];
  const portion = PORTION * search.limit;
  for (let at = 0; at < ranked.length && ids.length < search.limit; at += portion)
    ids.push(...(await filterVisible(db, index, ranked.slice(at, at + portion), search)));
  if (ids.length >= search.limit || ranked.length < RANKED_MAX) return { ids, hits: ranked.length };
  const visible = await rankNewest(db, index, matches, search);
  return { ids: visible, hits: visible.length };
}

type Matches = { match: string; rankedBy: string };

/** The newest of all that match, or of those that may be read, best first. */
async function rankNewest(
  db: Database,
  { table, rows, weights }: SearchIndex,
  { match, rankedBy }: Matches,
  search?: Search,
): Promise<number[]> {
  const name = sql.raw(table);
  // The plus keeps FTS5 from starting anew for each of them.
  const isFound =
    match === rankedBy ? sql`TRUE` : sql`+${name}.rowid IN (SELECT rowid FROM ${name} WHERE ${name} MATCH ${match})`;
  const visible = search && sql`JOIN ${rows.from} ON ${rows.id} = ${name}.rowid AND ${search.isVisible}`;
  const ranked = await db.orm.all<{ id: number }>(sql`
    SELECT id FROM (
      SELECT ${name}.rowid AS id, bm25(${name}, ${sql.raw(weights.join(', '))}) AS score
      FROM ${name} ${visible ?? sql``}
      WHERE ${name} MATCH ${rankedBy} AND ${isFound} ORDER BY ${name}.rowid DESC LIMIT ${RANKED_MAX})
    ORDER BY score, id`);
  return ranked.map(({ id }) => id);
}

/** Those of these texts that may be read, in their order. */
async function filterVisible(
  db: Database,
  { rows }: SearchIndex,
  ids: readonly number[],
  { isVisible }: Search,
): Promise<number[]> {
  const visible = await db.orm.all<{ id: number }>(sql`
    SELECT ${rows.id} AS id FROM ${rows.from}
    WHERE ${rows.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${isVisible}`);
  const known = new Set(visible.map(({ id }) => id));
  return ids.filter((id) => known.has(id));
}

/** The newest of the texts that match. */
async function listNewest(
  db: Database,
  { table, rows }: SearchIndex,
  match: string,
  { isVisible, limit }: Search,
): Promise<Found> {
  const name = sql.raw(table);
  const newest = await db.orm.all<{ id: number }>(sql`
    SELECT ${name}.rowid AS id FROM ${name} JOIN ${rows.from} ON ${rows.id} = ${name}.rowid
    WHERE ${name} MATCH ${match} AND ${isVisible} ORDER BY ${name}.rowid DESC LIMIT ${limit}`);
  return { ids: newest.map(({ id }) => id), hits: newest.length };
}

async function readTexts(db: Database, { rows: { from, id, text } }: SearchIndex, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.orm.all<{ id: number; text: string }>(sql`
    SELECT ${id} AS id, substr(${text}, 1, ${READ_MAX}) AS text FROM ${from}
    WHERE ${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map((row) => [row.id, row.text]));
}

/** Compares every text, for terms that the index cannot find. The passage begins a little before the first term. */
async function searchParts(
  db: Database,
  { rows: { id, title, text }, unspaced }: SearchIndex,
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
