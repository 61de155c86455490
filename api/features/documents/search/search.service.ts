import type { Deps } from '#api/deps.ts';
import { toFtsQuery, parseUnspacedTerms } from '#db/queries/full-text-search.ts';
import { toReadableCondition } from '#db/queries/visibility.ts';
import type { DocumentSummaryJson, DocumentSearchResultJson } from '#api/features/documents/documents.contract.ts';
import { listDocuments } from '#api/features/documents/documents.service.ts';
import type { Viewer } from '#api/endpoints/access.ts';

const RESULTS_MAX = 50;

type SearchInput = { query: string; productId?: number | undefined; limit?: number };

/** Weights of title and text in the ranking. The snippet is from the text, because results show the title anyway. */
const toFtsSearch = (viewer: Viewer) => `
  SELECT documents.id, snippet(documents_search, 1, '', '', '…', 24) AS snippet
  FROM documents_search
  JOIN documents ON documents.id = documents_search.rowid
  LEFT JOIN sections ON sections.id = documents.section_id
  WHERE documents_search MATCH :match
    AND ${toReadableCondition(viewer)}
    AND (:product_id IS NULL OR sections.product_id = :product_id)
  ORDER BY bm25(documents_search, 8.0, 1.0) LIMIT :limit`;

/** Substring search in every text, for terms that the index cannot find. The snippet begins a little before the first term. */
const toLikeSearch = (viewer: Viewer) => `
  SELECT documents.id, substr(content_text, max(1, instr(content_text, :first) - 20), 100) AS snippet
  FROM documents LEFT JOIN sections ON sections.id = documents.section_id
  WHERE NOT EXISTS (SELECT 1 FROM json_each(:terms)
      WHERE title || char(10) || content_text NOT LIKE '%' || value || '%')
    AND ${toReadableCondition(viewer)}
    AND (:product_id IS NULL OR sections.product_id = :product_id)
  ORDER BY instr(title, :first) = 0, documents.id LIMIT :limit`;

/** Documents that hold all the words, the last one as a beginning; best first, at most 50: those that the viewer may read. */
export async function searchDocuments(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  { query, productId, limit = RESULTS_MAX }: SearchInput,
): Promise<DocumentSearchResultJson[]> {
  const match = toFtsQuery(query);
  if (match === null) return [];
  const terms = parseUnspacedTerms(query);
  const args = { product_id: productId ?? null, limit };
  const { rows } = await db.client.execute(
    terms[0] === undefined
      ? { sql: toFtsSearch(viewer), args: { ...args, match } }
      : { sql: toLikeSearch(viewer), args: { ...args, terms: JSON.stringify(terms), first: terms[0] } },
  );
  const ids = rows.map((row) => Number(row.id));
  const summaries = new Map<number, DocumentSummaryJson>();
  for (const summary of await listDocuments({ db }, viewer, { ids })) summaries.set(summary.id, summary);
  return rows.flatMap((row) => {
    const summary = summaries.get(Number(row.id));
    return summary ? [{ ...summary, snippet: String(row.snippet) }] : [];
  });
}
