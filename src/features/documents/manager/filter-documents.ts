import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The documents that hold every word in title, section or product, whatever its case and accents. */
export function matching(documents: readonly DocumentSummaryJson[], words: string): readonly DocumentSummaryJson[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return documents;
  return documents.filter(({ title, section_name: section, product_name: product }) => {
    const text = fold([title, section, product].filter(Boolean).join(' '));
    return wanted.every((word) => text.includes(word));
  });
}
