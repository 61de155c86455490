import { useState } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { api } from '#src/lib/api-client.ts';
import { searchWithTypos } from '#src/lib/search-with-typos.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { MarkedText } from '#src/ui/content/MarkedText.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { GENERAL_GROUP, type ProductGroup } from './library.ts';

type Props = {
  query: string;
  /** Where to look first. */
  product: ProductGroup | null;
  toHref: (document: DocumentSummaryJson) => string;
  onOpen: (document: DocumentSummaryJson) => void;
};

/** Documents that contain the words. The last result stays while the next one loads. */
export function SearchResults({ query, product: first, toHref, onOpen }: Props) {
  // Asked for where one was; in a product that is chosen afterwards one looks again.
  const [expandedFrom, setExpandedFrom] = useState<ProductGroup | null>(null);
  const product = first === expandedFrom || first === GENERAL_GROUP ? null : first;
  const json = { query, ...(product && { productId: product.id }) };
  const {
    value: results,
    error,
    isLoading,
    reload,
  } = useQuery(
    `search ${JSON.stringify(json)}`,
    async (signal) => {
      const { found: documents, near } = await searchWithTypos(query, {
        search: (words) => api.post('/api/documents/search', { json: { ...json, query: words }, signal }),
        isEmpty: ({ length }) => length === 0,
        type: 'document',
        signal,
      });
      return { query, near, documents };
    },
    { keepsPrevious: true },
  );
  if (error && !isLoading) return <ErrorPanel message="Search isn’t working right now." onRetry={reload} />;
  const where = product ? ` in ${product.name}` : '';
  return (
    <section className="document-results" aria-label="Search results" aria-busy={results?.query !== query}>
      <p role="status" className="document-count">
        {results ? describeResults(results) + where : 'Searching...'}
      </p>
      {results?.documents.length === 0 && <p>Try a shorter or more common word.</p>}
      <ol>
        {results?.documents.map((document) => (
          <li key={document.id}>
            <InPageLink href={toHref(document)} onOpen={() => onOpen(document)}>
              <b>
                <MarkedText text={document.title} query={results.near ?? results.query} />
              </b>
              <small>{[document.product_name, document.section_name].filter(Boolean).join(' › ')}</small>
              <span>
                <MarkedText text={document.snippet} query={results.near ?? results.query} />
              </span>
            </InPageLink>
          </li>
        ))}
      </ol>
      {product && (
        <Button variant="secondary" onClick={() => setExpandedFrom(product)}>
          Search all products
        </Button>
      )}
    </section>
  );
}

function describeResults({ query, near, documents }: { query: string; near: string | null; documents: unknown[] }) {
  const count = formatResultCount(documents.length);
  return near === null ? `${count} for ‘${query}’` : `No documents for ‘${query}’. Showing ${count} for ‘${near}’`;
}

const formatResultCount = (count: number) => (count === 0 ? 'No documents' : formatCount(count, 'document'));
