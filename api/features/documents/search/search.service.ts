import { sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { parseTerms, type SearchTerm } from '#db/queries/full-text-search.ts';
import { countTexts, type SearchIndex, searchIndex, UNSPACED_GLOB } from '#db/queries/ranked-search.ts';
import { mayReadDocument } from '#db/queries/visibility.ts';
import { documents, sections } from '#db/schema/index.ts';
import type { DocumentSummaryJson, DocumentSearchResultJson } from '#api/features/documents/documents.contract.ts';
import { listDocuments } from '#api/features/documents/documents.service.ts';
import type { Viewer } from '#api/endpoints/access.ts';

const RESULTS_MAX = 50;

type SearchInput = { terms: readonly SearchTerm[]; productId?: number | undefined; limit?: number };

/** Weights of title and text in the ranking. */
const INDEX: SearchIndex = {
  table: 'documents_search',
  rows: {
    from: sql`${documents}`,
    id: sql`${documents.id}`,
    title: sql`${documents.title}`,
    text: sql`${documents.contentText}`,
  },
  weights: [8, 1],
  unspaced: {
    from: sql`${documents} INDEXED BY documents_unspaced`,
    // As in the migration that makes this index.
    condition: sql`${documents.title} || ${documents.contentText} GLOB ${UNSPACED_GLOB}`,
  },
};

const isOfProduct = (productId: number) =>
  sql`${documents.sectionId} IN (SELECT ${sections.id} FROM ${sections} WHERE ${sections.productId} = ${productId})`;

/** Documents that hold all the words, the last one as a beginning; best first, at most 50: those that the viewer may read. */
export const searchDocuments = (
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  { query, productId }: { query: string; productId?: number | undefined },
): Promise<DocumentSearchResultJson[]> => findDocuments(deps, viewer, { terms: parseTerms(query), productId });

/** The same for words that are known. */
export async function findDocuments(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  { terms, productId, limit = RESULTS_MAX }: SearchInput,
): Promise<DocumentSearchResultJson[]> {
  const mayRead = mayReadDocument(viewer);
  const isVisible = productId === undefined ? mayRead : sql`${mayRead} AND ${isOfProduct(productId)}`;
  const hits = await searchIndex(db, INDEX, { terms, isVisible, limit });
  const ids = hits.map(({ id }) => id);
  const summaries = new Map<number, DocumentSummaryJson>();
  for (const summary of await listDocuments({ db }, viewer, { ids })) summaries.set(summary.id, summary);
  return hits.flatMap(({ id, snippet }) => {
    const summary = summaries.get(id);
    return summary ? [{ ...summary, snippet }] : [];
  });
}

/** How many documents that the viewer may read have each of the words, as far as it matters. */
export const countDocuments = ({ db }: Pick<Deps, 'db'>, viewer: Viewer, terms: readonly SearchTerm[]) =>
  countTexts(db, INDEX, { terms, isVisible: mayReadDocument(viewer) });
