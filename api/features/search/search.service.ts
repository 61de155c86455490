import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { searchDocuments } from '#api/features/documents/search/search.service.ts';
import type { Viewer } from '#api/middleware/access.ts';
import { toFtsQuery } from '#db/queries/full-text-search.ts';
import type { SearchResultJson, SearchResultsJson } from './search.contract.ts';

const RESULTS_MAX = 10;

/** Weights of title, description and text in the ranking. */
const FTS_SEARCH = `
  SELECT blogs.id, blogs.slug, blogs.title, snippet(blogs_search, -1, '', '', '…', 24) AS snippet
  FROM blogs_search JOIN blogs ON blogs.id = blogs_search.rowid
  WHERE blogs_search MATCH ? AND blogs.status = 'published' AND blogs.published_at <= ?
  ORDER BY bm25(blogs_search, 8.0, 3.0, 1.0) LIMIT ?`;

type SearchDeps = Pick<Deps, 'db' | 'clock'>;
type Query = { q: string; type?: 'blog' | 'document' | undefined };

/**
 * Public posts that hold all the words, the last one as a beginning; with a reader documents too. At most 10, and of
 * both kinds the best come first. @throws unauthenticated for documents without a user.
 */
export async function searchContent(
  deps: SearchDeps,
  query: Query,
  viewer: Viewer | null = null,
): Promise<SearchResultsJson> {
  if (query.type === 'document' && !viewer) {
    throw new AppError('unauthenticated', 'Sign in to search documents.');
  }
  const posts = query.type === 'document' ? [] : await searchPosts(deps, query.q);
  const documents = query.type === 'blog' || !viewer ? [] : await findDocuments(deps, query.q, viewer);
  return { results: interleave(documents, posts).slice(0, RESULTS_MAX) };
}

async function searchPosts({ db, clock }: SearchDeps, q: string): Promise<SearchResultJson[]> {
  const match = toFtsQuery(q);
  if (match === null) return [];
  const { rows } = await db.client.execute({ sql: FTS_SEARCH, args: [match, clock.now(), RESULTS_MAX] });
  return rows.map((row) => ({
    type: 'blog',
    id: Number(row.id),
    title: String(row.title),
    url: `/blogs/${row.slug}`,
    snippet: String(row.snippet),
  }));
}

async function findDocuments(deps: SearchDeps, q: string, viewer: Viewer): Promise<SearchResultJson[]> {
  const results = await searchDocuments(deps, viewer, { query: q, limit: RESULTS_MAX });
  return results.map(({ id, title, snippet }) => ({ type: 'document', id, title, url: `/documents/${id}`, snippet }));
}

/** Interleaves both lists, because their ranks are not comparable. */
function interleave<Item>(first: readonly Item[], second: readonly Item[]): Item[] {
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, at) => [...first.slice(at, at + 1), ...second.slice(at, at + 1)]).flat();
}
