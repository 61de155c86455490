import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { normalizeForSearch } from '#src/lib/highlight.ts';

/** The documents with every word in title, section or product, ignoring case and accents. */
export function filterDocuments(
  documents: readonly DocumentSummaryJson[],
  query: string,
): readonly DocumentSummaryJson[] {
  const terms = normalizeForSearch(query).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return documents;
  return documents.filter(({ title, section_name: section, product_name: product }) => {
    const text = normalizeForSearch([title, section, product].filter(Boolean).join(' '));
    return terms.every((word) => text.includes(word));
  });
}
