import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import type { SearchResultsJson } from './search.contract.ts';

const RESULTS_MAX = 10;
const WORDS_MAX = 12;

/** Weights of title, description and text in the ranking. */
const SEARCH = `
  SELECT blogs.id, blogs.slug, blogs.title, snippet(blogs_search, -1, '', '', '…', 24) AS snippet
  FROM blogs_search JOIN blogs ON blogs.id = blogs_search.rowid
  WHERE blogs_search MATCH ? AND blogs.status = 'published' AND blogs.published_at <= ?
  ORDER BY bm25(blogs_search, 8.0, 3.0, 1.0) LIMIT ?`;

/** Public posts that hold all the words, the last one as a beginning. Documents are for signed-in people. */
export async function search(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  query: { q: string; type?: 'blog' | 'document' | undefined },
): Promise<SearchResultsJson> {
  if (query.type === 'document') throw new AppError('unauthenticated', 'Please sign in to search the documents.');
  const match = toMatch(query.q);
  if (match === null) return { results: [] };
  const { rows } = await db.client.execute({ sql: SEARCH, args: [match, clock.now(), RESULTS_MAX] });
  return {
    results: rows.map((row) => ({
      type: 'blog' as const,
      id: Number(row.id),
      title: String(row.title),
      url: `/blogs/${row.slug}`,
      snippet: String(row.snippet),
    })),
  };
}

/** The words as an FTS5 expression; only letters and digits get through, each word quoted. */
export function toMatch(query: string): string | null {
  const words = query.match(/[\p{L}\p{N}]+/gu)?.slice(0, WORDS_MAX);
  return words ? words.map((word) => `"${word}"*`).join(' ') : null;
}
