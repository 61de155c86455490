import type { Deps } from '#api/deps.ts';
import type { Feature } from '#api/domain/features.ts';
import { listOffFeatures } from '#api/domain/site-settings.ts';
import { AppError } from '#api/http/errors.ts';
import { searchDocuments } from '#api/features/documents/search/search.service.ts';
import type { Viewer } from '#api/endpoints/access.ts';
import { VISITOR } from '#db/queries/visibility.ts';
import { toFtsQuery } from '#db/queries/full-text-search.ts';
import type { SearchResultJson, SearchResultsJson } from './search.contract.ts';

const RESULTS_MAX = 10;

/** Weights of title, description and text in the ranking. */
const FTS_SEARCH = `
  SELECT blogs.id, blogs.slug, blogs.title, snippet(blogs_search, -1, '', '', '…', 24) AS snippet
  FROM blogs_search JOIN blogs ON blogs.id = blogs_search.rowid
  WHERE blogs_search MATCH ? AND blogs.status = 'published' AND blogs.published_at <= max(?, blogs.updated_at)
  ORDER BY bm25(blogs_search, 8.0, 3.0, 1.0) LIMIT ?`;

/** Weights of title, author and description; only words of the version that is on the shelf are in this index. */
const SHELF_SEARCH = `
  SELECT publications.id, publications.slug, publication_versions.title,
    snippet(shelf_words, 2, '', '', '…', 24) AS snippet
  FROM shelf_words JOIN publications ON publications.id = shelf_words.rowid
  JOIN publication_versions ON publication_id = publications.id AND number = shelf_version
  WHERE shelf_words MATCH ? ORDER BY bm25(shelf_words, 8.0, 5.0, 1.0) LIMIT ?`;

type SearchDeps = Pick<Deps, 'db' | 'clock' | 'site'>;
const typeFeatures: { [Type in SearchResultJson['type']]?: Feature } = {
  document: 'documentation',
  publication: 'openshelf',
};

type Query = { q: string; type?: SearchResultJson['type'] | undefined };

/**
 * Public posts and works of the shelf that hold all the words, the last one as a beginning; and documents that the viewer may
 * read. At most 10, and of all kinds the best come first. @throws unauthenticated for documents alone without a user.
 */
export async function searchContent(
  deps: SearchDeps,
  query: Query,
  viewer: Viewer = VISITOR,
): Promise<SearchResultsJson> {
  if (query.type === 'document' && !viewer.isSignedIn) {
    throw new AppError('unauthenticated', 'Sign in to search documents.');
  }
  const off = listOffFeatures(deps.site.settings);
  const includes = (type: SearchResultJson['type']) =>
    (query.type === undefined || query.type === type) && !off.some((name) => name === typeFeatures[type]);
  const documents = includes('document') ? await findDocuments(deps, query.q, viewer) : [];
  const posts = includes('blog') ? await searchPosts(deps, query.q) : [];
  const works = includes('publication') ? await searchWorks(deps, query.q) : [];
  return { results: interleave([documents, posts, works]).slice(0, RESULTS_MAX) };
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

async function searchWorks({ db }: SearchDeps, q: string): Promise<SearchResultJson[]> {
  const match = toFtsQuery(q);
  if (match === null) return [];
  const { rows } = await db.client.execute({ sql: SHELF_SEARCH, args: [match, RESULTS_MAX] });
  return rows.map((row) => ({
    type: 'publication',
    id: Number(row.id),
    title: String(row.title),
    url: `/openshelf/${row.slug}`,
    snippet: String(row.snippet),
  }));
}

async function findDocuments(deps: SearchDeps, q: string, viewer: Viewer): Promise<SearchResultJson[]> {
  const results = await searchDocuments(deps, viewer, { query: q, limit: RESULTS_MAX });
  return results.map(({ id, slug, title, snippet }) => ({
    type: 'document',
    id,
    title,
    url: `/documents/${slug}`,
    snippet,
  }));
}

/** Interleaves the lists, because their ranks are not comparable. */
function interleave<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const length = Math.max(...lists.map((list) => list.length));
  return Array.from({ length }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
