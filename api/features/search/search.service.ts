import type { Deps } from '#api/deps.ts';
import type { Feature } from '#api/domain/features.ts';
import { listOffFeatures } from '#api/domain/site-settings.ts';
import { AppError } from '#api/http/errors.ts';
import type { Viewer } from '#api/endpoints/access.ts';
import { VISITOR } from '#db/queries/visibility.ts';
import { parseTerms, type SearchTerm } from '#db/queries/full-text-search.ts';
import type { SearchResultJson, SearchResultsJson } from './search.contract.ts';
import { createDocumentSource } from './sources/documents.service.ts';
import { createPageSource } from './sources/pages.service.ts';
import { createPostSource } from './sources/posts.queries.ts';
import { RESULTS_MAX, type SearchSource } from './sources/source.service.ts';
import { createWorkSource } from './sources/works.queries.ts';
import { correctTerms, listUsedWords } from './words/words.service.ts';

type SearchDeps = Pick<Deps, 'db' | 'clock' | 'site'>;
const typeFeatures: { [Type in SearchResultJson['type']]?: Feature } = {
  document: 'documentation',
  publication: 'openshelf',
};

type Query = { q: string; type?: SearchResultJson['type'] | undefined };

/**
 * Pages, public posts, works of the shelf, and documents that the viewer may read, that hold all the words, the last one as a beginning. At most
 * 10, and of all kinds the best come first. When there are none, words that no text has are taken for those that are most like them.
 * @throws unauthenticated for documents alone without a user.
 */
export async function searchContent(
  deps: SearchDeps,
  query: Query,
  viewer: Viewer = VISITOR,
): Promise<SearchResultsJson> {
  if (query.type === 'document' && !viewer.isSignedIn) {
    throw new AppError('unauthenticated', 'Sign in to search documents.');
  }
  const terms = parseTerms(query.q);
  const sources = listSources(deps, query.type, viewer);
  if (terms.length === 0) return { results: [] };
  const results = await findInAll(sources, terms);
  const corrected = results.length === 0 ? await correctTerms(deps, sources, terms) : null;
  if (corrected === null) return { results };
  const found = await findInAll(sources, corrected);
  return found.length === 0 ? { results } : { results: found, used: listUsedWords(corrected, found) };
}

/** The kinds of texts that are searched, in the order in which the best of each are listed. */
function listSources(deps: SearchDeps, type: Query['type'], viewer: Viewer): SearchSource[] {
  const off = listOffFeatures(deps.site.settings);
  const sources = [
    createDocumentSource(deps, viewer),
    createPostSource(deps),
    createWorkSource(deps),
    createPageSource(deps.site),
  ];
  return sources.filter(
    (source) => (type === undefined || type === source.type) && !off.some((name) => name === typeFeatures[source.type]),
  );
}

async function findInAll(sources: readonly SearchSource[], terms: readonly SearchTerm[]): Promise<SearchResultJson[]> {
  return interleave(await Promise.all(sources.map((source) => source.find(terms)))).slice(0, RESULTS_MAX);
}

/** Interleaves the lists, because their ranks are not comparable. */
function interleave<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
